# --- new image and its facts
from PIL import Image
im = Image.new("RGB", (40, 30), color=(255, 0, 0))
print(im.size, im.mode, im.getpixel((0, 0)), im.width * im.height)
# --- draw
from PIL import Image, ImageDraw
im = Image.new("RGB", (50, 50), "white")
d = ImageDraw.Draw(im)
d.rectangle([5, 5, 20, 20], fill="blue", outline="black")
d.line((0, 0, 49, 49), fill=(0, 255, 0), width=2)
d.ellipse((30, 30, 45, 45), fill="red")
print(im.getpixel((10, 10)), im.getpixel((37, 33)))
# --- text with the default font
from PIL import Image, ImageDraw, ImageFont
im = Image.new("L", (60, 20), 255)
d = ImageDraw.Draw(im)
d.text((2, 2), "hello", fill=0, font=ImageFont.load_default())
print(min(im.getdata()) < 100, d.textbbox((0, 0), "hello")[2] > 10)
# --- save and load in memory
import io
from PIL import Image
im = Image.new("RGBA", (8, 8), (1, 2, 3, 128))
b = io.BytesIO()
im.save(b, format="PNG")
back = Image.open(io.BytesIO(b.getvalue()))
print(back.format, back.size, back.getpixel((1, 1)))
# --- jpeg quality
import io
from PIL import Image
im = Image.radial_gradient("L")
sizes = []
for q in (20, 90):
    b = io.BytesIO()
    im.save(b, "JPEG", quality=q)
    sizes.append(b.tell())
print(sizes[0] < sizes[1])
# --- resize, crop, rotate
from PIL import Image, ImageOps
im = Image.linear_gradient("L")
print(im.resize((10, 20)).size, im.crop((0, 0, 5, 6)).size, im.rotate(90, expand=True).size, im.transpose(Image.Transpose.FLIP_LEFT_RIGHT).size, ImageOps.mirror(im).size, im.convert("RGB").mode)
thumb = im.copy()
thumb.thumbnail((16, 16))
print(thumb.size)
# --- filters and enhancement
from PIL import Image, ImageEnhance, ImageFilter
im = Image.linear_gradient("L").convert("RGB")
print(im.filter(ImageFilter.GaussianBlur(2)).size, ImageEnhance.Contrast(im).enhance(1.5).getpixel((0, 250)), im.filter(ImageFilter.FIND_EDGES).mode)
# --- arrays and images
import numpy as np
from PIL import Image
a = np.zeros((4, 6, 3), dtype=np.uint8)
a[:, :, 1] = 200
im = Image.fromarray(a)
print(im.size, np.asarray(im).mean(), np.array(im)[0, 0].tolist())
# --- paste and blend
from PIL import Image, ImageChops
a, b = Image.new("RGB", (4, 4), "black"), Image.new("RGB", (4, 4), "white")
c = Image.blend(a, b, 0.5)
a.paste(b.crop((0, 0, 2, 2)), (1, 1))
print(c.getpixel((0, 0)), a.getpixel((1, 1)), ImageChops.difference(a, b).getbbox(), Image.merge("RGB", b.split()).size)
# --- statistics and histogram
from PIL import Image, ImageStat
im = Image.linear_gradient("L")
print(ImageStat.Stat(im).mean, len(im.histogram()), im.getextrema(), im.point(lambda v: 255 - v).getpixel((0, 0)), im.quantize(4).getcolors()[0][0] > 0)
# --- a small animation
import io
from PIL import Image, ImageSequence
frames = [Image.new("P", (5, 5), i) for i in range(3)]
b = io.BytesIO()
frames[0].save(b, format="GIF", save_all=True, append_images=frames[1:], duration=50)
b.seek(0)
print(len(list(ImageSequence.Iterator(Image.open(b)))))
# --- pillow drawing and filters
from PIL import Image, ImageDraw, ImageFilter, ImageOps, ImageEnhance, ImageFont, ImageChops
import io
im = Image.new("RGB", (40, 20), "white"); d = ImageDraw.Draw(im); d.rectangle((5, 5, 20, 15), fill=(255, 0, 0), outline="black"); d.text((0, 0), "hi", fill=0); d.line([(0, 0), (39, 19)], width=2)
print(im.getpixel((10, 10)), im.convert("L").resize((4, 2)).size, im.filter(ImageFilter.BLUR).rotate(90, expand=True).size, ImageOps.invert(im).getpixel((0, 19)), im.crop((0, 0, 5, 5)).histogram()[255] > 0, ImageEnhance.Contrast(im).enhance(1.5).mode, im.point(lambda v: v // 2).getextrema()[0][1])
b = io.BytesIO(); im.save(b, "PNG"); b.seek(0); print(Image.open(b).format, ImageChops.difference(im, im).getbbox(), im.split()[0].size, Image.merge("RGB", im.split()).size, Image.blend(im, im, .5).size)
# --- profiles of colours
from PIL import Image, ImageCms
srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
im = ImageCms.profileToProfile(Image.new("RGB", (2, 2), "red"), srgb, lab, outputMode="LAB")
print(im.mode, im.size, ImageCms.getProfileName(ImageCms.ImageCmsProfile(srgb)).strip())
# --- fonts of the system and of packages
import io
from matplotlib import font_manager, get_data_path
from PIL import ImageFont
font = ImageFont.truetype(get_data_path() + "/fonts/ttf/DejaVuSans.ttf", 20)
print(font.getname(), font.getlength("abc") > 10, ImageFont.truetype(font_manager.findfont("DejaVu Sans"), 12).size, ImageFont.load_default(16).getbbox("a")[3] > 5)
# --- an image over bytes
from PIL import Image
image = Image.frombuffer("L", (2, 2), bytes([1, 2, 3, 4]), "raw", "L", 0, 1)
image.putpixel((0, 0), 9)
print(list(image.tobytes()), image.getpixel((1, 1)))
# --- blurs of all sizes
import numpy as np
from PIL import Image, ImageFilter
image = Image.fromarray(np.arange(100, dtype="u1").reshape(10, 10))
for radius in (0, 1, 2.5, (1, 3), 100, 1000000):
    print([int(np.asarray(image.filter(kind(radius))).sum()) for kind in (ImageFilter.BoxBlur, ImageFilter.GaussianBlur)])
print(int(np.asarray(image.filter(ImageFilter.UnsharpMask(2, 150, 3))).sum()))
# --- points and coordinates from lists, tuples, arrays and generators
import array
import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImagePath
picture = Image.new("L", (4, 2))
for points in ([1, 2, 3, 4, 5, 6, 7, 8], (8, 7, 6, 5, 4, 3, 2, 1), bytes(range(8)), array.array("B", range(8)), np.arange(8), range(8)):
    picture.putdata(points)
    print(picture.tobytes().hex())
print(picture.point([255 - n for n in range(256)]).tobytes().hex(), picture.point(lambda n: n * 2).tobytes().hex(), picture.filter(ImageFilter.Kernel((3, 3), [1] * 9)).size)
colours = Image.new("RGB", (2, 1))
colours.putdata([(1, 2, 3), (4, 5, 6)])
print(colours.tobytes(), colours.convert("L", (0.3, 0.3, 0.3, 0)).tobytes(), colours.transform((2, 1), Image.Transform.AFFINE, [1, 0, 0, 0, 1, 0]).tobytes())
indexed = Image.new("P", (2, 2))
indexed.putpalette([n // 3 for n in range(768)])
print(indexed.convert("RGB").getpixel((0, 0)), list(ImagePath.Path([(0, 1), (2, 3)])), ImagePath.Path([0, 1, 2, 3]).getbbox())
draw = ImageDraw.Draw(colours := Image.new("RGB", (20, 20)))
draw.line([(0, 0), (19, 19)], fill="red", width=2)
draw.polygon([1, 1, 10, 1, 5, 9], outline=(1, 2, 3))
draw.point(ImagePath.Path([(3, 15), (4, 15)]), fill=(9, 9, 9))
draw.rectangle(((2, 3), (5, 6)), fill=(0, 5, 0))
print(sum(colours.tobytes()))
# --- pictures into bytes and back, by format and mode
import io
from PIL import Image
for kind, modes in {"PNG": ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"), "BMP": ("1", "L", "P", "RGB"), "GIF": ("L", "P", "RGB"), "TIFF": ("1", "L", "RGB", "CMYK", "F", "I;16", "RGBA"), "JPEG": ("L", "RGB", "CMYK"), "PPM": ("1", "L", "RGB"), "TGA": ("L", "RGB", "RGBA"), "PCX": ("1", "L", "P", "RGB"), "WEBP": ("RGB", "RGBA"), "SGI": ("L", "RGB"), "IM": ("L", "RGB", "F"), "ICO": ("RGBA",), "DDS": ("RGB", "RGBA"), "EPS": ("L", "RGB"), "JPEG2000": ("L", "RGB", "RGBA"), "PDF": ("RGB",), "XBM": ("1",), "MSP": ("1",)}.items():
    for mode in modes:
        file = io.BytesIO()
        Image.linear_gradient("L").resize((16, 16)).convert(mode if mode != "I;16" else "I").convert(mode).save(file, kind)
        if kind not in ("EPS", "PDF"):
            again = Image.open(io.BytesIO(file.getvalue()))
            again.load()
            print(kind, mode, again.mode, again.size, again.getextrema())
frames = [Image.new("P", (8, 8), n) for n in range(3)]
file = io.BytesIO()
frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=10)
moving = Image.open(io.BytesIO(file.getvalue()))
print([moving.seek(n) or moving.convert("RGB").getpixel((0, 0)) for n in range(moving.n_frames)])
file = io.BytesIO()
Image.new("RGB", (30, 30), "blue").save(file, "TIFF", compression="tiff_lzw")
print(Image.open(io.BytesIO(file.getvalue())).convert("L").getpixel((3, 3)), Image.effect_mandelbrot((20, 20), (-2, -1.5, 1, 1.5), 100).getextrema(), Image.frombytes("RGB", (2, 1), b"abcdef", "raw", "BGR").tobytes())
# --- passes over images that are in time
from PIL import Image, ImageFilter
im = Image.linear_gradient("L").resize((1500, 1200), Image.Resampling.LANCZOS)
rgb = Image.merge("RGB", (im, im.rotate(33, Image.Resampling.BICUBIC), im.transpose(Image.Transpose.FLIP_TOP_BOTTOM)))
quad = rgb.transform((900, 700), Image.Transform.QUAD, (0, 0, 10, 1200, 1500, 1190, 1490, 5), Image.Resampling.BICUBIC)
mesh = rgb.transform((400, 400), Image.Transform.MESH, [((0, 0, 400, 200), (0, 0, 0, 600, 1500, 600, 1500, 0)), ((0, 200, 400, 400), (0, 600, 0, 1200, 1500, 1200, 1500, 600))])
far = im.transform((300, 300), Image.Transform.PERSPECTIVE, (1, 0.1, 0, 0, 1, 0, 0.001, 0), Image.Resampling.BILINEAR)
soft = rgb.filter(ImageFilter.GaussianBlur((3, 0))).filter(ImageFilter.BoxBlur(2)).filter(ImageFilter.UnsharpMask(2, 150, 3))
print(quad.size, mesh.getpixel((5, 5)), far.getextrema(), soft.getpixel((700, 600)))
print(rgb.resize((150, 120), Image.Resampling.BOX, (0, 0, 750, 600)).getpixel((3, 3)), rgb.resize((10, 10), reducing_gap=2.0).size)
print(rgb.filter(ImageFilter.Kernel((3, 3), [0, 1, 0, 1, 4, 1, 0, 1, 0])).getpixel((9, 9)), im.effect_spread(0).size, rgb.filter(ImageFilter.Color3DLUT.generate(5, lambda r, g, b: (g, b, r))).getpixel((1, 1)))
# --- outlines of rectangles, and broad lines, of all kinds
from PIL import Image, ImageDraw
im = Image.new("RGB", (400, 300)); d = ImageDraw.Draw(im)
d.rectangle((10, 10, 390, 290), outline="red", width=30); d.rectangle([(5, 5), (20, 2000)], outline="blue"); d.rectangle((0, 0, 3, 3), fill="white", outline="green", width=0)
d.rounded_rectangle((50, 50, 200, 200), 20, fill="gray", outline="white", width=5)
d.line([(n, n * 7 % 300) for n in range(400)], fill="yellow", width=4, joint="curve"); d.line((0, 0, 399, 299), width=500, fill=(0, 0, 9))
print(im.getpixel((12, 12)), im.getpixel((5, 100)), im.getpixel((100, 55)), im.getpixel((200, 150)))
# --- images to and from files of all kinds
import io
import tempfile
import warnings
from PIL import Image
class Counted(io.BytesIO):
    def write(self, data): self.count = getattr(self, "count", 0) + len(data); return super().write(data)
class Plain:
    def __init__(self): self.inside = io.BytesIO()
    def __getattr__(self, name): return getattr(self.inside, name)
im = Image.linear_gradient("L").convert("RGB")
for kind, options in (("JPEG", {}), ("PNG", {}), ("TIFF", {}), ("TIFF", {"compression": "tiff_lzw"}), ("TIFF", {"compression": "jpeg"}), ("JPEG2000", {}), ("GIF", {}), ("WEBP", {}), ("BMP", {}), ("PPM", {})):
    sizes = []
    for make in (io.BytesIO, Counted, Plain, tempfile.NamedTemporaryFile, tempfile.SpooledTemporaryFile):
        file = make()
        im.save(file, kind, **options)
        sizes.append(file.tell())
        file.seek(0)
        back = Image.open(file)
        back.load()
        sizes.append(back.size)
    print(kind, options, sizes[1], len(set(sizes[1::2])))
