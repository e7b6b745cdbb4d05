# imports: jinja2
# What stands for a missing variable of a template, by classes of the code.
import jinja2


class Marked(jinja2.Undefined):
    def __str__(self):
        return "<" + self._undefined_name + ">"

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return Marked(name=self._undefined_name + "." + name)


class Hinted(jinja2.ChainableUndefined):
    __slots__ = ()

    def __str__(self):
        return str(self._undefined_hint) + "?" + self._undefined_name


class Strict(jinja2.StrictUndefined):
    def __str__(self):
        return self._fail_with_undefined_error()


class Message(jinja2.DebugUndefined):
    def __str__(self):
        return self._undefined_message


text = "a {{ x }} {{ y.z }} {% if q %}1{% endif %} {{ known.missing }}"
for cls in (Marked, Hinted, Strict, Message):
    try:
        print(jinja2.Environment(undefined=cls).from_string(text).render(known=3))
    except jinja2.UndefinedError as error:
        print(error)
print(jinja2.Environment(undefined=Marked).from_string("{{ a.b.c }}").render())
