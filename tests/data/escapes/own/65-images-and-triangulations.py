# --- arithmetic of images that gives one of other points | PIL.* | expr:False
from PIL import Image, ImageMath
image = Image.new("I", (100, 100), 5)
for mode in ("1", "L", "I;16"):
    for n in range(20):
        try: ImageMath.lambda_eval(lambda args: args["a"].apply("add", args["a"], args["a"], mode), a=image)
        except ValueError: pass
        try: ImageMath.lambda_eval(lambda args: args["a"].apply("abs", args["a"], mode=mode), a=image)
        except ValueError: pass
# --- arithmetic of an image that says another size | PIL.* | expr:False
from PIL import Image, ImageMath
class Liar(Image.Image):
    @property
    def size(self): return (1000, 1000)
liar = Liar()
liar.im, liar._mode, liar._size = Image.new("I", (1, 1), 5).im, "I", (1, 1)
def f(args):
    args["a"].im = liar
    return args["a"] + args["a"]
ImageMath.lambda_eval(f, a=Image.new("I", (1, 1), 5))
# --- morphology of an image that says another size | PIL.* | expr:False
from PIL import Image, ImageMorph
class Liar(Image.Image):
    @property
    def size(self): return (1, 1)
liar = Liar()
liar.im, liar._mode, liar._size = Image.new("L", (1000, 1000), 5).im, "L", (1000, 1000)
for n in range(5): ImageMorph.MorphOp(op_name="erosion8").apply(liar)
# --- the least number of an image divided by -1 | PIL.* | expr:False
from PIL import Image, ImageMath
least, other = Image.new("I", (2, 2), -2**31), Image.new("I", (2, 2), 7)
other.putpixel((1, 1), -1)
for f in (lambda args: args["a"] / args["b"], lambda args: args["a"] % args["b"], lambda args: args["a"].apply("div", args["a"], -1), lambda args: -2147483648 % args["b"]):
    try: ImageMath.lambda_eval(f, a=least, b=other)
    except OverflowError: pass
# --- rows of a TIFF that are longer than those of the image | PIL.*,io | expr:any(out)
import io
from PIL import Image
out = []
for tags, mode in (({256: 60000}, "RGB"), ({277: 100}, "L"), ({256: 60000, 277: 9}, "1")):
    for compression in ("tiff_lzw", "packbits", "tiff_adobe_deflate"):
        target = io.BytesIO()
        try: Image.new(mode, (10, 10)).save(target, "TIFF", tiffinfo=tags, compression=compression)
        except ValueError: pass
        out.append(len(target.getvalue()) > 2000)
out
# --- writers of TIFF that fail | PIL.*,io | expr:False
import io
from PIL import Image
for tag, value, compression in ((278, 1, "jpeg"), (317, 65535, "tiff_lzw"), (256, 65535, "jpeg"), (278, (1, 2, 3), "jpeg"), (1, 1, "group4")):
    for n in range(10):
        try: Image.new("RGB", (10, 10)).save(io.BytesIO(), "TIFF", tiffinfo={tag: value}, compression=compression)
        except (OSError, ValueError): pass
# --- a transform of colours that says other modes | PIL.* | expr:False
from PIL import Image, ImageCms
profile = ImageCms.createProfile("sRGB")
transform = ImageCms.buildTransform(profile, profile, "RGB", "RGB")
transform.input_mode = transform.output_mode = transform.inputMode = transform.outputMode = "L"
for n in range(20):
    try: transform.apply(Image.new("L", (30000, 3), 5))
    except ValueError: pass
# --- points beside an image that says another mode | PIL.* | expr:any(out)
from PIL import Image, ImageCms
profile = ImageCms.createProfile("sRGB")
transform = ImageCms.buildTransform(profile, profile, "RGB", "RGB")
class Liar(Image.Image):
    @property
    def mode(self): return "RGB"
liar = Liar()
liar.im, liar._mode, liar._size = Image.new("L", (30000, 3), 5).im, "RGB", (30000, 3)
out = []
for n in range(10):
    try: out.append(transform.apply(liar).getextrema())
    except ValueError: pass
out
# --- corners of a triangulation of matplotlib that are not there | numpy.*,matplotlib.* | expr:False
import numpy as np, matplotlib.tri as tri
x, y = np.random.default_rng(0).random((2, 30))
def change(kind):
    t = tri.Triangulation(x, y)
    if kind % 2: t.edges, t.neighbors
    t.triangles[: kind + 1] = 10**8 * (1 - kind)
    return t
for kind in range(4):
    for f in (lambda t: t.edges, lambda t: t.neighbors, lambda t: t.calculate_plane_coefficients(x), lambda t: tri.TrapezoidMapTriFinder(t)(x, y)):
        try: f(change(kind))
        except (ValueError, RuntimeError): pass
# --- neighbours of a triangulation of matplotlib that are not there | numpy.*,matplotlib.* | expr:False
import numpy as np, matplotlib.tri as tri
from matplotlib.figure import Figure
x, y = np.random.default_rng(0).random((2, 30))
t = tri.Triangulation(x, y)
t.neighbors[:] = 10**8
t.edges[:] = 10**8
Figure().subplots().tricontour(t, x)
tri.TrapezoidMapTriFinder(t)(x, y)
again = tri.Triangulation(x, y, t.triangles)
again.neighbors[:] = 10**8
Figure().subplots().tricontourf(again, x)
# --- observations of a model that are not there | numpy.*,statsmodels.* | expr:False
import numpy as np
from statsmodels.tsa.exponential_smoothing.ets import ETSModel
for count in (10**6, 1, 20, 51):
    model = ETSModel(np.random.default_rng(0).random(50) + 1, error="add", trend="add")
    model.nobs = count
    for f in (model.smooth, model.loglike):
        try: f(model.start_params)
        except (ValueError, IndexError): pass
# --- steps without an end: STL | numpy.*,statsmodels.* | limit
import numpy as np
from statsmodels.tsa.seasonal import STL
STL(np.random.rand(100), period=12).fit(2**31 - 1, 1)
# --- steps without an end: shuffled tables | numpy.*,scipy.* | limit
from scipy.stats import random_table
random_table([10**8, 10**8], [10**8, 10**8]).rvs(size=1000, method="boyett")
# --- steps without an end: large tables | numpy.*,scipy.* | limit
from scipy.stats import random_table
random_table([10**8] * 10, [10**8] * 10).rvs(size=10**7, method="patefield")
# --- steps without an end: filters of images | numpy.*,scipy.* | limit
import numpy as np
from scipy import ndimage
ndimage.convolve(np.zeros((3000, 3000), "f4"), np.ones((301, 301)))
# --- steps without an end: ranks | numpy.*,scipy.* | limit
import numpy as np
from scipy import ndimage
ndimage.median_filter(np.zeros((3000, 3000), "f4"), size=301)
# --- steps without an end: convolutions | numpy.*,scipy.* | limit
import numpy as np
from scipy import signal
signal.convolve2d(np.zeros((2000, 2000)), np.ones((300, 300)))
# --- steps without an end: correlations | numpy.*,scipy.* | limit
import numpy as np
from scipy import signal
signal.correlate(np.zeros((100, 100, 10)), np.ones((100, 100, 10)), method="direct")
# --- steps without an end: filters of signals | numpy.*,scipy.* | limit
import numpy as np
from scipy import signal
signal.lfilter(np.ones(50000), np.ones(50000), np.ones(500000))
# --- steps without an end: paths | numpy.*,scipy.* | limit
import numpy as np
from scipy.sparse.csgraph import floyd_warshall
floyd_warshall(np.ones((4000, 4000), "f4"))
# --- a weight of errors without an end | numpy.*,sklearn.* | expr:err is None
import numpy as np
from sklearn.linear_model import LogisticRegression
LogisticRegression(C=1e300, solver="liblinear").fit(np.random.rand(200, 5), np.arange(200) % 2)
