"""
Makes parts of known size and volume inside Blender, and exports each in every format that Blender writes: `blender --background
--python blender-parts.py` with FABDESK_OUT as the folder. Writes truth.json there. A unit of Blender is a metre; parts of 20 mm
are drawn as 0.02, and formats without a unit get millimetres by a factor, as a person sets it.
"""

import json
import math
import os

import bpy

OUT = os.environ["FABDESK_OUT"]
truth = {}
failed = {}


def op(name):
    group, operator = name.split(".")
    return getattr(getattr(bpy.ops, group), operator)


# By ending: the operator of 4.x, that of 3.x, and how each takes the factor for millimetres.
WRITERS = {
    "stl": (("wm.stl_export", {"export_selected_objects": True, "global_scale": 1000.0}),
            ("export_mesh.stl", {"use_selection": True, "global_scale": 1000.0})),
    "ascii.stl": (("wm.stl_export", {"export_selected_objects": True, "global_scale": 1000.0, "ascii_format": True}),
                  ("export_mesh.stl", {"use_selection": True, "global_scale": 1000.0, "ascii": True})),
    "obj": (("wm.obj_export", {"export_selected_objects": True, "global_scale": 1000.0}),),
    "ply": (("wm.ply_export", {"export_selected_objects": True, "global_scale": 1000.0}),
            ("export_mesh.ply", {"use_selection": True, "global_scale": 1000.0})),
    "glb": (("export_scene.gltf", {"use_selection": True, "export_format": "GLB", "export_apply": True}),),
    "gltf": (("export_scene.gltf", {"use_selection": True, "export_format": "GLTF_EMBEDDED", "export_apply": True}),),
    "dae": (("wm.collada_export", {"selected": True, "apply_modifiers": True}),),
    "x3d": (("export_scene.x3d", {"use_selection": True, "global_scale": 1000.0}),),
}


def export(name, objects, volume, size, **more):
    truth[name] = {"volume": volume, "size": size, "files": {}, **more}
    for each in bpy.context.view_layer.objects:
        each.select_set(each in objects)
    bpy.context.view_layer.objects.active = objects[0]
    for ending, ways in WRITERS.items():
        path = os.path.join(OUT, name + "." + ending)
        problems = []
        for operator, options in ways:
            try:
                op(operator)(filepath=path, **options)
                break
            except Exception as problem:
                problems.append(str(problem).splitlines()[0])
        if os.path.exists(path) and os.path.getsize(path) > 0:
            truth[name]["files"][ending] = os.path.basename(path)
        else:
            failed[name + "." + ending] = problems


def coloured(name, red, green, blue):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (red, green, blue, 1)
    return material


def cube(name, place, size):
    bpy.ops.mesh.primitive_cube_add(size=1, location=[value / 1000 for value in place])
    made = bpy.context.object
    made.name = name
    made.scale = [value / 1000 for value in size]
    return made


bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
bpy.ops.object.light_add(location=(1, 1, 1))

made = cube("Plate ä", (0, 0, 0), (30, 20, 5))
export("plate", [made], 3000, [30, 20, 5], label="Plate ä")

# A boolean that was not applied: files have what the window shows.
tool = cube("Tool", (0, 0, 0), (10, 10, 10))
bored = cube("Bored", (0, 0, 0), (30, 20, 5))
modifier = bored.modifiers.new("Hole", "BOOLEAN")
modifier.object, modifier.operation = tool, "DIFFERENCE"
export("modifier", [bored], 3000 - 10 * 10 * 5, [30, 20, 5])

red, blue = cube("Red", (0, 0, 0), (10, 10, 10)), cube("Blue", (20, 0, 0), (10, 10, 10))
red.data.materials.append(coloured("Red", 1, 0, 0))
blue.data.materials.append(coloured("Blue", 0, 0, 1))
export("coloured", [red, blue], 2000, [30, 10, 10], colours=2)

# Instances: turned, and mirrored by a negative scale, which turns the faces inside out unless an exporter minds.
bpy.ops.mesh.primitive_cone_add(vertices=4, radius1=0.01, radius2=0.004, depth=0.02, location=(0, 0, 0))
first = bpy.context.object
turned = first.copy()
turned.location, turned.rotation_euler = (0.04, 0, 0), (math.pi / 2, 0, 0)
mirrored = first.copy()
mirrored.location, mirrored.scale = (0.08, 0, 0), (-1, 1, 1)
for each in (turned, mirrored):
    bpy.context.collection.objects.link(each)
bpy.context.view_layer.update()
# A frustum with square ends, whose diagonals are 20 and 8 mm.
frustum = 20 / 3 * (200 + 32 + math.sqrt(200 * 32))
export("instances", [first, turned, mirrored], 3 * frustum, [100, 20, 20])

# A scene in inches: its numbers are shown otherwise, and stored in metres all the same.
bpy.context.scene.unit_settings.system = "IMPERIAL"
bpy.context.scene.unit_settings.length_unit = "INCHES"
inch = cube("Inch", (0, 0, 0), (25.4, 50.8, 76.2))
export("inch", [inch], 25.4**3 * 6, [25.4, 50.8, 76.2])

with open(os.path.join(OUT, "truth.json"), "w", encoding="utf-8") as stream:
    json.dump({"version": bpy.app.version_string, "parts": truth, "failed": failed}, stream, indent=1)
