"""Runs programs, each in a namespace of its own: reads them as a JSON list from standard input, prints what each printed."""

import contextlib
import io
import json
import sys

printed = []
for code in json.load(sys.stdin):
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        exec(compile(code, "docs/calls", "exec"), {"__name__": "snippet"})
    printed.append(stream.getvalue())
json.dump(printed, sys.stdout)
