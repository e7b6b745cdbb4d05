# imports: pprint, textwrap, argparse, configparser, queue, asyncio, scipy.integrate, numpy, matplotlib.*
"""Classes of libraries that are made to be derived from: their methods with one underscore, asked by `super()` and `self`."""

import argparse
import asyncio
import configparser
import queue


class Help(argparse.HelpFormatter):
    def _format_action_invocation(self, action):
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        default = self._get_default_metavar_for_optional(action)
        return ", ".join(action.option_strings) + " " + self._format_args(action, default)

    def _split_lines(self, text, width):
        if text.startswith("R|"):
            return text[2:].splitlines()
        return super()._split_lines(text, width)

    def _get_help_string(self, action):
        text = super()._get_help_string(action)
        if "%(default)" not in text and action.default not in (None, argparse.SUPPRESS):
            text += " (default: %(default)s)"
        return text


class Upper(argparse.RawDescriptionHelpFormatter, argparse.ArgumentDefaultsHelpFormatter):
    def __init__(self, prog):
        super().__init__(prog, max_help_position=40, width=70)

    def add_usage(self, usage, actions, groups, prefix=None):
        return super().add_usage(usage, actions, groups, prefix or "Use: ")

    def _fill_text(self, text, width, indent):
        return super()._fill_text(text.upper(), width, indent)

    def _format_usage(self, usage, actions, groups, prefix):
        kept = [action for action in actions if action.dest != "secret"]
        return super()._format_usage(usage, kept, groups, prefix)

    def _format_action(self, action):
        return super()._format_action(action) + "\n"

    def _metavar_formatter(self, action, default_metavar):
        return super()._metavar_formatter(action, default_metavar)


def options(formatter):
    parser = argparse.ArgumentParser(prog="tool", formatter_class=formatter, description="a\n  b", epilog="the end", add_help=formatter is Help)
    parser.add_argument("-x", "--ex", type=int, default=3, help="R|one\ntwo", choices=[1, 2, 3])
    parser.add_argument("-q", "--quiet", action="store_true", help="be quiet")
    parser.add_argument("--secret", action=argparse.BooleanOptionalAction, help="hm")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--left", action="store_const", const=1, help="go left")
    either.add_argument("--right", action="count", help="go right")
    commands = parser.add_subparsers(dest="command", help="what to do", metavar="COMMAND")
    commands.add_parser("run", help="runs")
    commands.add_parser("stop", help="stops")
    return parser


print(options(Help).format_help())
print(options(Upper).format_help())
# --- step: the parser itself


class Parser(argparse.ArgumentParser):
    def _check_value(self, action, value):
        if action.choices is not None and isinstance(value, str) and value.lower() in action.choices:
            return
        super()._check_value(action, value)

    def _get_values(self, action, arg_strings):
        values = super()._get_values(action, arg_strings)
        return values.lower() if isinstance(values, str) else values

    def error(self, message):
        raise ValueError(message)


parser = Parser(prog="tool")
parser.add_argument("mode", choices=["a", "b"])
print(parser.parse_args(["A"]))
try:
    parser.parse_args(["c"])
except ValueError as error:
    print(error)
# --- step: what was added can be changed
parser = argparse.ArgumentParser(prog="tool", add_help=False)
action = parser.add_argument("--x", type=int, default=3)
action.help = "how many (%(default)s, not %(metavar)s)"
action.metavar = "N"
action.default = 5
action.required = True
group = parser.add_argument_group("more")
mode = group.add_argument("--mode")
mode.choices = ["one", "two"]
group.title = "Even more"
print(parser.format_help())
print(parser.parse_args(["--x", "1"]), action.help, mode.choices, action == action, action != mode, len({action, mode}))
try:
    action.nonsense
except AttributeError:
    print("no such thing")
# --- step: other libraries


class Config(configparser.ConfigParser):
    def optionxform(self, option):
        return option

    def _read(self, lines, name):
        print("reading", name)
        return super()._read(lines, name)

    def _convert_to_boolean(self, value):
        return True if value == "ja" else super()._convert_to_boolean(value)


config = Config()
config.read_string("[A]\nKey = ja\nother = off\n")
print(dict(config["A"]), config["A"].getboolean("Key"), config.getboolean("A", "other"))


class Once(queue.Queue):
    def _init(self, maxsize):
        super()._init(maxsize)
        self.seen = set()

    def _put(self, item):
        if item not in self.seen:
            self.seen.add(item)
            super()._put(item)

    def _get(self):
        return ("got", super()._get())


once = Once()
for item in [1, 2, 1, 3]:
    once.put(item)
print([once.get() for _ in range(once.qsize())])
# --- step: texts
import pprint
import textwrap


class Wrapper(textwrap.TextWrapper):
    def _split(self, text):
        return [chunk.upper() for chunk in super()._split(text)]

    def _handle_long_word(self, chunks, line, length, width):
        print("long", chunks[-1])
        return super()._handle_long_word(chunks, line, length, width)


print(Wrapper(width=20).fill("the quick brown fox jumps over unbelievablylongwordsfromelsewhere and so on"))


class Printer(pprint.PrettyPrinter):
    def _format(self, value, *args):
        return super()._format(round(value, 2) if isinstance(value, float) else value, *args)


Printer(width=30).pprint({"a": [1.23456, 2.5], "b": {"c": 3.14159, "d": list(range(12))}})
# --- step: solvers
import numpy as np
from scipy.integrate import RK45, solve_ivp


class Counting(RK45):
    steps = 0

    def _step_impl(self):
        Counting.steps += 1
        return super()._step_impl()


solution = solve_ivp(lambda t, y: -y, (0, 1), [1.0], method=Counting, dense_output=True)
print(Counting.steps > 0, np.round(solution.y[0, -1], 3), solution.status, np.round(solution.sol(0.5), 3))
# --- step: axes
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.projections import register_projection
from matplotlib.projections.polar import PolarAxes


class Radar(PolarAxes):
    name = "radar of the case"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.set_theta_zero_location("N")

    def _init_axis(self):
        super()._init_axis()

    def _gen_axes_patch(self):
        patch = super()._gen_axes_patch()
        print(type(patch).__name__)
        return patch

    def _gen_axes_spines(self):
        return super()._gen_axes_spines()


register_projection(Radar)
figure, axes = plt.subplots(subplot_kw={"projection": "radar of the case"})
axes.plot([0, 1, 2], [1, 2, 3])
print(sorted(axes.spines))


class Logged(asyncio.Queue):
    def _get(self):
        item = super()._get()
        print("got", item)
        return item


async def logged():
    items = Logged()
    items.put_nowait(1)
    await items.put(2)
    return [await items.get(), items.get_nowait(), items.empty()]


print(asyncio.run(logged()))
