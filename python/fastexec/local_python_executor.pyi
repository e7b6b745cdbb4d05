# At run time this is the package itself under the name that the original's module has.
from fastexec import *  # noqa: F403
from fastexec import __version__ as __version__
