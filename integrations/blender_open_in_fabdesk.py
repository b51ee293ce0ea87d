"""Open in Fabdesk: writes the selected objects as one STL file and hands it to the Fabdesk that runs.

Install: Edit > Preferences > Add-ons > Install from Disk, choose this file and switch it on. Then File > Export > Open in
Fabdesk. The next export updates the part on the plate: Fabdesk knows it by the document and by
what is selected. For Blender 4.2 or newer.
"""

import os
import shutil
import subprocess
import zlib

import bpy

bl_info = {
    "name": "Open in Fabdesk",
    "blender": (4, 2, 0),
    "category": "Import-Export",
    "location": "File > Export",
}

# The `fabdesk` command, or FABDESK_COMMAND where it is not in the path.
COMMAND = os.environ.get("FABDESK_COMMAND", "fabdesk")


def file_name():
    """In a folder for the document: two of one name, and those that were never saved, must not share a file."""
    key = bpy.data.filepath or str(os.getpid())
    folder = os.path.join(os.path.expanduser("~"), "Fabdesk", "%08x" % zlib.crc32(key.encode()))
    os.makedirs(folder, exist_ok=True)
    name = bpy.path.display_name_from_filepath(bpy.data.filepath) or "untitled"
    return os.path.join(folder, os.path.basename(name) + ".stl")


def source_of(context, path):
    """The document, and behind # what of it; one that was never saved has only its file."""
    names = sorted(each.name for each in context.selected_objects)
    return (bpy.data.filepath or path) + "#" + "+".join(names)


class OpenInFabdesk(bpy.types.Operator):
    """Hand the selected objects to Fabdesk"""

    bl_idname = "export_scene.open_in_fabdesk"
    bl_label = "Open in Fabdesk"

    def execute(self, context):
        if shutil.which(COMMAND) is None:
            self.report({"ERROR"}, "The fabdesk command was not found. Set FABDESK_COMMAND to its path.")
            return {"CANCELLED"}
        path = file_name()
        # Lengths are stored in metres, whatever the scene shows; the file gets millimetres.
        scale = 1000.0 * context.scene.unit_settings.scale_length
        bpy.ops.wm.stl_export(filepath=path, export_selected_objects=True, global_scale=scale)
        quiet = subprocess.DEVNULL
        program = subprocess.Popen(
            [COMMAND, "open", "--unit=mm", "--source=" + source_of(context, path), path],
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            start_new_session=True,
        )
        try:
            code = program.wait(timeout=20)
        except subprocess.TimeoutExpired:
            # The installed program has been started by this.
            code = 0
        if code == 0:
            self.report({"INFO"}, "Fabdesk has " + path)
            return {"FINISHED"}
        self.report({"ERROR"}, "Fabdesk did not take " + path + ". Is it running?")
        return {"CANCELLED"}


def menu_item(self, _context):
    self.layout.operator(OpenInFabdesk.bl_idname)


def register():
    bpy.utils.register_class(OpenInFabdesk)
    bpy.types.TOPBAR_MT_file_export.append(menu_item)


def unregister():
    bpy.types.TOPBAR_MT_file_export.remove(menu_item)
    bpy.utils.unregister_class(OpenInFabdesk)
