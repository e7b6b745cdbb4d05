# imports: unittest.mock
from unittest.mock import AsyncMock, MagicMock, Mock, NonCallableMock, PropertyMock, create_autospec, patch

for kind in (Mock, MagicMock, NonCallableMock, AsyncMock):
    mock = kind()
    size = PropertyMock(return_value=8)
    type(mock).size = size
    print(kind.__name__, mock.size, size.call_count, hasattr(kind, "size"), hasattr(kind(), "size"), type(mock).__name__)
    mock.size = 5
    print(size.mock_calls)
    type(mock).label = property(lambda self: "made up")
    print(mock.label, type(mock).label is not None)
    del type(mock).label
    print(hasattr(type(mock), "label"))


class Account:
    def __init__(self, owner):
        self.owner = owner

    @property
    def balance(self):
        return 1


class Own(Mock):
    pass


own = Own()
type(own).rate = PropertyMock(side_effect=[1, ValueError("no rate")])
print(own.rate)
try:
    own.rate
except ValueError as error:
    print(error)
print(hasattr(Own, "rate"), hasattr(Mock, "rate"))
account = create_autospec(Account, instance=True)
type(account).balance = PropertyMock(return_value=100)
print(account.balance)
with patch.object(Account, "balance", new_callable=PropertyMock) as balance:
    balance.return_value = 3
    print(Account("a").balance)
mock = MagicMock()
type(mock.child).name_of = PropertyMock(return_value="inner")
print(mock.child.name_of, isinstance(mock.other.name_of, MagicMock))
