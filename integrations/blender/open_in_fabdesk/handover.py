"""
Talks with the `fabdesk` command, without waiting for it: `poll` is called by a timer. It knows nothing of the CAD program.
The same file is in the add-ins for FreeCAD and Blender, since each is installed by itself.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

# The installed program does not end when it has the files; the command does.
STARTS_WITHIN = 60


def find_command(chosen=""):
    """
    The person's choice, `FABDESK_COMMAND`, the Fabdesk that installed this add-in, the path, or where the installed program
    usually is. @returns the program with its first arguments, or None if it is nowhere
    """
    given = chosen or os.environ.get("FABDESK_COMMAND", "")
    if given:
        found = shutil.which(given)
    else:
        installer = installed_by()
        if installer:
            return installer
        found = shutil.which("fabdesk") or next((path for path in usual_places() if os.path.isfile(path)), None)
    return [found] if found else None


def installed_by():
    """None if a person has copied the add-in, or if that Fabdesk is gone."""
    here = os.path.dirname(os.path.abspath(__file__))
    for folder in (here, os.path.dirname(here)):
        try:
            with open(os.path.join(folder, "fabdesk-add-on.json"), encoding="utf-8") as file:
                command = json.load(file)["command"]
        except (OSError, ValueError, KeyError):
            continue
        if shutil.which(command[0]) and all(os.path.exists(path) for path in command[1:]):
            return command
    return None


def usual_places():
    if sys.platform == "darwin":
        return ["/Applications/Fabdesk.app/Contents/MacOS/Fabdesk"]
    if sys.platform == "win32":
        roots = [os.environ.get("LOCALAPPDATA", "") + "\\Programs", os.environ.get("PROGRAMFILES", "")]
        return [root + "\\" + folder + "\\Fabdesk.exe" for root in roots for folder in ("fabdesk", "Fabdesk")]
    return ["/opt/Fabdesk/fabdesk"]


class Running:
    """A call of the command. Its output goes to files, so that it never waits for a reader."""

    def __init__(self, arguments, language):
        self.stdout = tempfile.TemporaryFile()
        self.stderr = tempfile.TemporaryFile()
        self.began = time.monotonic()
        environment = dict(os.environ, LC_ALL="de_DE.UTF-8" if language == "de" else "en_US.UTF-8")
        # Libraries of the CAD program are none of this program's.
        for name in ("LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONPATH"):
            environment.pop(name, None)
        how = {"creationflags": 0x08000000} if sys.platform == "win32" else {"start_new_session": True}
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=self.stdout, stderr=self.stderr, env=environment, **how
        )

    @property
    def is_over(self):
        return self.process.poll() is not None

    @property
    def seconds(self):
        return time.monotonic() - self.began

    @property
    def code(self):
        return self.process.returncode

    def read(self, stream):
        stream.seek(0)
        return stream.read().decode("utf-8", "replace").strip()

    def text(self):
        return "\n".join(text for text in (self.read(self.stdout), self.read(self.stderr)) if text)

    def value(self):
        """What it printed as JSON; None if that is something else."""
        try:
            return json.loads(self.read(self.stdout))
        except ValueError:
            return None

    def end(self):
        if not self.is_over:
            self.process.terminate()


class Talk:
    """
    `files` have `path` and `source`, and are in millimetres. After `poll` has returned True: `problem`, or `lines` with what became of the
    files, `quotes` (None from the installed program, which shows prices itself), `plate`, and `report` for people if it is wanted.
    """

    def __init__(self, command, files, language, wants_report=False):
        self.command = command
        self.files = files
        self.language = language
        self.problem = None
        self.lines = []
        self.quotes = None
        self.plate = []
        self.report = ""
        self.wants_report = wants_report
        # Whether Fabdesk has the files.
        self.is_handed_over = False
        self.running = None
        self.steps = self.walk()
        next(self.steps)

    def poll(self):
        """@returns whether it is over"""
        try:
            if self.running.is_over or self.running.seconds > STARTS_WITHIN and not self.is_handed_over:
                self.steps.send(None)
        except StopIteration:
            return True
        return False

    def abandon(self):
        self.running.end()

    def walk(self):
        speaks = True
        for each in self.files:
            yield self.run("open", "--unit=mm", "--source=" + each.source, each.path)
            answer = self.running.text()
            self.lines += answer.splitlines()
            if not self.running.is_over:
                # The installed program, which has been started by this.
                speaks = False
            elif self.running.code != 0:
                self.problem = answer or None
                return
            elif not answer:
                speaks = False
        self.is_handed_over = True
        if not speaks:
            return
        paths = [each.path for each in self.files]
        yield self.run("quote", "--json", "--unit=mm", *paths)
        quotes = self.running.value()
        self.quotes = quotes if isinstance(quotes, list) else []
        yield self.run("call", "workspace.get")
        plate = self.running.value()
        self.plate = plate.get("plate", []) if isinstance(plate, dict) else []
        if self.wants_report:
            yield self.run("quote", "--unit=mm", *paths)
            self.report = self.running.text()

    def run(self, *arguments):
        self.running = Running([*self.command, *arguments], self.language)


def chosen_price(quote, source, plate):
    """
    The price in the material that the part on the plate has, or else the lowest of those that print.
    @returns (the price or None, quantity, whether it was chosen)
    """
    item = next((each for each in plate if each.get("file", {}).get("source") == source), {})
    prices = [each for each in quote.get("prices", []) if each.get("price") is not None]
    chosen = next((each for each in prices if each["materialId"] == item.get("materialId")), None)
    possible = [each for each in prices if each["verdict"]["level"] != "refused"]
    return chosen or (possible[0] if possible else None), item.get("quantity", 1), chosen is not None
