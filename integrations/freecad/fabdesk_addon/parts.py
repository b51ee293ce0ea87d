"""
Which parts a person means: what is selected, else the active body, else what is visible. A part is what a person would
call one: a body and not its features, the result of a boolean and not its operands, each instance in an assembly.
"""

import re

import FreeCAD

# A plane has a face, and a sketch may have one: none of them is a part.
HELPERS = re.compile(
    r"Sketcher::|TechDraw::|Path::|App::(Origin|Line|Plane|Point|DatumElement|LocalCoordinateSystem)"
    r"|PartDesign::(Plane|Line|Point|CoordinateSystem|ShapeBinder|SubShapeBinder)"
    r"|Part::(Datum|LocalCoordinateSystem|Part2DObject)"
)
# An assembly of FreeCAD 1.0 is an App::Part, too.
CONTAINERS = ("App::Part", "App::LinkGroup", "App::DocumentObjectGroup")
# They show what they are made from in a second place, and the first stays.
COPIES = ("Part::Mirroring",)
# A reference by one of these is a place to sit on, and no part of the result.
REFERENCES = re.compile(r"^(AttachmentSupport|Support|ExternalGeometry|ExpressionEngine|_?Body|Group|Origin|PathOb.*|Spine)$")


class Part:
    """`path` are the names from the top of the document: containers and links, and at last the object itself."""

    def __init__(self, objects):
        self.objects = objects
        self.object = objects[-1]
        self.source = ".".join(each.Name for each in objects)
        links = [at for at, each in enumerate(objects) if is_link(each)]
        # An instance has the name of its link, and what is inside a linked assembly its own besides.
        named = objects[links[-1] :] if links else objects[-1:]
        named = [named[0], named[-1]] if len(named) > 1 else named
        self.label = " ".join(each.Label for each in named)

    @property
    def mesh(self):
        return mesh_of(target_of(self.object))

    @property
    def shape(self):
        """With all placements, or None for a mesh."""
        return shape_of(self.objects)

    def is_as_drawn(self):
        """Whether no link on the way scales or mirrors it: then only its place differs."""
        return not any(is_link(each) and is_scaled(each) for each in self.objects)


def is_link(each):
    return each.isDerivedFrom("App::Link") or each.isDerivedFrom("App::LinkElement")


def is_scaled(link):
    factors = getattr(link, "ScaleVector", None) or FreeCAD.Vector(1, 1, 1)
    scale = getattr(link, "Scale", 1.0)
    return any(abs(factor - 1) > 1e-12 for factor in (scale, factors.x, factors.y, factors.z))


def target_of(each):
    return each.getLinkedObject(True) if is_link(each) else each


def is_container(each):
    target = target_of(each)
    return any(target.isDerivedFrom(kind) for kind in CONTAINERS)


def members(container):
    target = target_of(container)
    return list(getattr(target, "ElementList", None) or getattr(target, "Group", None) or [])


def mesh_of(each):
    if not each.isDerivedFrom("Mesh::Feature") or each.Mesh.CountFacets == 0:
        return None
    return each.Mesh


def shape_of(objects):
    import Part as PartModule

    subname = "".join(each.Name + "." for each in objects[1:])
    shape = PartModule.getShape(objects[0], subname, needSubElement=False)
    return None if shape is None or shape.isNull() else shape


def has_solid(objects):
    shape = shape_of(objects)
    return shape is not None and bool(shape.Solids)


def has_faces(objects):
    shape = shape_of(objects)
    return shape is not None and bool(shape.Faces)


def is_helper(each):
    return HELPERS.match(target_of(each).TypeId) is not None


def body_of(each):
    """The body that a feature belongs to; None for everything else."""
    parent = each.getParentGeoFeatureGroup()
    return parent if parent is not None and parent.isDerivedFrom("PartDesign::Body") else None


def is_shown(each):
    return bool(getattr(each, "Visibility", True))


def is_operand(each, seen=()):
    """
    Whether another object that counts is made from this one. Without a window everything counts as visible, and with
    one a person may have shown an operand to see it.
    """
    for parent in each.InList:
        if parent in seen or not is_made_from(parent, each):
            continue
        if is_shown(parent) or is_operand(parent, (*seen, each)):
            return True
    return False


def is_made_from(parent, each):
    """A feature in a body only refers to what is outside; the body itself names what it begins with."""
    is_result = parent.isDerivedFrom("Part::Feature") and body_of(parent) is None
    if not is_result or is_link(parent) or is_helper(parent) or parent.TypeId in COPIES or is_clone(parent):
        return False
    return names(parent, each) and has_solid([parent])


def is_clone(each):
    """A clone of Draft: the original stays."""
    return type(getattr(each, "Proxy", None)).__name__ == "Clone"


def names(parent, each):
    """Whether a property of the parent that makes its shape names the object."""
    for name in parent.PropertiesList:
        if REFERENCES.match(name):
            continue
        value = getattr(parent, name, None)
        found = value if isinstance(value, (list, tuple)) else [value]
        for one in found:
            first = one[0] if isinstance(one, (list, tuple)) and one else one
            if first is each or one is each:
                return True
    return False


def wanted(document):
    """The parts to hand over, in the order of the tree."""
    return selected(document) or active_body(document) or visible(document)


def selected(document):
    if not FreeCAD.GuiUp:
        return []
    import FreeCADGui

    found = []
    for chosen in FreeCADGui.Selection.getSelectionEx(document.Name, 0):
        for subname in chosen.SubElementNames or ("",):
            found += named(chosen.Object, subname)
    return without_doubles(found)


def named(top, subname):
    """What a person has selected: `Assembly`, `Body.Pad.Face3`."""
    objects = [top]
    if body_of(top) is not None:
        objects = [body_of(top)]
    for name in subname.split("."):
        child = next((each for each in members(objects[-1]) if each.Name == name), None)
        if not is_container(objects[-1]) or child is None:
            break
        objects.append(child)
    if is_container(objects[-1]):
        return [part for each in members(objects[-1]) for part in below([*objects, each])]
    is_printable = mesh_of(target_of(objects[-1])) or (has_faces(objects) and not is_helper(objects[-1]))
    return [Part(objects)] if is_printable else []


def active_body(document):
    if not FreeCAD.GuiUp:
        return []
    import FreeCADGui

    window = FreeCADGui.getDocument(document.Name).ActiveView
    body = window.getActiveObject("pdbody") if hasattr(window, "getActiveObject") else None
    return [Part([body])] if body is not None and has_solid([body]) else []


def visible(document):
    """Solids and meshes; surfaces only where there is nothing else."""
    tops = [each for each in document.Objects if each.getParentGeoFeatureGroup() is None]
    tops = [each for each in tops if not each.isDerivedFrom("App::DocumentObjectGroup")]
    found = without_doubles(part for each in tops for part in below([each]))
    whole = [part for part in found if part.mesh or has_solid(part.objects)]
    return whole or found


def below(objects):
    """The parts of a visible object: itself, or the members of a container."""
    last = objects[-1]
    if not is_shown(last) or is_helper(last):
        return []
    if is_container(last):
        return [part for each in members(last) for part in below([*objects, each])]
    if mesh_of(target_of(last)):
        return [] if is_operand(last) else [Part(objects)]
    return [Part(objects)] if has_faces(objects) and not is_operand(last) else []


def without_doubles(parts):
    seen = {}
    for part in parts:
        seen.setdefault(part.source, part)
    return list(seen.values())
