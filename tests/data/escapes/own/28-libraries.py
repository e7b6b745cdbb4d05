# --- a matrix written by a path | scipy.* | expr: mod('os').path.exists('/tmp/fastexec-matrix.mtx')
import scipy.io
scipy.io.mmwrite('/tmp/fastexec-matrix', [[1.0]])
# --- a matrix written by a keyword | scipy.* | expr: mod('os').path.exists('/tmp/fastexec-matrix.mtx')
import scipy.io
scipy.io.mmwrite(a=[[1.0]], target='/tmp/fastexec-matrix.mtx')
# --- a matrix written by map | scipy.* | expr: mod('os').path.exists('/tmp/fastexec-matrix.mtx')
import scipy.io
list(map(scipy.io.mmwrite, ['/tmp/fastexec-matrix.mtx'], [[[1.0]]]))
# --- a matrix read by a path | scipy.* | cap
import scipy.io
scipy.io.mmread('/etc/hostname')
# --- facts about a matrix read by a path | scipy.* | cap
import scipy.io
scipy.io.mminfo('/etc/hostname')
# --- the module below opens a file | scipy.* | expr: mod('os').path.exists('/tmp/fastexec-matrix.mtx')
import scipy.io._fast_matrix_market._fmm_core as f
f.open_write_file('/tmp/fastexec-matrix.mtx', f.header(shape=(2, 2)), 1, 8)
# --- threads of joblib write files | sklearn.*,scipy.* | expr: mod('os').path.exists('/tmp/fastexec-joblib.mat')
from sklearn.utils.parallel import Parallel, delayed
from scipy.io import savemat
Parallel(n_jobs=2, backend='threading')(delayed(savemat)('/tmp/fastexec-joblib.mat', {'a': 1}) for i in range(2))
# --- a pool of threads in multiprocessing | multiprocessing.pool,os.path | leak
import multiprocessing.pool
multiprocessing.pool.ThreadPool(1).map(open, ['/etc/hostname'])[0].read()
# --- functions for everybody's XPath | lxml,lxml.etree | expr: __import__('lxml.etree').etree.fromstring('<a/>').xpath('pwned()')
from lxml import etree
etree.FunctionNamespace(None)['pwned'] = lambda context: 'pwned'
# --- classes of everybody's elements | lxml,lxml.etree | expr: type(__import__('lxml.etree').etree.fromstring('<a/>')).__name__ == 'E'
from lxml import etree
class E(etree.ElementBase): pass
etree.set_element_class_lookup(etree.ElementDefaultClassLookup(element=E))
# --- low level functions | scipy.* | cap
from scipy import LowLevelCallable
import scipy.linalg.cython_lapack as c
from scipy.integrate import quad
quad(LowLevelCallable.from_cython(c, 'dgesv', signature='double (double)'), 0, 1)
# --- a class of the host is skipped by unittest | unittest | expr: any('unittest' in name for name in vars(mod('fxhost').Record))
import unittest
unittest.skip('x')(type(fetch_record()))
# --- a class of the host is skipped on a condition | unittest | expr: any('unittest' in name for name in vars(mod('fxhost').Record))
import unittest
unittest.skipIf(True, 'x')(type(fetch_record()))
# --- a class of the host fails as expected | unittest | expr: any('unittest' in name for name in vars(mod('fxhost').Record))
import unittest
unittest.expectedFailure(type(fetch_record()))
# --- an exception of the interpreter holds an object of the host |  | leak
try:
    fetch_record().nothing
except AttributeError as error:
    error.obj._password
# --- pydantic dumps a dataclass of the host | pydantic,typing | leak
from pydantic import TypeAdapter
from typing import Any
TypeAdapter(Any).dump_python(fetch_config())
# --- pydantic dumps a dataclass of the host as JSON | pydantic,typing | leak
from pydantic import TypeAdapter
from typing import Any
TypeAdapter(Any).dump_json({'a': [(fetch_config(),)]})
# --- a model of pydantic holds a dataclass of the host | pydantic,typing | leak
from pydantic import BaseModel
from typing import Any
class M(BaseModel):
    x: Any
M(x=[M(x=fetch_config())]).model_dump()
# --- a model of pydantic holds a dataclass of the host, as JSON by map | pydantic,typing | leak
from pydantic import BaseModel
from typing import Any
class M(BaseModel):
    x: Any
list(map(M.model_dump_json, [M(x=fetch_config())]))
# --- pydantic's own function for JSON | pydantic,pydantic_core | leak
import pydantic
from pydantic_core import to_json, to_jsonable_python
try:
    print(to_json(value=fetch_config()))
finally:
    to_jsonable_python({1: fetch_config()})
# --- a pool of processes | concurrent.futures | cap
from concurrent.futures import ProcessPoolExecutor
ProcessPoolExecutor(1)
# --- a tree of a file, by a keyword | lxml,lxml.etree | leak
from lxml import etree
open_ = etree.ElementTree(file=canary_path('secret.txt'))
# --- a tree of a file, by map | lxml,lxml.etree,functools | expr: 'failed to load' in errs or 'Document is empty' in errs or 'Start tag' in errs
from lxml import etree
import functools
list(map(functools.partial(etree.ElementTree, file=canary_path('secret.txt')), [None]))
# --- the canonical form of a file | lxml,lxml.etree | expr: 'failed to load' in errs or 'Document is empty' in errs or 'Start tag' in errs
from lxml import etree
etree.canonicalize(from_file=canary_path('secret.txt'))
# --- a file included in a tree | lxml,lxml.etree,lxml.ElementInclude | leak
from lxml import etree, ElementInclude
tree = etree.fromstring('<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include parse="text" href="' + canary_path('secret.txt') + '"/></a>')
ElementInclude.include(tree)
etree.tostring(tree)
# --- a schema whose stylesheet reads a file | lxml,lxml.etree,lxml.isoschematron | expr: 'resolve' in errs or 'secret.txt' in outs
from lxml import etree, isoschematron
rule = '<rule context="/*"><report test="true()">x<value-of select="document(\'file://' + canary_path('secret.txt') + '\')"/></report></rule>'
schema = etree.XML('<schema xmlns="http://purl.oclc.org/dsdl/schematron"><pattern>' + rule + '</pattern></schema>')
check = isoschematron.Schematron(schema, store_report=True)
check.validate(etree.XML('<a/>'))
str(check.validation_report)
# --- classes of everybody's elements, by the parser of all | lxml,lxml.etree | expr: type(__import__('lxml.etree').etree.fromstring('<a/>')).__name__ == 'E'
from lxml import etree
class E(etree.ElementBase): pass
etree.get_default_parser().set_element_class_lookup(etree.ElementDefaultClassLookup(element=E))
# --- classes of everybody's elements, by the parser of a tree | lxml,lxml.etree | expr: type(__import__('lxml.etree').etree.fromstring('<a/>')).__name__ == 'E'
from lxml import etree
class E(etree.ElementBase): pass
etree.ElementTree(etree.XML('<a/>')).parser.set_element_class_lookup(etree.ElementDefaultClassLookup(element=E))
# --- messages of everybody's parsers | lxml,lxml.etree | expr: err is None
from lxml import etree
etree.use_global_python_log(etree.PyErrorLog('x'))
# --- functions of everybody's lambdify | sympy,sympy.* | expr: 'pwned' in __import__('sys').modules['sympy.utilities.lambdify'].MATH
from sympy.utilities.lambdify import MODULES
MODULES['math'][0]['pwned'] = lambda x: 'pwned'
# --- types of everybody's objects of XML | lxml,lxml.* | expr: any(t.name == 'pwned' for t in __import__('lxml.objectify').objectify.getRegisteredTypes())
from lxml import objectify
class Pwned(objectify.ObjectifiedDataElement): pass
objectify.PyType('pwned', lambda text: None, Pwned).register(before=['int'])
# --- everybody's doctests compare trees | lxml,lxml.* | expr: __import__('doctest').OutputChecker.__module__ != 'doctest'
import lxml.doctestcompare
lxml.doctestcompare.install()
