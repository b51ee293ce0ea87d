"""Installs the add-on from a ZIP file (FABDESK_ADDON) in Blender, and hands over twice: before and after the file is saved."""

import os

import bpy

bpy.ops.preferences.addon_install(filepath=os.environ["FABDESK_ADDON"], overwrite=True)
bpy.ops.preferences.addon_enable(module="open_in_fabdesk")
bpy.ops.wm.save_as_mainfile(filepath=os.path.join(os.path.expanduser("~"), "part.blend"))
cube = bpy.data.objects["Cube"]
cube.name = "../Plate ä"
# A unit is a metre, and the cube is two of them wide.
cube.scale = (0.015, 0.01, 0.0025)
bpy.ops.object.select_all(action="DESELECT")
print("first", bpy.ops.export_scene.open_in_fabdesk())
cube.scale = (0.016, 0.01, 0.0025)
bpy.ops.mesh.primitive_uv_sphere_add(radius=0.005, location=(0.1, 0, 0))
bpy.ops.object.select_all(action="DESELECT")
print("second", bpy.ops.export_scene.open_in_fabdesk())
