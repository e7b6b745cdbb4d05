# imports: PIL.*, hashlib
# Polygons of many points, small and large, inside of a picture and beside it.
import hashlib

from PIL import Image, ImageDraw


def drawn(size, points, **options):
    image = Image.new("L", size)
    ImageDraw.Draw(image).polygon(points, **options)
    return hashlib.sha256(image.tobytes()).hexdigest()[:12]


# --- step
print(drawn((10, 10), [(1, 1), (8, 1), (8, 8), (1, 8)], fill=9))
print(drawn((10, 10), [(1, 1), (8, 1), (8, 8), (1, 8)], outline=9))
print(drawn((10, 10), [(1, 1), (8, 1), (8, 8), (1, 8)], fill=5, outline=9, width=2))
print(drawn((10, 10), [1, 1, 8.7, 1, 8, 8], fill=7))

# --- step
print(drawn((400, 400), [((7 * n) % 400, n / 250) for n in range(100_000)], fill=1))
print(drawn((50, 40), [(n % 50, (n % 2) * 40) for n in range(500)], fill=1))
print(drawn((5, 5), [(-1000, -(10**9)), (1000, 10**9), (2000, -(10**9))] * 1000, fill=1))
print(drawn((5, 5), [(n, 10**6 + n % 1000) for n in range(100_000)], fill=1))

# --- step
for wrong in ([], [(1, 1)], [(1, 2, 3)], "ab", [("a", "b")], None):
    try:
        print(drawn((5, 5), wrong, fill=1))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
