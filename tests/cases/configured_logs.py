# imports: io, logging, logging.config, sys
# `logging.config.dictConfig`: plain handlers, and classes and functions of the code.
import io
import logging
import logging.config
import sys


class Shout(logging.Formatter):
    def __init__(self, mark="!"):
        super().__init__()
        self.mark = mark

    def format(self, record):
        return record.getMessage().upper() + self.mark


class Kept(logging.Handler):
    def __init__(self, limit=2):
        super().__init__()
        self.limit, self.lines = limit, []

    def emit(self, record):
        self.lines = [*self.lines, self.format(record)][-self.limit :]


class NoSecrets(logging.Filter):
    def filter(self, record):
        return "secret" not in record.getMessage()


def loud(mark):
    return Shout(mark * 2)


old = logging.getLogger("old")
out = io.StringIO()
config = {
    "version": 1,
    "formatters": {
        "plain": {"format": "%(levelname)s %(name)s: %(message)s"},
        "braces": {"format": "{levelname}-{message}", "style": "{"},
        "shout": {"()": Shout, "mark": "?"},
        "loud": {"()": "__main__.loud", "mark": "#"},
        "by class": {"class": "__main__.Shout"} if False else {"()": "logging.Formatter", "fmt": "%(message)s."},
    },
    "filters": {"safe": {"()": "__main__.NoSecrets"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain", "stream": "ext://sys.stdout", "level": "INFO"},
        "memory": {"class": "logging.StreamHandler", "formatter": "shout", "stream": out, "filters": ["safe"]},
        "kept": {"class": "__main__.Kept", "limit": 1, "formatter": "loud"},
        "none": {"class": "logging.NullHandler"},
    },
    "loggers": {
        "app": {"handlers": ["console", "memory"], "level": "DEBUG", "propagate": False},
        "app.db": {"level": "ERROR"},
    },
    "root": {"level": "WARNING", "handlers": ["kept", "none"]},
}
logging.config.dictConfig(config)
app = logging.getLogger("app")
app.info("started %d", 3)
app.debug("a secret")
app.debug("quiet")
logging.getLogger("app.db").warning("not said")
logging.getLogger("app.db").error("said")
logging.getLogger("other").warning("to the root")
logging.getLogger("other").info("below")
old.error("disabled")
print(out.getvalue(), logging.getLogger().handlers[0].lines, old.disabled)
print([type(handler).__name__ for handler in app.handlers], app.level, app.propagate, logging.getLogger("app.db").getEffectiveLevel())
# --- step: what is wrong with a configuration
wrong = [
    {},
    {"version": 2},
    {"version": 1, "handlers": {"h": {"class": "logging.StreamHandler", "formatter": "none"}}},
    {"version": 1, "handlers": {"h": {"class": "logging.StreamHandler", "level": "LOUD"}}},
    {"version": 1, "root": {"handlers": ["nobody"]}},
    {"version": 1, "formatters": {"f": {"format": "%(message", "style": "%"}}},
    {"version": 1, "handlers": {"h": {"formatter": "x"}}},
    {"version": 1, "loggers": {"a": {"level": "NO"}}},
]
for config in wrong:
    try:
        logging.config.dictConfig(config)
    except Exception as error:
        print(type(error).__name__, error, "|", repr(error.__cause__))
logging.config.dictConfig({"version": 1, "incremental": True, "loggers": {"app": {"level": "ERROR"}}})
print(logging.getLogger("app").level)
# --- records made of dicts
import logging

record = logging.makeLogRecord({"msg": "hi %s", "args": ("a",), "levelno": 30, "levelname": "WARNING", "name": "z", "extra1": 5})
print(record.getMessage(), record.extra1, record, isinstance(record, logging.LogRecord))
print(logging.Formatter("%(levelname)s:%(name)s:%(message)s %(extra1)s").format(record))
given = {"msg": "kept"}
print(logging.makeLogRecord(given).msg, given, logging.makeLogRecord({}).name)
