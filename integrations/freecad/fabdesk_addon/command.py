"""The command behind the button: finds the parts, writes them, hands them over, and shows what Fabdesk answers."""

import os

import FreeCAD

from . import exports, handover, parts
from .texts import amount, count_of_parts, language, text

ICON = os.path.join(os.path.dirname(os.path.dirname(__file__)), "Resources", "icons", "Fabdesk.svg")
SETTINGS = "User parameter:BaseApp/Preferences/Mod/Fabdesk"
# Ms between two looks at what the command has answered.
INTERVAL = 150


def say(message):
    FreeCAD.Console.PrintMessage("Fabdesk: " + message + "\n")


def say_problem(message):
    FreeCAD.Console.PrintError("Fabdesk: " + message + "\n")


class Row:
    """What is known of a part: `level` of the verdict, and texts."""

    def __init__(self, label, level, price):
        self.label = label
        self.level = level
        self.price = price

    def line(self):
        return "%s: %s, %s" % (self.label, text(self.level), self.price)


# The last price of each source in this session, with its currency and material.
last_prices = {}


def rows_of(files, talk):
    """Quotes are in the order of the files."""
    found = []
    for at, each in enumerate(files):
        quote = talk.quotes[at] if at < len(talk.quotes) else {}
        level = quote.get("verdict", {}).get("level", "unknown")
        found.append(Row(each.label, level, price_text(quote, each.source, talk.plate)))
    return found


def price_text(quote, source, plate):
    price, quantity, is_chosen = handover.chosen_price(quote, source, plate)
    if price is None:
        has_prices = any(each.get("price") is not None for each in quote.get("prices", []))
        return text("notPrinted" if has_prices else "noPrice")
    written = amount(price["price"], price["currency"])
    if is_chosen and quantity != 1:
        shown = text("each", count=quantity, price=written, material=price["title"])
    else:
        shown = text("in" if is_chosen else "from", price=written, material=price["title"])
    before = last_prices.get(source)
    last_prices[source] = price
    if before and before["materialId"] == price["materialId"] and before["currency"] == price["currency"]:
        difference = round(price["price"] - before["price"], 2)
        if difference != 0:
            sign = "+" if difference > 0 else "−"
            shown += " · " + text("change", change=sign + amount(abs(difference), price["currency"]))
    return shown


def write_parts(document):
    """@returns the files, or a sentence that says why there are none"""
    wanted = parts.wanted(document) if document else []
    if not wanted:
        return text("nothing")
    try:
        return exports.write(document, wanted)
    except OSError as problem:
        label, path = problem.args if len(problem.args) == 2 and not problem.errno else ("", exports.home())
        return text("exportFailed", label=label, path=path, problem=problem.strerror or "")


def command():
    return handover.find_command(FreeCAD.ParamGet(SETTINGS).GetString("Command", ""))


class OpenInFabdesk:
    """The command in FreeCAD's list of commands."""

    def __init__(self):
        self.talk = None
        self.files = []
        self.answer = None

    def GetResources(self):
        return {"Pixmap": ICON, "MenuText": text("menu"), "ToolTip": text("tip")}

    def IsActive(self):
        """Not while files are being handed over; prices may still be on their way."""
        return FreeCAD.ActiveDocument is not None and (self.talk is None or self.talk.is_handed_over)

    def Activated(self):
        from PySide import QtCore

        from .answer import Answer

        if self.talk:
            self.talk.abandon()
            self.talk = None
        self.answer = self.answer or Answer()
        found = command()
        if found is None:
            self.answer.ask_for_command(self.Activated)
            return
        files = write_parts(FreeCAD.ActiveDocument)
        if isinstance(files, str):
            say_problem(files)
            self.answer.show_problem(files)
            return
        self.files = files
        self.tell(text("handingOver", count=count_of_parts(len(files))))
        self.answer.begin(files)
        self.talk = handover.Talk(found, files, language(), wants_report=True)
        self.priced = False
        QtCore.QTimer.singleShot(INTERVAL, lambda talk=self.talk: self.follow(talk))

    def follow(self, talk):
        from PySide import QtCore

        if talk is not self.talk:
            return
        was_handed_over = talk.is_handed_over
        is_over = talk.poll()
        if talk.is_handed_over and not was_handed_over:
            for line in talk.lines:
                say(line)
            self.tell(text("pricing") if not is_over else text("started"))
        if talk.quotes is not None and (is_over or talk.plate) and not self.priced:
            self.priced = True
            rows = rows_of(self.files, talk)
            for row in rows:
                say(row.line())
            self.answer.show_rows(rows)
            self.tell(text("done", count=count_of_parts(len(rows))))
        if not is_over:
            QtCore.QTimer.singleShot(INTERVAL, lambda: self.follow(talk))
            return
        self.talk = None
        if not talk.is_handed_over:
            problem = talk.problem or text("silent")
            say_problem(problem)
            self.answer.show_problem(problem)
        elif talk.report:
            self.answer.show_report(talk.report)

    def tell(self, message):
        import FreeCADGui

        say(message)
        FreeCADGui.getMainWindow().statusBar().showMessage(message, 20000)
        self.answer.show_message(message)


def hand_over_now(document=None):
    """The same without a window (`freecadcmd`): waits for the answer. @returns whether Fabdesk has the parts"""
    import time

    found = command()
    files = write_parts(document or FreeCAD.ActiveDocument) if found else text("noCommand")
    if isinstance(files, str):
        say_problem(files)
        return False
    talk = handover.Talk(found, files, language())
    while not talk.poll():
        time.sleep(INTERVAL / 1000)
    if not talk.is_handed_over:
        say_problem(talk.problem or text("silent"))
        return False
    for line in talk.lines:
        say(line)
    for row in rows_of(files, talk) if talk.quotes else []:
        say(row.line())
    return True
