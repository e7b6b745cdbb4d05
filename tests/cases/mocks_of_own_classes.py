# imports: unittest.mock
"""`mock.patch` of the code's own classes, objects and dicts."""

from unittest import mock
from unittest.mock import DEFAULT, PropertyMock, patch


class Service:
    rate = 3

    def __init__(self, fetch=None):
        self.fetch = fetch

    def get(self, key):
        return f"real {key}"

    def use(self, key):
        return self.get(key).upper()

    @property
    def level(self):
        return 20

    @staticmethod
    def total(*numbers):
        return sum(numbers)


service = Service()
with mock.patch.object(Service, "get", return_value="fake") as get:
    print(service.use("k"), get.call_args, get.call_count)
print(service.use("k"))
with mock.patch.object(service, "get", side_effect=lambda key: key * 2):
    print(service.use("ab"), Service().use("ab"))
print(service.use("ab"), "get" in vars(service))


@patch.object(Service, "get")
@patch.object(Service, "rate", 7)
def decorated(get):
    get.return_value = "decorated"
    return service.use(1), Service.rate


print(decorated(), Service.rate)
with patch.object(Service, "level", new_callable=PropertyMock, return_value=99):
    print(service.level)
with patch.multiple(Service, rate=5, get=DEFAULT, total=staticmethod(lambda *numbers: -1)) as made:
    made["get"].return_value = "many"
    print(Service.rate, service.use(1), Service.total(1, 2), sorted(made))
print(service.level, Service.rate, Service.total(1, 2), service.use(2))
patcher = patch.object(Service, "rate", 1)
print(patcher.start(), Service.rate, patcher.stop(), Service.rate)
settings = {"a": 1}
with patch.dict(settings, {"b": 2}, c=3) as patched:
    print(patched is settings, settings)
with patch.dict(settings, clear=True):
    print(settings)
print(settings)
spec = mock.Mock(spec=Service)
spec.get.return_value = 5
print(spec.get("x"), isinstance(spec, Service), spec.get.call_args_list)
spec.get.assert_called_once_with("x")
for wrong in (
    lambda: spec.nothing,
    lambda: patch.object(Service, "nothing", 1).start(),
    lambda: patch.object(Service),
    lambda: spec.get.assert_called_with("y"),
    lambda: patch.object(Service, "rate", 1, spec=True).start(),
):
    try:
        print(wrong())
    except (AttributeError, AssertionError, TypeError) as e:
        print(type(e).__name__, e)
try:
    with patch.object(Service, "rate", 8):
        raise ValueError(Service.rate)
except ValueError as e:
    print(e, Service.rate)
# --- step: special methods
from unittest.mock import MagicMock, patch


class Client:
    def __init__(self, url):
        self.url = url

    def __len__(self):
        return 3

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


with patch.object(Client, "__init__", lambda self, url: setattr(self, "url", "patched")):
    print(Client("a").url)
with patch.object(Client, "__init__", return_value=None) as made:
    Client("b")
    print(made.mock_calls)
with patch.object(Client, "__len__", lambda self: 7), patch.object(Client, "__enter__", autospec=True) as entered:
    entered.return_value = "in"
    client = Client("c")
    with client as got:
        print(got, len(client), entered.call_args.args[0] is client)
print(Client("d").url, len(Client("e")))
