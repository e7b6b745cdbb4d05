z = 3 + 4j
print(z, z.real, z.imag, z.conjugate(), abs(z), z * 1j, z / 2, z**2, -z, z == 3 + 4j, 1j**2)
print(complex("1+2j"), complex(1, -2), 0j, -0j, 1e3j, (2 + 0j) == 2, bool(0j), hash(2 + 0j) == hash(2))
for bad in (lambda: z < 1, lambda: z // 2, lambda: z % 2, lambda: int(z), lambda: z / 0, lambda: complex("x")):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print([1j * k for k in range(3)], sum([1j, 2, 3.5]))
