"""Runs a program without its output and prints: clock ms, CPU ms, peak resident memory in bytes, exit code."""
import os
import sys
import time

null = os.open(os.devnull, os.O_RDWR)
files = [(os.POSIX_SPAWN_DUP2, null, fd) for fd in (0, 1, 2)]
started = time.perf_counter()
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=files)
_, status, usage = os.wait4(child, 0)
clock = time.perf_counter() - started
unit = 1 if sys.platform == "darwin" else 1024
code = os.waitstatus_to_exitcode(status)
print(clock * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss * unit, code)
