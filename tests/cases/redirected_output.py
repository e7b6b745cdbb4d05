# imports: contextlib, io, sys
import contextlib
import io
import sys

out = io.StringIO()
with contextlib.redirect_stdout(out) as target:
    print("inside")
    sys.stdout.write("written\n")
    with contextlib.redirect_stdout(io.StringIO()) as inner:
        print("innermost")
    print("again", file=sys.stdout)
print("outside", repr(out.getvalue()), target is out, repr(inner.getvalue()))
try:
    with contextlib.redirect_stdout(out):
        print("before the error")
        raise ValueError
except ValueError:
    print("restored", out.getvalue().count("\n"))
with contextlib.redirect_stdout(None):
    print("nowhere")
with contextlib.redirect_stdout(sys.stdout):
    print("to itself")


class Upper:
    def write(self, text):
        self.text = getattr(self, "text", "") + text.upper()


upper = Upper()
with contextlib.ExitStack() as stack:
    stack.enter_context(contextlib.redirect_stdout(upper))
    print("shout")
print(upper.text)
quiet = io.StringIO()
with contextlib.redirect_stderr(quiet):
    print("an error", file=sys.stderr)
    print("no error")
print(repr(quiet.getvalue()))
# --- step
print("each call starts with its own log")
