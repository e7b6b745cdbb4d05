# imports: yaml, collections, re
# Representers, constructors and resolvers that are added to PyYAML's own classes.
import yaml, collections
class P:
    def __init__(s, x): s.x=x
yaml.add_representer(collections.OrderedDict, lambda d, v: d.represent_dict(v.items()))
print(yaml.dump(collections.OrderedDict(a=1)))
yaml.SafeDumper.add_representer(P, lambda d, v: d.represent_mapping("!p", {"x": v.x}))
print(yaml.safe_dump([P(3)]), yaml.dump([P(4)], Dumper=yaml.SafeDumper))
yaml.SafeLoader.add_constructor("!p", lambda l, n: ("P", l.construct_mapping(n)))
print(yaml.safe_load("!p {x: 3}"), yaml.load("!p {x: 3}", Loader=yaml.SafeLoader))
yaml.add_constructor("!q", lambda l, n: l.construct_scalar(n)*2, Loader=yaml.SafeLoader)
print(yaml.safe_load("a: !q xy"))
import re
yaml.add_implicit_resolver("!d", re.compile(r"^\d+d\d+$"), Loader=yaml.SafeLoader, first=list("0123456789"))
yaml.SafeLoader.add_constructor("!d", lambda l, n: ("dice", n.value))
print(yaml.safe_load("- 3d6\n- 12"))
yaml.add_multi_constructor("!m", lambda l, s, n: (s, n.value), Loader=yaml.SafeLoader)
print(yaml.safe_load("!m/a b"))
yaml.add_multi_representer(P, lambda d, v: d.represent_scalar("!s", "p"), Dumper=yaml.SafeDumper)
class Q(P): pass
print(yaml.safe_dump(Q(1)))
class My(yaml.SafeLoader): pass
My.add_constructor("!z", lambda l, n: 1)
print(yaml.load("!z 1", My), yaml.load("!p {x: 1}", My))
yaml.add_constructor("!w", lambda l, n: 9)
print(yaml.load("!w 1", Loader=yaml.FullLoader))
