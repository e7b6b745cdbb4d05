# imports: copy, math, dataclasses, numpy, pandas, json, operator
import copy, dataclasses, json, math, operator
import numpy as np, pandas as pd

settings = {"write": print, "read": pd.read_csv, "of": [math.comb, math.factorial, len, np.sum, json.dumps, sorted, isinstance, getattr]}
again = copy.deepcopy(settings)
again["write"]("hi", again["of"][0](5, 2), again["of"][1](4), again["of"][-1](3, "real"))
print(again is settings, again["of"] is settings["of"], all(a is b for a, b in zip(again["of"][2:6], settings["of"][2:6])))
print(copy.copy(print) is print, copy.copy(math.comb)(4, 2))


@dataclasses.dataclass
class Step:
    name: str
    apply: object = print
    options: dict = dataclasses.field(default_factory=lambda: {"key": math.comb})


step = Step("s")
print(sorted(dataclasses.asdict(step)), dataclasses.asdict(step)["options"]["key"](3, 1), copy.deepcopy(step).options["key"](4, 1))
copy.deepcopy(step).apply("done")
print(print.__doc__.splitlines()[0], copy.deepcopy({"a": operator.itemgetter(1)})["a"]([1, 2]))
