# imports: json, os.path, xml.etree.ElementTree
import math
import math as m, json
import xml.etree.ElementTree as ET
from math import pi, sqrt as root
from collections import *
from itertools import (chain, count,)

print(math.floor(2.5), m is math, root(16), round(pi, 3), json.dumps([1]), Counter("aab")["a"], list(chain([1], [2])), next(count(5)))
print(ET.fromstring("<a><b x='1'/></a>")[0].get("x"))


def f():
    import statistics
    from datetime import date as D

    return statistics.mean([1, 3]), D(2024, 1, 2).year


print(f())
try:
    import not_a_module_at_all
except ImportError as e:
    print("ImportError")
try:
    from math import nonexistent
except ImportError as e:
    print("no such name")
try:
    import os
except ImportError as e:
    print("refused or missing")
else:
    print("refused or missing")


class C:
    from math import tau

    import math as inner


print(round(C.tau, 2), C.inner.e > 2)
for name in ("a",):
    import re
print(re.sub("a", "b", "aaa"))
if True:
    from math import cos as cosine
print(cosine(0))
for source in ("math", "collections"):
    try:
        if source == "math":
            from math import nothing
        else:
            from collections import nothing
    except ImportError as e:
        print(e.name, getattr(e, "name_from", "before 3.12"), type(e.path).__name__, str(e).split("(")[0])
