# --- an outline of a rectangle without an end | PIL.* | limit
from PIL import Image, ImageDraw
ImageDraw.Draw(Image.new("L", (50, 50))).rectangle([1, 1, 40, 2**31 - 1], outline=2, width=300)
# --- outlines of a small rectangle as broad as nothing | PIL.* | limit
from PIL import Image, ImageDraw
ImageDraw.Draw(Image.new("RGB", (50, 50))).rectangle([1, 1, 40, 40], outline=2, width=10**9)
# --- the same by the sides of one with round corners | PIL.* | limit
from PIL import Image, ImageDraw
ImageDraw.Draw(Image.new("L", (50, 50))).draw.draw_rectangle((1, 1, 40, 40), 1, 0, 10**6)
# --- very many broad lines | PIL.* | limit
from PIL import Image, ImageDraw
picture = Image.new("L", (50, 4000))
ImageDraw.Draw(picture).line([0, 0, 40, 4000] * 20_000, fill=1, width=10)
