"""FreeCAD runs this when its window starts."""

from fabdesk_addon import toolbar

toolbar.install()
