# imports: yaml.*, dataclasses
# Objects of the code's classes as YAML: whole, and by PyYAML's own methods for objects.
from dataclasses import dataclass, field

import yaml


@dataclass
class Monster:
    name: str
    hp: int
    attacks: list = field(default_factory=list)


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a, self.b = a, b


class Said:
    def __init__(self, x):
        self.x = x

    def __getstate__(self):
        return {"said": self.x}

    def __setstate__(self, state):
        self.x = state["said"] * 2


class Empty:
    pass


cave = Monster("Cave lizard", 3, ["bite", "hurt"])
print(yaml.dump(cave))
print(yaml.dump({"party": [cave, cave], "more": Said(4)}, sort_keys=False))
print(yaml.dump([Slots(1, "x"), Empty()], default_flow_style=True))


def construct(loader, node):
    return loader.construct_yaml_object(node, Monster)


def represent(dumper, data):
    return dumper.represent_yaml_object("!monster", data, Monster, flow_style=False)


yaml.SafeLoader.add_constructor("!monster", construct)
yaml.SafeDumper.add_representer(Monster, represent)
text = yaml.safe_dump({"boss": cave})
print(text, yaml.safe_load(text)["boss"] == cave)
yaml.SafeLoader.add_constructor("!said", lambda loader, node: loader.construct_yaml_object(node, Said))
yaml.SafeDumper.add_representer(Said, lambda dumper, data: dumper.represent_yaml_object("!said", data, Said))
print(yaml.safe_dump(Said(3)), yaml.safe_load("!said {said: 5}").x)
try:
    yaml.safe_dump(Empty())
except yaml.representer.RepresenterError as error:
    print(error.args[0])
