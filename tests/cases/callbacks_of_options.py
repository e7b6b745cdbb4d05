# imports: optparse, argparse
# Callbacks of parsers write into the values that the parser made.
import argparse
import optparse


def remember(option, name, value, parser, *args):
    setattr(parser.values, option.dest, (name, value, args))
    parser.values.seen = True


parser = optparse.OptionParser()
parser.add_option("--size", type="int", dest="size", action="callback", callback=remember, callback_args=(1,))
values, rest = parser.parse_args(["--size", "3", "file"])
print(values.size, values.seen, rest)
values.more = [1]
values.more.append(2)
del values.seen
print(values.more, hasattr(values, "seen"), values.ensure_value("size", 4))


class Twice(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values * 2)


parser = argparse.ArgumentParser()
parser.add_argument("--word", action=Twice)
print(parser.parse_args(["--word", "ab"]).word)
