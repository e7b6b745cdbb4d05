# imports: weakref, types
"""Proxies of objects of the code's classes: what is done with one is done with the object."""

import weakref


class Node:
    kind = "node"

    def __init__(self, name):
        self.name, self.parent, self.children = name, None, []

    def add(self, child):
        child.parent = weakref.proxy(self)
        self.children.append(child)
        return child

    def path(self):
        return (self.parent.path() + "/" if self.parent else "") + self.name

    def __len__(self):
        return len(self.children) + 1

    def __iter__(self):
        return iter(self.children)

    def __getitem__(self, place):
        return self.children[place].name

    def __contains__(self, name):
        return any(child.name == name for child in self.children)

    def __add__(self, other):
        return f"{self.name}+{other}"

    def __call__(self, *names):
        return [self.name, *names]

    def __str__(self):
        return f"<{self.name}>"

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


root = Node("root")
leaf = root.add(Node("a")).add(Node("b"))
print(leaf.path(), leaf.parent.name, len(root), root[0], "a" in root)

proxy = weakref.proxy(root)
proxy.name = "top"
proxy.extra = [1]
proxy.extra.append(2)
print(root.name, root.extra, proxy.kind, hasattr(proxy, "nothing"), getattr(proxy, "nothing", 5), hasattr(proxy, "__len__"))
del proxy.extra
setattr(proxy, "other", 3)
print(hasattr(root, "extra"), root.other, str(proxy), f"{proxy!s}", "{0.name}".format(proxy), proxy + 1, proxy(2, 3))
print(len(proxy), [child.name for child in proxy], proxy[0], "a" in proxy, bool(proxy), proxy == root, root == proxy, isinstance(proxy, Node), proxy.__class__ is Node)
print(type(proxy).__name__, type(proxy) is weakref.CallableProxyType, weakref.getweakrefcount(root), proxy is weakref.proxy(root))
match proxy:
    case Node(name="top", kind=kind):
        print("matched", kind)
for wrong in (lambda: hash(proxy), lambda: proxy.missing, lambda: weakref.proxy(), lambda: weakref.proxy(1, 2, 3)):
    try:
        print(wrong())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)


def gone(reference):
    print("gone", type(reference).__name__)


class Plain:
    def __init__(self):
        self.value = 1


watched = Plain()
proxies = [weakref.proxy(watched, gone), weakref.proxy(watched)]
proxies[0].value += 1
print(watched.value, [p.value for p in proxies])
del watched
for act in (lambda p: p.value, lambda p: setattr(p, "value", 1), lambda p: delattr(p, "value"), lambda p: str(p), lambda p: p(), lambda p: hasattr(p, "value")):
    try:
        print(act(proxies[0]))
    except (ReferenceError, TypeError) as e:
        print(type(e).__name__, e)
