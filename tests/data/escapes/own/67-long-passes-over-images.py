# --- a quadrangle that becomes a large image | PIL.* | limit
from PIL import Image
image = Image.new("RGB", (100, 100))
image.transform((6000, 5000), Image.Transform.QUAD, (0, 0, 0, 100, 100, 100, 100, 0), Image.Resampling.BICUBIC)
# --- the same by a turn | PIL.* | limit
from PIL import Image
Image.new("L", (9000, 9000)).rotate(10, Image.Resampling.BICUBIC)
# --- the same by numbers of a matrix | PIL.* | limit
from PIL import Image
Image.new("L", (100, 100)).transform((9000, 9000), Image.Transform.AFFINE, (0.01, 0, 0, 0, 0.01, 0), Image.Resampling.BICUBIC)
# --- a blur of a large image | PIL.* | limit
from PIL import Image, ImageFilter
Image.new("L", (13_000, 13_000)).filter(ImageFilter.GaussianBlur(5))
# --- points of a large image that are spread | PIL.* | limit
from PIL import Image
Image.new("L", (8000, 8000)).effect_spread(5)
# --- very many arrays that are joined | numpy.* | limit
import numpy as np
np.concatenate([np.zeros(1)] * 30_000_000)
