# --- html with BeautifulSoup
from bs4 import BeautifulSoup
soup = BeautifulSoup("<div id='a'><p class='x'>One</p><p>Two <b>bold</b></p><a href='/u'>l</a></div>", "html.parser")
print(soup.p.text, [p.get_text() for p in soup.find_all("p")], soup.find("a")["href"], soup.select_one("#a .x").string, soup.find("p", class_="x").attrs)
for tag in soup.div.children:
    print(tag.name)
soup.b.decompose()
print(soup.find_all("p")[1].get_text(strip=True), soup.title is None)
# --- lxml
from lxml import etree, html
root = etree.fromstring("<r><i k='1'>a</i><i k='2'>b</i></r>")
print(root.xpath("//i[@k='2']/text()"), [e.get("k") for e in root], etree.tostring(root)[:3], html.fromstring("<p>x <b>y</b></p>").text_content())
# --- pydantic models
from typing import Optional
from pydantic import BaseModel, Field, ValidationError
class Person(BaseModel):
    name: str
    age: int = Field(ge=0)
    mail: Optional[str] = None
p = Person(name="Ann", age="31")
print(p.age, p.model_dump(), p.model_dump_json())
try:
    Person(name="x", age=-1)
except ValidationError as e:
    print(e.error_count(), e.errors()[0]["loc"])
# --- pydantic validators
from pydantic import BaseModel, field_validator
class Item(BaseModel):
    code: str
    tags: list[str] = []
    @field_validator("code")
    @classmethod
    def upper(cls, v):
        return v.upper()
print(Item(code="ab", tags=["x"]), Item.model_validate({"code": "q"}).code, Item.model_json_schema()["required"])
# --- yaml
import yaml
data = yaml.safe_load("a: 1\nb:\n  - x\n  - 2.5\n")
print(data, yaml.safe_dump({"k": [1, 2]}, default_flow_style=True), yaml.dump({"b": 1, "a": 2}, sort_keys=True))
# --- jinja2 in its sandbox
from jinja2.sandbox import SandboxedEnvironment
env = SandboxedEnvironment()
print(env.from_string("Hi {{ name|upper }}{% for i in items %} {{ i }}{% endfor %}").render(name="ann", items=[1, 2]))
# --- tabulate
from tabulate import tabulate
print(tabulate([["a", 1], ["b", 2]], headers=["n", "v"], tablefmt="github"))
# --- dateutil
from dateutil import parser, rrule, tz
from dateutil.relativedelta import relativedelta
from datetime import datetime
print(parser.parse("3 March 2024 10:30"), datetime(2024, 1, 31) + relativedelta(months=1), len(list(rrule.rrule(rrule.DAILY, count=3, dtstart=datetime(2024, 1, 1)))), tz.UTC.utcoffset(datetime(2024, 1, 1)))
# --- workbook in memory
import io
from openpyxl import Workbook, load_workbook
wb = Workbook()
ws = wb.active
ws.title = "data"
ws.append(["a", 1]); ws["C1"] = "=B1*2"
b = io.BytesIO()
wb.save(b)
again = load_workbook(io.BytesIO(b.getvalue()))
print(again.sheetnames, again["data"]["A1"].value, again["data"].max_column)
# --- parts of requests without a network
import requests
r = requests.Request("GET", "http://example.org/s", params={"q": "a b"}).prepare()
print(r.url, r.method, requests.codes.ok, requests.exceptions.RequestException.__name__, issubclass(requests.HTTPError, requests.RequestException))
# --- a model of pydantic from the attributes of an object
from pydantic import BaseModel, ConfigDict, Field

class Row:
    def __init__(self, name, size, parts=()):
        self.name, self.size, self.parts = name, size, list(parts)

class Part(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    name: str

class Whole(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    title: str = Field(validation_alias="name")
    size: int
    parts: list[Part] = []

print(Whole.model_validate(Row("a", "3", [Row("b", 1)])))
print(Part.model_validate(Row("c", 1), from_attributes=True).model_dump())
# --- a model of pydantic with private names in its data
from typing import Annotated, Literal, Union
from pydantic import BaseModel, Field, TypeAdapter

class Document(BaseModel):
    id: str = Field(alias="_id")
    rev: int = Field(alias="_rev", default=0)
    _seen: int = 0

document = Document.model_validate({"_id": "x1", "_rev": "4"})
print(document, document.model_dump(by_alias=True), document._seen)

class Cat(BaseModel):
    kind: Literal["cat"]

class Dog(BaseModel):
    kind: Literal["dog"]

print(TypeAdapter(list[Annotated[Union[Cat, Dog], Field(discriminator="kind")]]).validate_python([{"kind": "dog"}, {"kind": "cat"}]))
# --- yaml of ordinary data, tuples, sets and dates
import datetime
import yaml

print(yaml.dump({"a": [1, 2.5, None, True], "t": (1, 2), "s": {1}, "d": datetime.date(2024, 1, 2)}, sort_keys=True))
print(yaml.safe_dump([{"x": "y"}], default_flow_style=True))
# --- bytes of a model of scikit-learn
import pickle
import numpy as np
from sklearn.linear_model import LinearRegression

model = LinearRegression().fit(np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 3.0, 5.0]))
print(round(float(model.predict([[3.0]])[0]), 6))
# --- an answer that is an error, from the exception
import requests
r = requests.Response()
r.status_code, r.url, r.reason = 404, "http://example.org/x", "Not Found"
try:
    r.raise_for_status()
except requests.HTTPError as e:
    print(e, e.response.status_code, e.response is r, e.request)
# --- an invalid model, from the exception
import json
from pydantic import BaseModel, ValidationError
class M(BaseModel):
    n: int
try:
    M(n="x")
except ValidationError as e:
    print(e.error_count(), e.errors()[0]["loc"], e.title)
try:
    json.loads('{"a":')
except json.JSONDecodeError as e:
    print(e.pos, e.doc, e.msg)
# --- dataclasses of the code dumped by pydantic
import dataclasses
from typing import Any
from pydantic import BaseModel, TypeAdapter
@dataclasses.dataclass
class D:
    a: int
    _b: str = "mine"
class M(BaseModel):
    x: Any
    d: dict[str, Any] = {}
shared = [1, 2]
print(TypeAdapter(Any).dump_python([D(1), {"k": D(2)}]), M(x=D(3), d={"a": shared, "b": shared}).model_dump(), TypeAdapter(Any).dump_json({"q": (1, {2}, None)}))
# --- private fields of dataclasses of the code in JSON
import dataclasses
from pydantic_core import to_json, to_jsonable_python
from pydantic import BaseModel, TypeAdapter, computed_field

@dataclasses.dataclass
class Item:
    name: str
    _cache: dict = dataclasses.field(default_factory=dict)

@dataclasses.dataclass(slots=True)
class Slotted:
    _x: int = 1

@dataclasses.dataclass
class Below(Item):
    _more: int = 2

class Order(BaseModel):
    items: list[Item] = []
    price: float = 1.5
    @computed_field(repr=False)
    @property
    def _total(self) -> float:
        return self.price * len(self.items)

made = dataclasses.make_dataclass("Made", [("_a", int), ("b", int, 3)])
order = Order(items=[Item("a"), Item("b", {"k": 1})])
print(to_json([Item("n"), Slotted(), Below("m"), made(1)]), to_jsonable_python({"i": Item("n")}))
print(order.model_dump(), order.model_dump_json(), TypeAdapter(list[Below]).dump_python([Below("q")]))
print(order, Order.__private_attributes__, sorted(Below.__dataclass_fields__))
# --- models made by a function, and by a type
from typing import Generic, TypeVar
from pydantic import BaseModel, Field, RootModel, TypeAdapter, ValidationError, create_model
print(RootModel[list[int]](["1", 2]), RootModel[dict[str, float]].model_validate_json('{"a": 1}').root)
class Names(RootModel[list[str]]):
    def __iter__(self):
        return iter(self.root)
    def __getitem__(self, place):
        return self.root[place]
print(list(Names(["a", "b"])), Names(["x"])[0], Names.model_json_schema()["items"])
Point = create_model("Point", x=(int, 1), y=(float, Field(default=2, ge=0)))
print(Point(x="3"), Point.__name__, Point.model_fields["y"].default, repr(Point.model_validate({"y": 5})))
class Base(BaseModel):
    id: int = 0
    def label(self):
        return f"#{self.id}"
Tagged = create_model("Tagged", __base__=Base, tags=(list[str], []))
print(Tagged(id=4, tags=["t"]).label(), issubclass(Tagged, Base), Tagged.model_json_schema()["title"])
try:
    Point(y=-1)
except ValidationError as e:
    print(e.errors()[0]["type"], e.title)
Person = create_model("Person", **{"name": (str, ...), "age": (int, 18)})
print(TypeAdapter(list[Person]).validate_python([{"name": "Ann"}]))
T = TypeVar("T")
class Box(BaseModel, Generic[T]):
    item: T
print(Box[int](item="5"), Box[Person](item={"name": "Bo"}), Box[list[Point]](item=[{"x": 9}]), Box[RootModel[int]](item=3))
# --- private attributes of models of the code
from pydantic import BaseModel, PrivateAttr

class Base(BaseModel):
    _count: int = PrivateAttr(default=0)
    n: int = 1
    def add(self):
        self._count += 1
        return self._count

class Below(Base):
    _extra: list = PrivateAttr(default_factory=list)
    def __init__(self, **data):
        super().__init__(**data)
        self._extra.append(self.n)

one = Below(n=3)
print(one.add(), one.add(), one._count, one._extra, one.__pydantic_private__)
print(Below._count, sorted(Below.__private_attributes__), one.model_copy(update={"n": 4}), one == one.model_copy())
# --- validators that fill in objects of the code
from pydantic import BaseModel, ConfigDict
from pydantic.dataclasses import dataclass

class Checked(BaseModel):
    model_config = ConfigDict(validate_assignment=True)
    n: int = 1

@dataclass
class Point:
    x: int
    y: int = 0

checked = Checked(n="3")
checked.n = "5"
print(checked, Point("1"), Checked.__pydantic_validator__.validate_python({"n": 2}))
again = Checked.model_construct()
Checked.__pydantic_validator__.validate_python({"n": 7}, self_instance=again)
print(again, Checked.__pydantic_validator__.validate_assignment(again, "n", "8"))
# --- templates that import macros, extend and include each other
import jinja2
templates = {
    "macros": "{% macro cell(a, b=2) %}[{{ a }}|{{ b }}]{% endmacro %}{% macro _own() %}{% endmacro %}{% set title = 'T' %}",
    "base": "<{% block head %}h{% endblock %}:{% block body scoped %}{% endblock %}>",
    "page": "{% extends 'base' %}{% from 'macros' import cell, title as t with context %}{% block head %}{{ super() }}{{ t }}{% endblock %}{% block body %}{{ cell(1) }}{{ self.head() }}{% include 'part' %}{% include ['none', 'part'] ignore missing %}{% endblock %}",
    "part": "{% import 'macros' as m %}({{ m.cell(x, b=3) }}{{ loop is defined }})",
}
environment = jinja2.Environment(loader=jinja2.DictLoader(templates), extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols", "jinja2.ext.i18n"])
print(environment.get_template("page").render(x=5))
print(environment.from_string("{% from 'macros' import cell %}{% from 'macros' import nothing %}{{ cell('a') }}{{ nothing is defined }}").render())
# --- templates with loops, sets, calls and filters
import jinja2
environment = jinja2.Environment(autoescape=True, extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols", "jinja2.ext.i18n"])
environment.install_null_translations(newstyle=True)
print(environment.from_string("""{% set ns = namespace(n=0) %}{% for k, v in d|dictsort recursive %}{{ loop.index }}{{ k }}={{ loop(v|dictsort) if v is mapping else v }};{% set ns.n = ns.n + 1 %}{% else %}none{% endfor %}{{ ns.n }}""").render(d={"a": 1, "b": {"c": 2}}))
print(environment.from_string("""{% macro box() %}<b>{{ caller('<i>') }}{{ varargs }}{{ kwargs }}</b>{% endmacro %}{% call(x) box(1, k=2) %}{{ x }}{% endcall %}{% filter upper %}a{{ '<' }}{% endfilter %}{% set t %}x{{ 1 }}{% endset %}{{ t }}""").render())
print(environment.from_string("""{% for i in range(9) %}{% if i == 2 %}{% continue %}{% endif %}{% if i > 4 %}{% break %}{% endif %}{{ i }}{% endfor %}{% do l.append(1) %}{{ l }}{% trans n=2 %}one{% pluralize %}{{ n }} many{% endtrans %}{% autoescape false %}{{ '<' ~ 1 }}{% endautoescape %}""").render(l=[]))
# --- an extension of templates
import jinja2
from jinja2 import nodes
from jinja2.ext import Extension
class Shout(Extension):
    tags = {"shout"}
    mark = "!"
    def __init__(self, environment):
        super().__init__(environment)
        environment.extend(shout_times=2)
    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endshout"], drop_needle=True)
        return nodes.CallBlock(self.call_method("_shout", [self.attr("mark"), nodes.EnvironmentAttribute("shout_times")]), [], [], body).set_lineno(line)
    def _shout(self, mark, times, caller):
        return caller().upper() + mark * times
print(jinja2.Environment(extensions=[Shout]).from_string("{% shout %}hi {{ x }}{% endshout %}").render(x="you"))
# --- yaml by the compiled parser and writer
import yaml
data = {"a": [1, 2.5, None, True, {"b": [[], {}, "x: y"]}], "t": ["l" * 3, 10**20], "anchors": None}
shared = [1, 2]
data["anchors"] = [shared, shared]
text = yaml.dump(data, Dumper=yaml.CSafeDumper, sort_keys=True)
print(text, yaml.load(text, Loader=yaml.CSafeLoader) == data)
nested = "[" * 200 + "]" * 200
print(str(yaml.load(nested, Loader=yaml.CSafeLoader)).count("["), yaml.serialize(yaml.compose("a: [1, {b: c}]", Loader=yaml.CSafeLoader), Dumper=yaml.CSafeDumper))
# --- serializers of core schemas
from pydantic import BaseModel, RootModel, TypeAdapter, computed_field, field_serializer, model_serializer, model_validator
from pydantic_core import SchemaSerializer, core_schema as cs

class Point:
    def __init__(self, x, y):
        self.x, self.y, self._seen = x, y, 0

fields = {name: cs.model_field(cs.int_schema()) for name in "xy"}
shown = SchemaSerializer(cs.model_schema(Point, cs.model_fields_schema(fields)))
print(shown.to_python(Point(1, 2)), shown.to_json(Point(3, 4)))

class Node(BaseModel):
    name: str
    below: "list[Node]" = []
    @model_validator(mode="before")
    @classmethod
    def named(cls, data):
        return {"name": data} if isinstance(data, str) else data
    @model_validator(mode="after")
    def checked(self):
        return self
    @field_serializer("name")
    def upper(self, name) -> str:
        return name.upper()
    @computed_field
    @property
    def first(self) -> "Node | None":
        return self.below[0] if self.below else None

class Whole(BaseModel):
    a: int
    @model_serializer(mode="wrap")
    def all_of_it(self, handler):
        return {"whole": handler(self)}

class Names(RootModel[list[str]]):
    pass

class Open(BaseModel, extra="allow"):
    node: Node
    names: Names = Names(["q"])

print(Node(name="a", below=["b", {"name": "c"}]).model_dump(), Whole(a=1).model_dump_json())
print(Open(node="n", more=[1]).model_dump_json(), TypeAdapter(dict[str, Open]).dump_python({"k": Open(node="m")}))
