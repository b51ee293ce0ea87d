"""
Open in Fabdesk: hands objects to Fabdesk, each as a part of its own, and shows what Fabdesk answers.

Blender 4.2 and newer install this folder, packed as a ZIP file, as an extension (blender_manifest.toml); 3.x and 4.1 install the
same ZIP file as an add-on. File > Export > Open in Fabdesk hands over what is selected, or else what is visible.
"""

import os
import re
import zlib

import bpy

from . import handover

bl_info = {
    "name": "Open in Fabdesk",
    "blender": (3, 0, 0),
    "category": "Import-Export",
    "location": "File > Export",
    "version": (0, 1, 0),
}

# Seconds between two polls of the command.
INTERVAL = 0.15
# Windows reserves these names, with any ending.
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)$", re.IGNORECASE)

TEXTS = {
    "en": {
        "label": "Open in Fabdesk",
        "tip": "Hand the selected objects to Fabdesk, or else all that are visible",
        "nothing": "There is no object with faces to hand over.",
        "noCommand": "The fabdesk command was not found. Set its path in the preferences of this add-on.",
        "command": "Path of fabdesk",
        "handingOver": "Handing %d objects to Fabdesk…",
        "started": "Fabdesk has the objects, in its own window.",
        "silent": "Fabdesk does not answer. `fabdesk open` in a terminal says more.",
        "prints": "prints",
        "at-risk": "at risk",
        "refused": "will be refused",
        "unknown": "not checked",
        "from": "from",
        "noPrice": "no price yet",
    },
    "de": {
        "label": "In Fabdesk öffnen",
        "tip": "Die ausgewählten Objekte an Fabdesk übergeben, sonst alle sichtbaren",
        "nothing": "Es gibt kein Objekt mit Flächen zum Übergeben.",
        "noCommand": "Das Programm fabdesk wurde nicht gefunden. Geben Sie seinen Pfad in den Einstellungen dieses Add-ons an.",
        "command": "Pfad von fabdesk",
        "handingOver": "Fabdesk bekommt %d Objekte…",
        "started": "Die Objekte sind in Fabdesk, in seinem eigenen Fenster.",
        "silent": "Fabdesk antwortet nicht. `fabdesk open` in einem Terminal sagt mehr.",
        "prints": "druckbar",
        "at-risk": "riskant",
        "refused": "wird abgelehnt",
        "unknown": "nicht geprüft",
        "from": "ab",
        "noPrice": "noch kein Preis",
    },
}


def language():
    """`de` or `en`, as Blender's own interface."""
    return "de" if (bpy.app.translations.locale or "").startswith("de") else "en"


def text(key):
    return TEXTS[language()][key]


class Part:
    """An object in a file. `source` is the document, and behind `#` which object of it."""

    def __init__(self, name, path, source):
        self.label = name
        self.path = path
        self.source = source


def wanted(context):
    """Objects with faces. A camera, a light or an empty is no part."""
    chosen = context.selected_objects or context.visible_objects
    kinds = ("MESH", "CURVE", "SURFACE", "META", "FONT")
    return [each for each in chosen if each.type in kinds and has_faces(context, each)]


def has_faces(context, each):
    shown = each.evaluated_get(context.evaluated_depsgraph_get())
    mesh = shown.to_mesh()
    count = len(mesh.polygons) if mesh else 0
    shown.to_mesh_clear()
    return count > 0


def folder():
    """For the document: two of one name, and those that were never saved, must not share a file."""
    key = bpy.data.filepath or str(os.getpid())
    path = os.path.join(os.path.expanduser("~"), "Fabdesk", "%08x" % zlib.crc32(key.encode()))
    os.makedirs(path, exist_ok=True)
    return path


def safe_name(name):
    """A name may contain anything, and nothing outside of the folder may be written."""
    safe = re.sub(r"[^\w .()+-]", "_", name)[:80].strip(" .")
    return "_" + safe if RESERVED.match(safe.split(".")[0]) else safe or "object"


def write(context, objects):
    """One file for each object, in millimetres. @returns a `Part` for each"""
    place = folder()
    document = bpy.data.filepath or os.path.join(place, "untitled.blend")
    before, active = list(context.selected_objects), context.view_layer.objects.active
    # Lengths are stored in metres, whatever the scene shows.
    scale = 1000.0 * context.scene.unit_settings.scale_length
    parts = []
    taken = set()
    try:
        for each in objects:
            name = safe_name(each.name)
            while name.lower() in taken:
                name += "_"
            taken.add(name.lower())
            path = os.path.join(place, name + ".stl")
            select([each])
            export(path, scale)
            parts.append(Part(each.name, path, document + "#" + each.name))
    finally:
        select(before)
        context.view_layer.objects.active = active
    return parts


def select(objects):
    for each in bpy.context.view_layer.objects:
        each.select_set(each in objects)


def export(path, scale):
    """The operator of 4.1 and newer, or the one before."""
    if hasattr(bpy.types, "WM_OT_stl_export"):
        bpy.ops.wm.stl_export(filepath=path, export_selected_objects=True, global_scale=scale)
    else:
        bpy.ops.export_mesh.stl(filepath=path, use_selection=True, global_scale=scale)


def amount(price):
    written = "%.2f %s" % (price["price"], price["currency"])
    return written.replace(".", ",") if language() == "de" else written


def lines_of(parts, talk):
    """A line for each part: verdict and price."""
    lines = []
    for at, part in enumerate(parts):
        quote = talk.quotes[at] if at < len(talk.quotes) else {}
        price, quantity, is_chosen = handover.chosen_price(quote, part.source, talk.plate)
        cost = text("noPrice")
        if price:
            cost = "%s (%s)" % (amount(price), price["title"])
            cost = "%d × %s" % (quantity, cost) if is_chosen else text("from") + " " + cost
        lines.append("%s: %s, %s" % (part.label, text(quote.get("verdict", {}).get("level", "unknown")), cost))
    return lines


class OpenInFabdesk(bpy.types.Operator):
    """The operator of the menu. It goes on in a timer, so that Blender's window does not wait."""

    bl_idname = "export_scene.open_in_fabdesk"
    bl_label = "Open in Fabdesk"

    @classmethod
    def description(cls, _context, _properties):
        return text("tip")

    def execute(self, context):
        """Without a window, it waits for the answer."""
        if not self.begin(context):
            return {"CANCELLED"}
        import time

        while not self.talk.poll():
            time.sleep(INTERVAL)
        return self.finish(context)

    def invoke(self, context, _event):
        if not self.begin(context):
            return {"CANCELLED"}
        self.report({"INFO"}, text("handingOver") % len(self.parts))
        self.timer = context.window_manager.event_timer_add(INTERVAL, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type != "TIMER" or not self.talk.poll():
            return {"PASS_THROUGH"}
        context.window_manager.event_timer_remove(self.timer)
        return self.finish(context)

    def begin(self, context):
        command = handover.find_command(chosen_command(context))
        objects = wanted(context)
        problem = text("noCommand") if command is None else "" if objects else text("nothing")
        if problem:
            self.report({"ERROR"}, problem)
            return False
        if context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        self.parts = write(context, objects)
        self.talk = handover.Talk(command, self.parts, language())
        return True

    def finish(self, context):
        talk = self.talk
        if not talk.is_handed_over:
            self.report({"ERROR"}, talk.problem or text("silent"))
            return {"CANCELLED"}
        lines = lines_of(self.parts, talk) if talk.quotes is not None else [text("started")]
        for line in lines:
            self.report({"INFO"}, line)
        if context.window and not bpy.app.background:
            show(context, lines)
        return {"FINISHED"}


def show(context, lines):
    """At the pointer, until it moves away; the Info editor keeps the lines."""

    def draw(menu, _context):
        for line in lines:
            menu.layout.label(text=line)

    context.window_manager.popup_menu(draw, title="Fabdesk", icon="INFO")


class Preferences(bpy.types.AddonPreferences):
    """Where the command is, if it is not found by itself."""

    bl_idname = __package__
    command: bpy.props.StringProperty(name="fabdesk", subtype="FILE_PATH")

    def draw(self, _context):
        self.layout.prop(self, "command", text=text("command"))


def chosen_command(context):
    entry = context.preferences.addons.get(__package__)
    return entry.preferences.command if entry else ""


def menu_item(self, _context):
    self.layout.operator(OpenInFabdesk.bl_idname, text=text("label"))


def register():
    bpy.utils.register_class(Preferences)
    bpy.utils.register_class(OpenInFabdesk)
    bpy.types.TOPBAR_MT_file_export.append(menu_item)


def unregister():
    bpy.types.TOPBAR_MT_file_export.remove(menu_item)
    bpy.utils.unregister_class(OpenInFabdesk)
    bpy.utils.unregister_class(Preferences)
