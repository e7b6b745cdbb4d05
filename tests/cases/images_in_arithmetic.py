# imports: io, PIL.*
"""Arithmetic and morphology of images, writers of TIFF, transforms of colours, as ordinary programs use them."""

import io

from PIL import Image, ImageCms, ImageMath, ImageMorph

# --- arithmetic of images
least, other = Image.new("I", (3, 2), -(2**31)), Image.new("I", (3, 2), 7)
other.putpixel((0, 0), -2)
other.putpixel((1, 0), 3)
for f in (
    lambda args: args["a"] / args["b"],
    lambda args: args["a"] % args["b"],
    lambda args: args["b"] / args["a"],
    lambda args: abs(args["b"]) + 1,
    lambda args: args["b"] * args["f"],
    lambda args: args["b"] / -1,
    lambda args: (args["b"] > 3) & (args["a"] < 0),
    lambda args: args["convert"](args["b"] + 300, "L"),
    lambda args: args["a"].apply("max", args["a"], args["b"]),
    lambda args: args["c"] + args["b"],
    lambda args: args["c"] - 1,
):
    image = ImageMath.lambda_eval(f, a=least, b=other, c=Image.new("L", (2, 5), 9), f=Image.new("F", (3, 2), 2.5))
    print(image.mode, image.size, [round(image.getpixel((x, 0)), 3) for x in range(image.size[0])])

# --- morphology
image = Image.new("L", (9, 9))
for x in range(3, 7):
    for y in range(3, 7):
        image.putpixel((x, y), 1)
for name in ("erosion8", "dilation4", "corner", "edge"):
    morph = ImageMorph.MorphOp(op_name=name)
    count, changed = morph.apply(image)
    print(name, count, changed.getextrema(), len(morph.match(image)), len(morph.get_on_pixels(changed)))

# --- files of TIFF
for mode, tags, compression in (
    ("RGB", {270: "words", 305: "us"}, "tiff_lzw"),
    ("RGB", {256: 40, 277: 3}, "tiff_adobe_deflate"),
    ("L", {277: 1, 317: 2}, "tiff_lzw"),
    ("1", {270: "words"}, "group4"),
    ("RGBA", {}, "packbits"),
    ("RGB", {278: 8}, "jpeg"),
    ("I;16", {}, "tiff_lzw"),
    ("L", {256: 99}, None),
):
    target = io.BytesIO()
    try:
        Image.new(mode, (40, 30), 1).save(target, "TIFF", tiffinfo=tags, compression=compression)
        again = Image.open(target)
        print(mode, compression, again.size, again.mode, again.getpixel((3, 4)), again.tag_v2.get(270))
    except OSError as e:
        print(mode, compression, e)
target = io.BytesIO()
Image.new("RGB", (40, 30), "red").save(target, "TIFF", compression="tiff_lzw")
first, second = Image.open(target), io.BytesIO()
first.save(second, "TIFF", tiffinfo=first.tag_v2, compression="tiff_lzw")
print(Image.open(second).getpixel((1, 1)))

# --- colours
profiles = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
for one, two, modes in ((0, 0, ("RGB", "RGB")), (0, 1, ("RGB", "LAB")), (0, 0, ("RGBA", "RGBA"))):
    transform = ImageCms.buildTransform(profiles[one], profiles[two], *modes)
    image = Image.new(modes[0], (5, 4), "red")
    changed = ImageCms.applyTransform(image, transform)
    print(modes, changed.mode, changed.size, changed.info["icc_profile"] is not None)
    if modes[0] == modes[1]:
        print(ImageCms.applyTransform(image, transform, inPlace=True), image.getpixel((0, 0)))
proof = ImageCms.buildProofTransform(profiles[0], profiles[0], profiles[0], "RGB", "RGB")
print(Image.new("RGB", (3, 3), "blue").point(proof).size)
try:
    ImageCms.applyTransform(Image.new("L", (3, 3)), proof)
except (ValueError, ImageCms.PyCMSError) as e:
    print(str(e)[-13:])
