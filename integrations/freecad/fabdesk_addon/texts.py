"""What people read, in FreeCAD's own language."""

import FreeCAD

ENGLISH = {
    "menu": "Open in Fabdesk",
    "tip": "Hands the selected parts to Fabdesk: is each printable, and what does it cost? "
    "With nothing selected, the active body, or else all visible parts.",
    "nothing": "There is no part to hand over. Open a document with a solid or a mesh, or select one.",
    "exportFailed": "{label} could not be written to {path}: {problem}",
    "noCommand": "Fabdesk was not found on this computer. Install it, or choose the fabdesk program.",
    "choose": "Choose the fabdesk program…",
    "handingOver": "Handing {count} to Fabdesk…",
    "one": "one part",
    "many": "{count} parts",
    "pricing": "Fabdesk has them. It works out the prices…",
    "started": "Fabdesk has them, in its own window.",
    "silent": "Fabdesk does not answer. `fabdesk open` in a terminal says more.",
    "prints": "Prints",
    "at-risk": "At risk",
    "refused": "Will be refused",
    "unknown": "?",
    "from": "from {price} ({material})",
    "in": "{price} ({material})",
    "each": "{count} × {price} ({material})",
    "change": "{change} since the last time",
    "noPrice": "no price yet",
    "notPrinted": "in no material",
    "part": "Part",
    "verdict": "Verdict",
    "price": "Price each, without fee",
    "done": "Fabdesk has {count}.",
    "close": "Close",
}

GERMAN = {
    "menu": "In Fabdesk öffnen",
    "tip": "Übergibt die ausgewählten Teile an Fabdesk: Ist jedes druckbar, und was kostet es? "
    "Ist nichts ausgewählt, dann den aktiven Körper, sonst alle sichtbaren Teile.",
    "nothing": "Es gibt kein Teil zum Übergeben. Öffnen Sie ein Dokument mit einem Volumenkörper oder Netz, "
    "oder wählen Sie eines aus.",
    "exportFailed": "{label} konnte nicht nach {path} geschrieben werden: {problem}",
    "noCommand": "Fabdesk wurde auf diesem Computer nicht gefunden. Installieren Sie es, oder wählen Sie das "
    "Programm fabdesk aus.",
    "choose": "Programm fabdesk auswählen…",
    "handingOver": "Fabdesk bekommt {count}…",
    "one": "ein Teil",
    "many": "{count} Teile",
    "pricing": "Die Teile sind in Fabdesk. Die Preise werden ermittelt…",
    "started": "Die Teile sind in Fabdesk, in seinem eigenen Fenster.",
    "silent": "Fabdesk antwortet nicht. `fabdesk open` in einem Terminal sagt mehr.",
    "prints": "Druckbar",
    "at-risk": "Riskant",
    "refused": "Wird abgelehnt",
    "unknown": "?",
    "from": "ab {price} ({material})",
    "in": "{price} ({material})",
    "each": "{count} × {price} ({material})",
    "change": "{change} seit dem letzten Mal",
    "noPrice": "noch kein Preis",
    "notPrinted": "in keinem Material",
    "part": "Teil",
    "verdict": "Bewertung",
    "price": "Stückpreis, ohne Gebühr",
    "done": "{count} in Fabdesk.",
    "close": "Schließen",
}


def language():
    """`de` or `en`."""
    if not FreeCAD.GuiUp:
        return "en"
    import FreeCADGui

    name = FreeCADGui.getLocale()
    return "de" if FreeCADGui.supportedLocales().get(name, name).startswith(("de", "German")) else "en"


def text(key, **values):
    return (GERMAN if language() == "de" else ENGLISH)[key].format(**values)


def count_of_parts(count):
    return text("one") if count == 1 else text("many", count=count)


def amount(value, currency):
    """`1.05 USD`, with the comma where people write one."""
    written = "%.2f %s" % (value, currency)
    return written.replace(".", ",") if language() == "de" else written
