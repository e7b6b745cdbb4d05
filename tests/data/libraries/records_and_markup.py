# --- own serializers and JSON
from datetime import date
from pydantic import BaseModel, field_serializer, SecretStr
class E(BaseModel):
    day: date
    key: SecretStr = SecretStr("k")
    @field_serializer("day")
    def show(self, v):
        return v.strftime("%d.%m.%Y")
print(E(day="2024-02-03").model_dump_json(), E.model_validate_json('{"day": "2024-01-01"}').key, E(day="2024-02-03").model_copy(update={"day": date(2020, 1, 1)}))
# --- soup
from bs4 import BeautifulSoup, Comment, NavigableString
html = "<html><body><!--c--><ul class='l'><li id='a'>One</li><li>Two <b>x</b></li></ul><table><tr><td>1</td><td>2</td></tr></table></body></html>"
s = BeautifulSoup(html, "html.parser")
print(s.prettify(), [li.get_text(" ", strip=True) for li in s.select("ul.l > li")], s.find(id="a").find_next_sibling("li").b.parent.name, s.find(string=lambda t: isinstance(t, Comment)), [[c.text for c in r.find_all("td")] for r in s.find_all("tr")])
# --- soup by lxml
from bs4 import BeautifulSoup
s = BeautifulSoup("<p>a<p>b", "lxml")
print(s, s.p.next_sibling.text, BeautifulSoup("<r><i k='1'/></r>", "xml").i["k"], len(s.find_all(True)))
# --- soup is changed
from bs4 import BeautifulSoup
s = BeautifulSoup("<div><a href='u'>t</a></div>", "html.parser")
t = s.new_tag("b", attrs={"class": "k"}); t.string = "n"
s.a.insert_after(t); s.a["href"] = "v"; s.a.wrap(s.new_tag("i")); s.b.string.replace_with("m")
print(s, s.b.attrs, s.i.unwrap().name, s.div.decode_contents())
# --- small documents
import xml.dom.minidom, html.parser, json, csv, configparser, io
class P(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs): print("start", tag, attrs)
    def handle_data(self, data): print("data", data)
P().feed("<a href='x'>y</a>")
c = configparser.ConfigParser(); c.read_string("[s]\nk = 1\n")
print(xml.dom.minidom.parseString("<a><b/></a>").toprettyxml(indent=" "), c["s"].getint("k"), list(csv.reader(io.StringIO('a,"b,c"'))))
# --- sessions of requests
import requests
s = requests.Session()
s.headers.update({"X-A": "1"})
p = s.prepare_request(requests.Request("POST", "http://a.b", json={"k": 1}))
print(p.body, p.headers["X-A"], p.headers["Content-Type"], p.method)
# --- yaml and tables
import yaml
from tabulate import tabulate
print(yaml.safe_load("a: [1, 2]\nb: 2024-01-02\n"), yaml.dump({"b": [1], "a": None}), tabulate([[1, 2.5]], headers=["x", "y"], tablefmt="pipe"))
# --- elements of lxml
import copy
from lxml import etree
root = etree.fromstring("<r a='1'><i>x</i><i>y</i>tail</r>")
root.append(etree.Element("j", k="v")); etree.SubElement(root, "z").text = "t"
twin = copy.deepcopy(root)
twin[0].text = "changed"
print(etree.tostring(root, pretty_print=True).decode(), root.xpath("count(//i)"), [e.tag for e in root.iter()], root.find("i").text, twin[0].text, root.attrib["a"], etree.tostring(twin[0]))
# --- parsers of lxml
import io
from lxml import etree, html
p = etree.XMLParser(remove_blank_text=True, recover=True)
print(etree.tostring(etree.fromstring("<a> <b/> </a>", p)), [(e, n.tag) for e, n in etree.iterparse(io.BytesIO(b"<r><a/><b/></r>"))], etree.parse(io.BytesIO(b"<q/>")).getroot().tag, html.fromstring("<p>a <b>c</b></p>").text_content(), html.tostring(html.fromstring("<p>x</p>")))
try:
    etree.fromstring("<a>")
except etree.XMLSyntaxError as e:
    print(str(e)[:40])
# --- elements of the standard library
import copy, io
import xml.etree.ElementTree as ET
r = ET.fromstring("<r><i k='1'>a</i><i k='2'/></r>")
c = copy.deepcopy(r); c[0].text = "b"
ET.indent(c)
print(ET.tostring(c, encoding="unicode"), r[0].text, r.findall("i[@k='2']")[0].attrib, [(e, x.tag) for e, x in ET.iterparse(io.BytesIO(b"<a><b/></a>"), events=("start",))], ET.parse(io.StringIO("<z/>")).getroot().tag)
# --- computed fields
from pydantic import BaseModel, computed_field
from typing import Optional
class Box(BaseModel):
    w: int
    h: int = 2
    @computed_field
    @property
    def area(self) -> int:
        return self.w * self.h
    @computed_field(alias="n")
    def name(self) -> Optional[str]:
        return None
print(Box(w=3).model_dump(), Box(w=3).model_dump_json(by_alias=True), Box.model_json_schema(mode="serialization")["properties"]["area"])
# --- calls that are validated
import asyncio
from pydantic import Field, ValidationError, validate_call
from typing import Annotated
@validate_call(validate_return=True)
def f(a: int, b: str = "x", *, c: Annotated[float, Field(gt=0)] = 1) -> str:
    "doc"
    return b * a + str(c)
print(f("3"), f(2, b="q", c="2"), f.__name__, f.__doc__)
for bad in (lambda: f("no"), lambda: f(1, c=-1), lambda: f()):
    try:
        bad()
    except ValidationError as e:
        print([(d["type"], d["loc"]) for d in e.errors()])
class K:
    @validate_call
    def m(self, x: list[int]):
        return x
@validate_call
async def later(n: int):
    return n
print(K().m(("4", 5)), validate_call(lambda x: x)(3), asyncio.run(later("5")))
# --- functions as libraries and the code see them
import asyncio, inspect, types
import unittest.mock
def f(a, b=2): return a
async def g(): return 7
m = unittest.mock.create_autospec(f)
m.return_value = 5
print(m(1), m.call_count, type(f) is f.__class__, isinstance(f, types.FunctionType), asyncio.iscoroutinefunction(g), type(unittest.mock.Mock(spec=g)).__name__)
# --- parts that a package is made of
import json
class Spaced(json.encoder.JSONEncoder):
    def default(self, o): return list(o)
print(Spaced(indent=1).encode({"a": range(2)}), json.decoder.JSONDecoder().raw_decode("[1] x"))
# --- addresses by requests
import requests
print(requests.utils.quote("a b/c"), requests.utils.unquote("a%20b"), requests.utils.urlparse("http://a.b/c?d=1").netloc)
