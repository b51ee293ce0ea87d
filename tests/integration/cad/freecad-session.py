"""
A person's session in FreeCAD with the add-on: documents, selections, and the button. Run with FABDESK_ADDON as the folder of the
add-on, by `freecadcmd` or in the window. Prints a line of JSON for each step, behind "step:".
"""

import json
import os
import sys
import time

import FreeCAD
import Mesh

sys.path.insert(0, os.environ["FABDESK_ADDON"])
from fabdesk_addon import command, parts  # noqa: E402

HOME = os.path.expanduser("~")


def step(name, value):
    # A line of its own, also behind FreeCAD's progress.
    print("\nstep:" + json.dumps([name, value]), flush=True)


def labels(document):
    return [part.label for part in parts.wanted(document)]


def body(document, name, length):
    made = document.addObject("PartDesign::Body", name)
    box = made.newObject("PartDesign::AdditiveBox", "Box")
    box.Length, box.Width, box.Height = length, 20, 5
    document.recompute()
    fillet = made.newObject("PartDesign::Fillet", "Fillet")
    fillet.Base, fillet.Radius = (box, ["Edge1"]), 2
    document.recompute()
    return made


def workshop():
    """Bodies, a boolean, what is hidden, a mesh, instances, and what lies about."""
    document = FreeCAD.newDocument("Workshop")
    bracket = body(document, "Bracket", 30)
    bracket.newObject("PartDesign::Plane", "DatumPlane")
    document.addObject("Sketcher::SketchObject", "Sketch")
    lid = body(document, "Lid", 40)
    lid.Label = "../Lid / top"
    box, hole = document.addObject("Part::Box", "Box"), document.addObject("Part::Cylinder", "Hole")
    cut = document.addObject("Part::Cut", "Plate")
    cut.Base, cut.Tool = box, hole
    document.addObject("Part::Sphere", "Hidden").Visibility = False
    document.addObject("Mesh::Feature", "Scan").Mesh = Mesh.createBox(7, 8, 9)
    arms = document.addObject("App::Part", "Arms")
    arm = document.addObject("Part::Wedge", "Arm")
    arms.addObject(arm)
    turned, mirrored = document.addObject("App::Link", "Turned"), document.addObject("App::Link", "Mirrored")
    for link in (turned, mirrored):
        link.setLink(arm)
        arms.addObject(link)
    turned.Placement.Rotation = FreeCAD.Rotation(FreeCAD.Vector(0, 0, 1), 33)
    mirrored.ScaleVector = FreeCAD.Vector(-1, 1, 1)
    document.recompute()
    return document


def without_window():
    everything = workshop()
    step("visible", labels(everything))
    FreeCAD.closeDocument(everything.Name)
    document = FreeCAD.newDocument("Workshop")
    body(document, "Bracket", 30)
    body(document, "Lid", 40).Label = "../Lid / top"
    document.addObject("Mesh::Feature", "Scan").Mesh = Mesh.createBox(7, 8, 9)
    step("handed over", command.hand_over_now(document))
    document.Bracket.Tip.Radius = 3
    document.recompute()
    # Saved meanwhile, it is the same document.
    document.saveAs(os.path.join(HOME, "workshop.FCStd"))
    step("again", command.hand_over_now(document))
    # Two documents of one name, and a copy of the first by a file manager.
    other = FreeCAD.newDocument("Workshop")
    body(other, "Bracket", 55)
    step("other", command.hand_over_now(other))


def in_window():
    import FreeCADGui
    from PySide import QtCore, QtGui

    from fabdesk_addon import toolbar

    if toolbar.place is None:
        toolbar.install()
    document = workshop()
    step("visible", labels(document))

    def select(*names):
        FreeCADGui.Selection.clearSelection()
        for top, below in names:
            FreeCADGui.Selection.addSelection(document.Name, top, below)
        return labels(document)

    step("face of a feature", select(("Bracket", "Box.Face3")))
    step("feature in the tree", select(("Box001", "")))
    step("operand", select(("Hole", "")))
    step("assembly", select(("Arms", "")))
    step("instance", select(("Arms", "Turned.Face1")))
    step("sketch", len(select(("Sketch", ""))))
    FreeCADGui.Selection.clearSelection()
    view = FreeCADGui.getDocument(document.Name).ActiveView
    view.setActiveObject("pdbody", document.Lid)
    step("active body", labels(document))
    bars = [bar for bar in FreeCADGui.getMainWindow().findChildren(QtGui.QToolBar) if bar.objectName() == "Fabdesk"]
    for workbench in ("PartDesignWorkbench", "MeshWorkbench", "PartWorkbench"):
        FreeCADGui.activateWorkbench(workbench)
        step("button in " + workbench, [bar.isVisible() for bar in bars])
    FreeCADGui.setLocale("German")
    # The button itself; FreeCAD's window must go on meanwhile.
    ticks = []
    timer = QtCore.QTimer()
    timer.timeout.connect(lambda: ticks.append(time.monotonic()))
    timer.start(20)
    bars[0].actions()[0].trigger()
    end = time.monotonic() + 120
    answer = toolbar.opener.answer
    while toolbar.opener.talk is not None and time.monotonic() < end:
        QtGui.QApplication.processEvents()
        time.sleep(0.005)
    gaps = [after - before for before, after in zip(ticks, ticks[1:])]
    step("longest wait", max(gaps))
    rows = [answer.table.topLevelItem(at) for at in range(answer.table.topLevelItemCount())]
    step("answer", [[row.text(column) for column in range(3)] for row in rows])
    step("message", answer.message.text())
    step("report", answer.report.toPlainText())


try:
    if FreeCAD.GuiUp:
        in_window()
    else:
        without_window()
except Exception:
    import traceback

    step("failed", traceback.format_exc())
sys.stdout.flush()
os._exit(0)
