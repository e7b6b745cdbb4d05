# --- a unit that is divided by nothing, by the call of a ufunc | numpy.* | expr:err is None
import numpy as np
np.add(1, 2, dtype="M8[s/0]")
# --- the same by its signature | numpy.* | expr:err is None
import numpy as np
np.add(1, 2, signature=("M8[s/0]", None, None))
# --- the same by the old name of that | numpy.* | expr:err is None
import numpy as np
np.add(1, 2, sig=("M8[s/0]", None, None))
# --- the same by a table of all pairs | numpy.* | expr:err is None
import numpy as np
np.add.outer([1], [2], dtype="M8[s/0]")
# --- the same by a question for dtypes | numpy.* | expr:err is None
import numpy as np
i8 = np.dtype("i8")
np.add.resolve_dtypes((i8, i8, None), signature=("M8[s/0]", None, None))
# --- the same by a ufunc of the code | numpy.* | expr:err is None
import numpy as np
np.frompyfunc(lambda a: a, 1, 1)([1], dtype="M8[s/0]")
# --- the same by C code that calls a ufunc | numpy.*,functools | expr:err is None
import numpy as np, functools
list(map(functools.partial(np.add, dtype="M8[s/0]"), [1], [2]))
# --- the same by a method that hands its options on | numpy.* | expr:err is None
import numpy as np
np.zeros(2).clip(0, 1, dtype="M8[s/0]")
# --- the same by a function that hands them on | numpy.* | expr:err is None
import numpy as np
np.clip([1.0], 0, 1, dtype="m8[Y/0]")
# --- the same by a product | numpy.* | expr:err is None
import numpy as np
np.matmul([[1.0]], [[1.0]], dtype="M8[s/0]")
# --- the same in fields | numpy.* | expr:err is None
import numpy as np
np.add(1, 2, dtype={"names": ["a"], "formats": ["M8[s/0]"]})
# --- the same in bytes | numpy.* | expr:err is None
import numpy as np
np.add(1, 2, dtype=b"M8[s/0]")
# --- the same by a special function | numpy.*,scipy.* | expr:err is None
from scipy import special
special.gamma([1.0], dtype="M8[s/0]")
# --- the same by a transform | numpy.*,scipy.* | expr:err is None
from scipy import special
special.expit([1.0], sig=("M8[s/0]", None))
# --- the same by a name that is equal to another one | numpy.* | expr:err is None
import numpy as np
class N(str):
    def __eq__(self, other): return other == "dtype"
    def __hash__(self): return hash("dtype")
np.add(1, 2, **{N("other"): "M8[s/0]"})
# --- a polygon of very many edges | PIL.* | limit
from PIL import Image, ImageDraw
drawing = ImageDraw.Draw(Image.new("L", (10, 3000)))
drawing.polygon([(n % 7, (n % 2) * 3000) for n in range(300_000)], fill=1)
# --- a way around that leads back for less than nothing | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
dijkstra(csr_array(-np.ones((4, 4))), directed=False)
# --- the same in one direction, from one node | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.sparse.csgraph import dijkstra
dijkstra(np.array([[0, -1, 0], [-1, 0, 2], [1, 0, 0]]), indices=0)
# --- the same by the function that chooses | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.sparse.csgraph import shortest_path
shortest_path(np.array([[0, -1, 0], [-1, 0, 2], [1, 0, 0]]), method="D")
