# What `format_map` and `format` say of wrong arguments, whichever way they are called.
def tried(call):
    try:
        return call()
    except (TypeError, KeyError, IndexError) as error:
        return f"{type(error).__name__}: {error}"


class Keys(dict):
    def __missing__(self, key):
        return f"<{key}>"


text = "{a}"
bound, unbound = text.format_map, str.format_map
for _ in range(2):
    print(tried(lambda: text.format_map({"a": 1})), tried(lambda: text.format_map(Keys())), tried(lambda: bound({"a": 2})))
    print(tried(lambda: unbound(text, {"a": 3})), tried(lambda: unbound("x", {})))
    print(tried(lambda: text.format_map()), tried(lambda: text.format_map({"a": 1}, 2)), tried(lambda: text.format_map({})))
    print(tried(lambda: text.format_map(a=1)), tried(lambda: bound()), tried(lambda: bound({}, {})), tried(lambda: unbound(text)))
    print(tried(lambda: unbound(3, {})), tried(lambda: str.format(3)), tried(lambda: unbound()), tried(lambda: str.format()))
    print(tried(lambda: text.format()), tried(lambda: text.format(a=5)), tried(lambda: "{}".format()), tried(lambda: str.format("{} {a}", 1, a=2)))
