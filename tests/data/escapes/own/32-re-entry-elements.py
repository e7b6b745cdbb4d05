# --- at work: find among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.find('b')
# --- at work: find among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.find('b')
# --- at work: findtext among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.findtext('b')
# --- at work: findtext among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.findtext('b')
# --- at work: findall among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.findall('b')
# --- at work: findall among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.findall('b')
# --- at work: remove among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.remove(E('b'))
# --- at work: remove among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.remove(E('b'))
# --- at work: iter among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
list(root.iter('b'))
# --- at work: iter among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
list(root.iter('b'))
# --- at work: iterfind among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
list(root.iterfind('b'))
# --- at work: iterfind among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
list(root.iterfind('b'))
# --- an array of objects, changed while it is put in order: sort | numpy | expr:False
import numpy as np
count = 0
class Item:
    def __init__(self, value): self.value = value
    def __lt__(self, other):
        global count
        count += 1
        if count % 7 == 0 and count < 5000: box[:] = [Item((i * 7919) % 101) for i in range(200)]
        return self.value < other.value
box = np.array([Item((i * 37) % 101) for i in range(200)], dtype=object)
for i in range(20):
    try:
        box.sort()
    except Exception:
        pass
# --- an array of objects, changed while it is put in order: partition | numpy | expr:False
import numpy as np
count = 0
class Item:
    def __init__(self, value): self.value = value
    def __lt__(self, other):
        global count
        count += 1
        if count % 7 == 0 and count < 5000: box[:] = [Item((i * 7919) % 101) for i in range(200)]
        return self.value < other.value
box = np.array([Item((i * 37) % 101) for i in range(200)], dtype=object)
for i in range(20):
    try:
        box.partition(50)
    except Exception:
        pass
# --- an array of objects, changed while it is put in order: argmax | numpy | expr:False
import numpy as np
count = 0
class Item:
    def __init__(self, value): self.value = value
    def __lt__(self, other):
        global count
        count += 1
        if count % 7 == 0 and count < 5000: box[:] = [Item((i * 7919) % 101) for i in range(200)]
        return self.value < other.value
box = np.array([Item((i * 37) % 101) for i in range(200)], dtype=object)
for i in range(20):
    try:
        box.argmax()
    except Exception:
        pass
# --- an array of objects, changed while it is put in order: argsort, searchsorted, lexsort | numpy | expr:False
import numpy as np
count = 0
class Item:
    def __init__(self, value): self.value = value
    def __lt__(self, other):
        global count
        count += 1
        if count % 7 == 0 and count < 5000: box[:] = [Item((i * 7919) % 101) for i in range(200)]
        return self.value < other.value
box = np.array([Item((i * 37) % 101) for i in range(200)], dtype=object)
for i in range(20):
    try:
        box.argsort(); box.searchsorted(box); np.lexsort((box, box))
    except Exception:
        pass
# --- a bytearray, cleared while it is a format | math | expr:False
class X:
    def __repr__(self):
        text.clear()
        return "r"
text = bytearray(b"%a" + b" " * 10**6 + b"%a" + b" " * 10**6)
for i in range(20):
    len(text % (X(), X()))
    text.extend(b"%a" + b" " * 10**6 + b"%a")
# --- a parser of XML, fed by what it tells | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class T:
    def start(self, tag, attributes):
        if tag == "a": parser.feed("<b></b>" * 2000)
parser = ET.XMLParser(target=T())
parser.feed("<a>" + "<c/>" * 10000)
