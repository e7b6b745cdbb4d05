# imports: yaml, jinja2, jinja2.sandbox, io, datetime, numpy, pandas, math
# Libraries whose texts could name what is the process's: plain texts mean what they always do.
import io

import math

import jinja2
import numpy as np
import pandas as pd
import yaml
from jinja2 import DictLoader, Environment, StrictUndefined, Template, TemplateSyntaxError, UndefinedError
from jinja2.sandbox import SandboxedEnvironment

text = """
name: &n report
when: 2024-05-06
values: [1, 2.5, true, null, 0x1f, !!python/tuple [1, 2]]
again: *n
"""
for loader in (yaml.FullLoader, yaml.Loader, yaml.CFullLoader, yaml.CLoader):
    print(loader, yaml.load(text, Loader=loader))
plain = text.replace("!!python/tuple ", "")
for loader in (yaml.SafeLoader, yaml.CSafeLoader, yaml.BaseLoader):
    print(yaml.load(plain, loader), yaml.load(io.StringIO(plain), Loader=loader)["name"])
print(yaml.safe_load(plain) == yaml.full_load(plain), list(yaml.load_all("a: 1\n---\n- b\n", Loader=yaml.SafeLoader)))
print(list(yaml.full_load_all("a: 1\n---\n- b\n")))
try:
    yaml.load("a: [1, 2", Loader=yaml.FullLoader)
except yaml.YAMLError as error:
    print(type(error).__name__, error)


class Own(yaml.SafeLoader):
    pass


Own.add_constructor("!double", lambda loader, node: 2 * int(loader.construct_scalar(node)))
print(yaml.load("a: !double 4", Loader=Own))

print(Template("Hello {{ name }}{% for x in xs %} {{ loop.index }}:{{ x|upper }}{% endfor %}").render(name="Ann", xs="ab"))
environment = Environment(loader=DictLoader({"base": "<{% block body %}{% endblock %}>", "page": "{% extends 'base' %}{% block body %}{{ v|shout }}{% endblock %}"}), undefined=StrictUndefined, trim_blocks=True)
environment.filters["shout"] = lambda value: value.upper() + "!"
print(environment.get_template("page").render(v="hi"), environment.from_string("{{ rows|sum(attribute='n') }}").render(rows=[{"n": 1}, {"n": 2}]))
print(isinstance(environment, Environment), isinstance(environment, jinja2.Environment), type(environment).__name__, Template("a").name)


class Order:
    total = 3

    def price(self, rate):
        return self.total * rate


macro = "{% macro cell(x) %}[{{ x }}]{% endmacro %}{% set ns = namespace(n=0) %}{% for i in range(3) %}{% set ns.n = ns.n + i %}{% endfor %}"
print(Template(macro + "{{ cell(order.price(2)) }}{{ ns.n }}{{ '%.2f'|format(3.14159) }}{{ order.missing }}").render(order=Order()))
for wrong in ("{{ 1 / 0 }}", "{% for x in %}", "{{ x.y.z }}", "{{ f() }}", "{{ nope|nofilter }}"):
    for make in (Template, Environment(undefined=StrictUndefined).from_string, SandboxedEnvironment().from_string):
        try:
            print(make(wrong).render())
        except (ZeroDivisionError, TemplateSyntaxError, UndefinedError, jinja2.TemplateError) as error:
            print(type(error).__name__, error)

frame = pd.DataFrame({"city": ["Rome", "Oslo"], "n": [3, 4]})
page = """{{ frame.to_html(index=False)|length > 100 }} {{ frame.n.sum() }} {{ frame['city'].str.upper().tolist() }}
{% for row in frame.itertuples() %}{{ row.Index }}={{ row.city }} {% endfor %}{% for i, row in frame.iterrows() %}{{ row.n }} {{ row['city'] }};{% endfor %}
{{ math.sqrt(16) }} {{ np.mean([1, 2]) }} {{ values.mean() }} {{ values.shape }} {{ values[1:]|list }} {{ order.price(3) }} {{ pairs.items()|list }}
{{ pairs._hidden }} {{ 'x={}'.format(5) }} {{ text.split(',')|join('-') }} {{ text.title() }} {{ call(4) }} {{ rows|map(attribute='n')|sum }} {{ rows|selectattr('n', '>', 1)|list }}
{{ rows|groupby('n')|length }} {{ rows|sort(attribute='n', reverse=true)|map(attribute='n')|list }} {{ dict(a=1).get('a') }} {{ frame.to_dict('records')|tojson }}"""
print(Template(page).render(frame=frame, math=math, np=np, values=np.arange(3), order=Order(), pairs={"a": 1, "_hidden": 2}, text="a,b", call=lambda x: x * 2, rows=[{"n": 1}, {"n": 2}]))
if yaml.__with_libyaml__:
    class CLoader(yaml.CSafeLoader): pass
    CLoader.add_constructor("!x", lambda loader, node: loader.construct_scalar(node) + "!")
    class CDumper(yaml.CSafeDumper): pass
    CDumper.add_representer(complex, lambda dumper, value: dumper.represent_scalar("!c", str(value)))
    print(yaml.load("a: !x b", CLoader), yaml.dump([1j], Dumper=CDumper))
class Including(yaml.SafeLoader):
    def __init__(self, stream):
        self.root = "root"
        super().__init__(stream)
Including.add_constructor("!include", lambda loader, node: f"{loader.root}/{loader.construct_scalar(node)}")
print(yaml.load("a: !include b.yml", Including))
