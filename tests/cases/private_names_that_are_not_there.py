# imports: types, enum, re, numpy, pandas, fractions
# Private names under which an object has nothing, and those that belong to an interface.
import enum
import re
from collections import Counter, OrderedDict, defaultdict, deque
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pandas as pd


class Color(enum.Enum):
    RED = 1


objects = [Counter("ab"), OrderedDict(), defaultdict(int), deque(), SimpleNamespace(a=1), Color.RED, Fraction(1, 2), 3, "text", np.ones(2), re.match("a", "a")]
for one in objects:
    print(type(one).__name__, getattr(one, "_seen", "nothing"), hasattr(one, "_seen"))
    try:
        one._seen
    except AttributeError as error:
        print(error)
    try:
        one._seen()
    except AttributeError as error:
        print(error.name)
for one in (Counter, Fraction, SimpleNamespace, int):
    print(getattr(one, "_seen", "nothing"), hasattr(one, "_seen"))
    try:
        one._seen
    except AttributeError as error:
        print(error)

own = SimpleNamespace(_hidden=1, shown=2)
own._later = 3
print(own._hidden, own._later, own)
del own._later
print(getattr(own, "_later", "gone"))

print(pd.DataFrame({"a": [1]})._repr_html_()[:5], getattr(3, "_repr_html_", None))
