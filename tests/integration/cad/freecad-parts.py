"""
Makes parts of known size and volume inside FreeCAD, and exports each in every format that FreeCAD writes. Run by the window
program, which alone knows colours: `freecad freecad-parts.py` with FABDESK_OUT as the folder. Writes truth.json there.
"""

import json
import math
import os
import sys
import traceback

import FreeCAD
import FreeCADGui
import ImportGui
import Mesh
import Part

OUT = os.environ["FABDESK_OUT"]
MESHES = ("stl", "ast", "obj", "3mf", "amf", "ply", "off", "wrl", "x3d")
SHAPES = ("step", "iges", "glb", "gltf")
truth = {}
failed = {}


def vector(x, y, z):
    return FreeCAD.Vector(x, y, z)


def body(document, name, length, radius=0):
    made = document.addObject("PartDesign::Body", name)
    box = made.newObject("PartDesign::AdditiveBox", "Box")
    box.Length, box.Width, box.Height = length, 20, 5
    document.recompute()
    if radius:
        fillet = made.newObject("PartDesign::Fillet", "Fillet")
        fillet.Base, fillet.Radius = (box, ["Edge1"]), radius
        box.ViewObject.hide()
    document.recompute()
    return made


def export(name, objects, volume, size, **more):
    """`volume` in mm³ and `size` in mm are computed by hand where that can be done."""
    truth[name] = {"volume": volume, "size": size, "files": {}, **more}
    for ending in SHAPES:
        write(name, ending, lambda path: ImportGui.export(objects, path))
    # Brep has one shape a file.
    write(name, "brep", lambda path: shape_of(objects).exportBrep(path))
    for ending in MESHES:
        write(name, ending, lambda path: Mesh.export(objects, path, 0.1))
    # The document itself, in which only these objects are visible.
    write(name, "FCStd", lambda path: objects[0].Document.saveAs(path))


def shape_of(objects):
    shapes = [Part.getShape(each) for each in objects]
    return shapes[0] if len(shapes) == 1 else Part.makeCompound(shapes)



def write(name, ending, by):
    path = os.path.join(OUT, name + "." + ending)
    try:
        by(path)
        if os.path.exists(path) and os.path.getsize(path) > 0:
            truth[name]["files"][ending] = os.path.basename(path)
            return
        problem = "no file"
    except Exception as thrown:
        problem = str(thrown)
    failed[name + "." + ending] = problem


def make():
    one = FreeCAD.newDocument("fillet")
    # Beside the body lie a sketch, a plane, and an axis.
    made = body(one, "Bracket", 30, 2)
    made.newObject("PartDesign::Plane", "DatumPlane")
    sketch = one.addObject("Sketcher::SketchObject", "Loose")
    sketch.addGeometry(Part.LineSegment(vector(0, 0, 0), vector(90, 0, 0)))
    one.recompute()
    made.Label = "Halter ä"
    export("fillet", [made], 3000 - (1 - math.pi / 4) * 4 * 5, [30, 20, 5], label="Halter ä", solids=1)

    two = FreeCAD.newDocument("boolean")
    box, hole = two.addObject("Part::Box", "Box"), two.addObject("Part::Cylinder", "Hole")
    box.Length, box.Width, box.Height = 30, 20, 5
    hole.Radius, hole.Height, hole.Placement.Base = 4, 30, vector(15, 10, -5)
    cut = two.addObject("Part::Cut", "Plate")
    cut.Base, cut.Tool = box, hole
    two.recompute()
    export("boolean", [cut], 3000 - math.pi * 16 * 5, [30, 20, 5], label="Plate", solids=1)

    three = FreeCAD.newDocument("coloured")
    left, right = body(three, "Left", 30), body(three, "Right", 10)
    right.Placement.Base = vector(50, 0, 0)
    left.ViewObject.ShapeColor, right.ViewObject.ShapeColor = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    three.recompute()
    export("coloured", [left, right], 4000, [60, 20, 5], colours=2, solids=2)

    four = FreeCAD.newDocument("assembly")
    group = four.addObject("App::Part", "Arms")
    arm = four.addObject("Part::Wedge", "Arm")
    group.addObject(arm)
    for name, placement, factors in (
        ("Turned", FreeCAD.Placement(vector(40, 0, 0), FreeCAD.Rotation(vector(0, 0, 1), 90)), vector(1, 1, 1)),
        ("Mirrored", FreeCAD.Placement(vector(-20, 0, 0), FreeCAD.Rotation()), vector(-1, 1, 1)),
    ):
        link = four.addObject("App::Link", name)
        link.setLink(arm)
        link.ScaleVector = factors
        link.Placement = placement
        group.addObject(link)
    four.recompute()
    whole = Part.getShape(group)
    box = whole.BoundBox
    export("assembly", [group], 3 * arm.Shape.Volume, [box.XLength, box.YLength, box.ZLength], solids=3)

    five = FreeCAD.newDocument("inch")
    box = five.addObject("Part::Box", "Inches")
    box.Length, box.Width, box.Height = 25.4, 50.8, 76.2
    five.recompute()
    # What the preferences "Units for export" set; FreeCAD reads them when it starts.
    for setting in ("write.step.unit", "write.iges.unit"):
        Part.setStaticValue(setting, "INCH")
    export("inch", [box], 25.4**3 * 6, [25.4, 50.8, 76.2], label="Inches", solids=1)
    for setting in ("write.step.unit", "write.iges.unit"):
        Part.setStaticValue(setting, "MM")

    six = FreeCAD.newDocument("spring")
    helix = Part.makeHelix(6, 24, 10)
    profile = Part.Wire(Part.makeCircle(1.5, vector(10, 0, 0), vector(0, 1, 0)))
    made = six.addObject("Part::Feature", "Spring")
    made.Shape = Part.Wire(helix).makePipeShell([profile], True, True)
    six.recompute()
    # The circle stands upright all the way.
    export("spring", [made], made.Shape.Volume, [23, 23, 27], label="Spring", solids=1)

    seven = FreeCAD.newDocument("faces")
    box = seven.addObject("Part::Box", "Dice")
    seven.recompute()
    box.ViewObject.DiffuseColor = [(1.0, 0.0, 0.0)] * 3 + [(0.0, 1.0, 0.0)] * 3
    export("faces", [box], 1000, [10, 10, 10], label="Dice", colours=2, solids=1)

    eight = FreeCAD.newDocument("round")
    ball, ring = eight.addObject("Part::Sphere", "Ball"), eight.addObject("Part::Torus", "Ring")
    ball.Radius, ring.Radius1, ring.Radius2 = 8, 20, 3
    eight.recompute()
    export(
        "round", [ball, ring], 4 / 3 * math.pi * 512 + 2 * math.pi**2 * 20 * 9, [46, 46, 16], solids=2
    )

    nine = FreeCAD.newDocument("cavity")
    outer, inner = nine.addObject("Part::Box", "Outer"), nine.addObject("Part::Sphere", "Inner")
    outer.Length = outer.Width = outer.Height = 20
    inner.Radius, inner.Placement.Base = 5, vector(10, 10, 10)
    cut = nine.addObject("Part::Cut", "Shell")
    cut.Base, cut.Tool = outer, inner
    nine.recompute()
    export("cavity", [cut], 8000 - 4 / 3 * math.pi * 125, [20, 20, 20], label="Shell", solids=1)

    ten = FreeCAD.newDocument("thread")
    profile = Part.makePolygon([vector(4, 0, -0.7), vector(5, 0, 0), vector(4, 0, 0.7), vector(4, 0, -0.7)])
    ridge = Part.Wire(Part.makeHelix(2, 10, 4.2)).makePipeShell([Part.Wire(profile)], True, True)
    bolt = ten.addObject("Part::Feature", "Bolt")
    bolt.Shape = Part.makeCylinder(4.2, 14, vector(0, 0, -2)).fuse(ridge)
    ten.recompute()
    export("thread", [bolt], bolt.Shape.Volume, [10, 10, 14], label="Bolt", solids=1)


try:
    make()
except Exception:
    failed["make"] = traceback.format_exc()
with open(os.path.join(OUT, "truth.json"), "w", encoding="utf-8") as stream:
    json.dump({"version": ".".join(FreeCAD.Version()[:3]), "parts": truth, "failed": failed}, stream, indent=1)
sys.stdout.flush()
os._exit(0)
