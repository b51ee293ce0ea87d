"""
Writes each part into a file of its own, in a folder of the document: STEP, which has exact surfaces, its unit and colours, or
3MF where there is only a mesh. A label may contain anything, and nothing outside of that folder is written.
"""

import json
import os
import re
import zlib

import FreeCAD

# Windows reserves these names, with any ending.
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)$", re.IGNORECASE)
LONGEST = 80


class Written:
    """A part in a file. `source` is the document, and behind `#` which part of it."""

    def __init__(self, part, path, source):
        self.label = part.label
        self.path = path
        self.source = source


def safe_name(label):
    name = re.sub(r"[^\w .()+-]", "_", label)[:LONGEST].strip(" .")
    return "_" + name if RESERVED.match(name.split(".")[0]) else name or "part"


def home():
    return os.path.join(os.path.expanduser("~"), "Fabdesk")


def place_of(document):
    """
    The folder for a document, and the source by which Fabdesk knows it. A document that was never saved gets one, too, and
    keeps it when it is saved or renamed. A copy of the file has the same id, and is a document of its own.
    """
    file = document.FileName
    for key in (document.Uid, document.Uid + file):
        folder = os.path.join(home(), "%08x" % zlib.crc32(key.encode()))
        os.makedirs(folder, exist_ok=True)
        record = os.path.join(folder, "document.json")
        known = read(record)
        owner = known.get("file", "")
        if owner in ("", file) or not os.path.exists(owner):
            break
    source = known.get("source") or file or os.path.join(folder, safe_name(document.Label) + ".FCStd")
    with open(record, "w", encoding="utf-8") as stream:
        json.dump({"file": file, "source": source}, stream)
    return folder, source


def read(path):
    try:
        with open(path, encoding="utf-8") as stream:
            known = json.load(stream)
        return known if isinstance(known, dict) else {}
    except (OSError, ValueError):
        return {}


def write(document, parts):
    """Raises `OSError` with the part's label and the path. @returns a `Written` for each part"""
    folder, source = place_of(document)
    taken = set()
    written = []
    for part in parts:
        name = safe_name(part.label)
        if name.lower() in taken:
            name = safe_name(part.label[: LONGEST - 30] + " " + part.source[-25:])
        taken.add(name.lower())
        path = os.path.join(folder, name + (".3mf" if part.mesh else ".step"))
        if os.path.exists(path):
            os.remove(path)
        write_part(part, path)
        if not os.path.exists(path) or os.path.getsize(path) == 0:
            raise OSError(part.label, path)
        written.append(Written(part, path, source + "#" + part.source))
    return written


def write_part(part, path):
    if part.mesh:
        import Mesh

        Mesh.export([part.object], path)
    elif part.is_as_drawn():
        # Where it stands in an assembly does not matter, and this has its label and colours.
        exporter().export([part.object], path)
    else:
        part.shape.exportStep(path)


def exporter():
    """The one of the window knows colours."""
    if FreeCAD.GuiUp:
        import ImportGui

        return ImportGui
    import Import

    return Import
