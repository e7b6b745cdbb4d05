# imports: gettext, io, struct
import gettext, io, struct

def catalog(messages):
    ids, texts = b"", b""
    places = []
    for key, value in sorted(messages.items()):
        key, value = key.encode(), value.encode()
        places.append((len(ids), len(key), len(texts), len(value)))
        ids += key + b"\0"
        texts += value + b"\0"
    begin = 7 * 4 + 16 * len(places)
    keys = b"".join(struct.pack("<2I", size, begin + at) for at, size, _, _ in places)
    values = b"".join(struct.pack("<2I", size, begin + len(ids) + at) for _, _, at, size in places)
    head = struct.pack("<7I", 0x950412DE, 0, len(places), 7 * 4, 7 * 4 + len(keys), 0, 0)
    return io.BytesIO(head + keys + values + ids + texts)

polish = catalog({
    "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n",
    "file\0files": "plik\0pliki\0plików",
    "yes": "tak",
})
translations = gettext.GNUTranslations(polish)
print([translations.ngettext("file", "files", n) for n in (1, 2, 5, 12, 22)], translations.gettext("yes"), translations.gettext("no"))
print([gettext.c2py("n != 1")(n) for n in range(3)])
for text in ("n**n", "x", "__import__('os')", "n.__class__", "(" * 30 + "n" + ")" * 30):
    try:
        print(gettext.c2py(text)(3))
    except ValueError as error:
        print(type(error).__name__, str(error)[:60])
