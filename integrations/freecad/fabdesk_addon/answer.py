"""The small window that shows what Fabdesk answered. It never blocks FreeCAD's own."""

import FreeCAD
import FreeCADGui
from PySide import QtCore, QtGui

from .texts import text

# Colour and sign, so that neither is needed alone.
SIGNS = {"prints": ("✓", "#1f8a5b"), "at-risk": ("!", "#a86400"), "refused": ("✕", "#c0342b"), "unknown": ("?", "#777777")}


class Answer(QtGui.QDialog):
    def __init__(self):
        super().__init__(FreeCADGui.getMainWindow())
        self.setObjectName("FabdeskAnswer")
        self.setWindowTitle("Fabdesk")
        self.resize(640, 300)
        layout = QtGui.QVBoxLayout(self)
        self.message = QtGui.QLabel()
        self.message.setWordWrap(True)
        self.message.setTextInteractionFlags(QtCore.Qt.TextSelectableByMouse)
        layout.addWidget(self.message)
        self.table = QtGui.QTreeWidget()
        self.table.setRootIsDecorated(False)
        self.table.setColumnCount(3)
        layout.addWidget(self.table)
        self.report = QtGui.QPlainTextEdit()
        self.report.setReadOnly(True)
        font = QtGui.QFont("monospace")
        font.setStyleHint(QtGui.QFont.Monospace)
        self.report.setFont(font)
        self.report.setLineWrapMode(QtGui.QPlainTextEdit.NoWrap)
        layout.addWidget(self.report)
        buttons = QtGui.QHBoxLayout()
        self.choose = QtGui.QPushButton()
        self.choose.clicked.connect(self.choose_command)
        buttons.addWidget(self.choose)
        buttons.addStretch()
        self.closing = QtGui.QPushButton()
        self.closing.clicked.connect(self.close)
        buttons.addWidget(self.closing)
        layout.addLayout(buttons)
        self.again = None

    def bring(self, has_table=False):
        """Its texts each time, since the language may have changed."""
        self.table.setHeaderLabels([text("part"), text("verdict"), text("price")])
        self.closing.setText(text("close"))
        self.choose.setText(text("choose"))
        self.choose.setVisible(False)
        self.table.setVisible(has_table)
        self.report.setVisible(False)
        self.show()
        self.raise_()

    def begin(self, files):
        self.bring(has_table=True)
        self.table.clear()
        for each in files:
            self.table.addTopLevelItem(QtGui.QTreeWidgetItem([each.label, "…", "…"]))
        self.fit()

    def fit(self):
        for column in range(3):
            self.table.resizeColumnToContents(column)

    def show_message(self, message):
        self.message.setText(message)

    def show_problem(self, message):
        self.bring()
        self.show_message(message)

    def show_rows(self, rows):
        self.table.clear()
        for row in rows:
            sign, colour = SIGNS.get(row.level, SIGNS["unknown"])
            item = QtGui.QTreeWidgetItem([row.label, sign + " " + text(row.level), row.price])
            item.setForeground(1, QtGui.QBrush(QtGui.QColor(colour)))
            self.table.addTopLevelItem(item)
        self.fit()

    def show_report(self, report):
        self.report.setPlainText(report)
        self.report.setVisible(True)
        # As high as is needed for both, and never less than a person has made it.
        self.resize(self.width(), max(self.height(), 560))

    def ask_for_command(self, again):
        self.show_problem(text("noCommand"))
        self.again = again
        self.choose.setVisible(True)

    def choose_command(self):
        path = QtGui.QFileDialog.getOpenFileName(self, text("choose"))[0]
        if not path:
            return
        FreeCAD.ParamGet("User parameter:BaseApp/Preferences/Mod/Fabdesk").SetString("Command", path)
        self.again()
