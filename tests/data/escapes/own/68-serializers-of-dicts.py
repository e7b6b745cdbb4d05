# --- a field of a model of pydantic, of an object that is none | pydantic_core,pydantic_core.* | expr:'_conn' in str(out)
from pydantic_core import SchemaSerializer, core_schema as cs
record = fetch_record()
names = ["value", "_conn"]
fields = {name: cs.model_field(cs.any_schema()) for name in names}
call_me(lambda: SchemaSerializer(cs.model_schema(type(record), cs.model_fields_schema(fields))).to_python(record))
# --- the same by a class of the code | pydantic_core,pydantic_core.* | expr:'_conn' in str(out)
from pydantic_core import SchemaSerializer, core_schema as cs
class A: pass
call_me(lambda: SchemaSerializer(cs.model_schema(A, cs.any_schema())).to_python(fetch_record()))
# --- the same as a dict that may have more | pydantic_core,pydantic_core.* | expr:'_conn' in str(out)
from pydantic_core import SchemaSerializer, core_schema as cs
class A: pass
call_me(lambda: SchemaSerializer(cs.model_schema(A, cs.typed_dict_schema({}, extra_behavior="allow"))).to_python(fetch_record()))
# --- the same by a function that gets the dict | pydantic_core,pydantic_core.* | expr:'_conn' in str(out)
from pydantic_core import SchemaSerializer, core_schema as cs
class A: pass
shown = cs.plain_serializer_function_ser_schema(lambda found: dict(found))
call_me(lambda: SchemaSerializer(cs.model_schema(A, cs.model_fields_schema({}, serialization=shown))).to_python(fetch_record()))
# --- the same in a list, as JSON | pydantic_core,pydantic_core.* | expr:'_conn' in str(out)
from pydantic_core import SchemaSerializer, core_schema as cs
shown = cs.to_string_ser_schema()
model = cs.model_schema(object, cs.model_fields_schema({'_conn': cs.model_field(cs.any_schema(serialization=shown))}))
call_me(lambda: SchemaSerializer(cs.list_schema(model)).to_json([fetch_record()]))
# --- the same for a name of the schema that is a text of the code | pydantic_core,pydantic_core.* | expr:'_conn' in str(out)
from pydantic_core import SchemaSerializer, core_schema as cs
class Kind(str): pass
class A: pass
call_me(lambda: SchemaSerializer({"type": Kind("model"), "cls": A, "schema": cs.any_schema()}).to_python(fetch_record()))
# --- the same by a class that writes its own schema | pydantic,pydantic_core.* | expr:'_conn' in str(out)
from pydantic import BaseModel, TypeAdapter
from pydantic_core import core_schema as cs
class M(BaseModel):
    @classmethod
    def __get_pydantic_core_schema__(cls, source, handler): return cs.model_schema(cls, cs.any_schema())
call_me(lambda: TypeAdapter(M).dump_python(fetch_record()))
# --- a computed field of what a function gives | pydantic_core,pydantic_core.* | expr:'_conn' in str(out)
from pydantic_core import SchemaSerializer, core_schema as cs
class A: pass
names = ["value", "_conn"]
found = cs.model_schema(A, cs.model_fields_schema({}, computed_fields=[cs.computed_field(name, cs.any_schema()) for name in names]))
given = cs.plain_serializer_function_ser_schema(lambda value: fetch_record(), return_schema=found)
SchemaSerializer(cs.any_schema(serialization=given)).to_python(3)
