"""
The button in every workbench, and the entry in the menu File. FreeCAD builds both anew for each workbench, and hides toolbars
that it does not know.
"""

import FreeCAD
import FreeCADGui
from PySide import QtGui

from . import command

NAME = "Fabdesk_Open"
SHOWN = "ShowToolbar"


class Place:
    """The toolbar, and the one action that it and the menu show."""

    def __init__(self, window):
        self.window = window
        self.settings = FreeCAD.ParamGet(command.SETTINGS)
        resources = opener.GetResources()
        self.action = QtGui.QAction(QtGui.QIcon(command.ICON), resources["MenuText"], window)
        self.action.setToolTip(resources["ToolTip"])
        self.action.triggered.connect(lambda: FreeCADGui.runCommand(NAME))
        self.bar = QtGui.QToolBar("Fabdesk", window)
        self.bar.setObjectName("Fabdesk")
        self.bar.addAction(self.action)
        window.addToolBar(self.bar)
        # By the person; FreeCAD hides it without this.
        self.bar.toggleViewAction().triggered.connect(lambda is_on: self.settings.SetBool(SHOWN, is_on))
        window.workbenchActivated.connect(self.show)
        self.show()

    def show(self, *_):
        self.bar.toggleViewAction().setVisible(True)
        self.bar.setVisible(self.settings.GetBool(SHOWN, True))
        for menu in self.window.menuBar().findChildren(QtGui.QMenu):
            if menu.objectName() == "&File" and self.action not in menu.actions():
                menu.insertAction(after_export(menu), self.action)


def after_export(menu):
    """The action before which the entry stands; None at the end."""
    actions = menu.actions()
    at = next((at for at, each in enumerate(actions) if each.objectName() == "Std_Export"), len(actions) - 1)
    return actions[at + 1] if at + 1 < len(actions) else None


opener = command.OpenInFabdesk()
place = None


def install():
    global place
    FreeCADGui.addCommand(NAME, opener)
    place = Place(FreeCADGui.getMainWindow())
