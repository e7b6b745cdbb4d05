# Sizes by which filters of images divide.
# --- filters of one point | PIL.* | expr:False
from PIL import Image, ImageFilter
for mode in ("L", "RGB", "I", "F"):
    for kind in (ImageFilter.MedianFilter(1), ImageFilter.MinFilter(1), ImageFilter.MaxFilter(1), ImageFilter.RankFilter(1, 0)):
        try: Image.new(mode, (20, 20)).filter(kind)
        except ValueError: pass
# --- margins whose double is more than an integer | PIL.* | expr:False
from PIL import Image
for margin in (0, 2**30, -2**30, 2**31 - 1, -2**31, True, 2**64):
    try: Image.new("L", (20, 20)).im.expand(margin)
    except (ValueError, OverflowError): pass
# --- a margin that is another one later | PIL.* | expr:False
from PIL import Image
class Margin:
    asked = 0
    def __index__(self):
        Margin.asked += 1
        return 0 if Margin.asked > 1 else 3
try: Image.new("L", (20, 20)).im.expand(Margin())
except (TypeError, ValueError): pass
