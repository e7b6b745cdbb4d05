# --- pickle that calls a function of a module | pickle | expr:err is None
import pickle
pickle.loads(b"cos\ngetcwd\n(tR.")
# --- pickle that evaluates | pickle | expr:err is None
import pickle
pickle.loads(b"cbuiltins\neval\n(S'1'\ntR.")
# --- pickle that evaluates, by the name of Python 2 | pickle,io | expr:err is None
import pickle, io
pickle.load(io.BytesIO(b"c__builtin__\neval\n(S'1'\ntR."))
# --- pickle that reads a module behind a class | pickle | expr:err is None
import pickle
pickle.loads(b"\x80\x04\x8c\x08datetime\x8c\x03sys\x93.")
# --- pickle that reads a method of a class | pickle | expr:err is None
import pickle
pickle.loads(b"\x80\x04\x8c\x08datetime\x8c\x10date.fromordinal\x93.")
# --- pickle that sets an attribute of a class of the library | pickle | expr:hasattr(mod('collections').Counter, 'pwned')
import pickle
pickle.loads(b"\x80\x02ccollections\nCounter\n(N}X\x05\x00\x00\x00pwnedK\x01stb.")
# --- pickle that sets an attribute of a class of the library, below numbers | pickle | expr:hasattr(mod('fractions').Fraction, 'pwned')
import pickle
pickle.loads(b"\x80\x02cfractions\nFraction\n(N}X\x05\x00\x00\x00pwnedK\x01stb.")
# --- pickle that encodes by a codec that is looked for | pickle | expr:err is None
import pickle
pickle.loads(b"\x80\x02c_codecs\nencode\nX\x01\x00\x00\x00aX\x03\x00\x00\x00zip\x86R.")
# --- record pickled into a file of the code | pickle,io | leak
import pickle, io
b = io.BytesIO()
pickle.dump([fetch_record()], b)
b.getvalue()
# --- file of a tool's that is written to | pickle | leak
import pickle
pickle.dump(search, fetch_record())
