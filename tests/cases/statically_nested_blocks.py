"""The compiler has room for so many blocks in a function, whatever they are."""
print("begin")
# --- step
x, y, E = 0, [], ValueError
for x in y:
    for x in y:
        for x in y:
            for x in y:
                for x in y:
                    for x in y:
                        for x in y:
                            for x in y:
                                for x in y:
                                    for x in y:
                                        for x in y:
                                            for x in y:
                                                for x in y:
                                                    for x in y:
                                                        for x in y:
                                                            for x in y:
                                                                for x in y:
                                                                    for x in y:
                                                                        for x in y:
                                                                            for x in y:
                                                                                x = 1
# --- step
x, y, E = 0, [], ValueError
for x in y:
    for x in y:
        for x in y:
            for x in y:
                for x in y:
                    for x in y:
                        for x in y:
                            for x in y:
                                for x in y:
                                    for x in y:
                                        for x in y:
                                            for x in y:
                                                for x in y:
                                                    for x in y:
                                                        for x in y:
                                                            for x in y:
                                                                for x in y:
                                                                    for x in y:
                                                                        for x in y:
                                                                            for x in y:
                                                                                for x in y:
                                                                                    x = 1
# --- step
x, y, E = 0, [], ValueError
for x in y:
    for x in y:
        for x in y:
            for x in y:
                for x in y:
                    for x in y:
                        for x in y:
                            for x in y:
                                for x in y:
                                    for x in y:
                                        for x in y:
                                            for x in y:
                                                for x in y:
                                                    for x in y:
                                                        for x in y:
                                                            for x in y:
                                                                for x in y:
                                                                    for x in y:
                                                                        for x in y:
                                                                            for x in y:
                                                                                for x in y:
                                                                                    for x in y:
                                                                                        x = 1
# --- step
def f():
    try:
        try:
            try:
                try:
                    try:
                        try:
                            try:
                                try:
                                    try:
                                        try:
                                            try:
                                                try:
                                                    try:
                                                        try:
                                                            try:
                                                                try:
                                                                    try:
                                                                        try:
                                                                            try:
                                                                                return 1
                                                                            except E: pass
                                                                        except E: pass
                                                                    except E: pass
                                                                except E: pass
                                                            except E: pass
                                                        except E: pass
                                                    except E: pass
                                                except E: pass
                                            except E: pass
                                        except E: pass
                                    except E: pass
                                except E: pass
                            except E: pass
                        except E: pass
                    except E: pass
                except E: pass
            except E: pass
        except E: pass
    except E: pass
# --- step
def f():
    try:
        try:
            try:
                try:
                    try:
                        try:
                            try:
                                try:
                                    try:
                                        try:
                                            try:
                                                try:
                                                    try:
                                                        try:
                                                            try:
                                                                try:
                                                                    try:
                                                                        try:
                                                                            try:
                                                                                try:
                                                                                    try:
                                                                                        return 1
                                                                                    except E: pass
                                                                                except E: pass
                                                                            except E: pass
                                                                        except E: pass
                                                                    except E: pass
                                                                except E: pass
                                                            except E: pass
                                                        except E: pass
                                                    except E: pass
                                                except E: pass
                                            except E: pass
                                        except E: pass
                                    except E: pass
                                except E: pass
                            except E: pass
                        except E: pass
                    except E: pass
                except E: pass
            except E: pass
        except E: pass
    except E: pass
# --- step
def f():
    with x:
        with x:
            with x:
                with x:
                    with x:
                        with x:
                            with x:
                                with x:
                                    with x:
                                        with x:
                                            with x:
                                                with x:
                                                    with x:
                                                        with x:
                                                            with x:
                                                                with x:
                                                                    with x:
                                                                        with x:
                                                                            with x:
                                                                                with x:
                                                                                    return
# --- step
def f():
    with x:
        with x:
            with x:
                with x:
                    with x:
                        with x:
                            with x:
                                with x:
                                    with x:
                                        with x:
                                            with x:
                                                with x:
                                                    with x:
                                                        with x:
                                                            with x:
                                                                with x:
                                                                    with x:
                                                                        with x:
                                                                            with x:
                                                                                with x:
                                                                                    with x:
                                                                                        return
# --- step
x, y, E = 0, [], ValueError
try: pass
except E:
    try: pass
    except E:
        try: pass
        except E:
            try: pass
            except E:
                try: pass
                except E:
                    try: pass
                    except E:
                        try: pass
                        except E:
                            try: pass
                            except E:
                                try: pass
                                except E:
                                    try: pass
                                    except E:
                                        pass
# --- step
x, y, E = 0, [], ValueError
try: pass
except E:
    try: pass
    except E:
        try: pass
        except E:
            try: pass
            except E:
                try: pass
                except E:
                    try: pass
                    except E:
                        try: pass
                        except E:
                            try: pass
                            except E:
                                try: pass
                                except E:
                                    try: pass
                                    except E:
                                        try: pass
                                        except E:
                                            pass
# --- step
def f():
    try:
        try:
            try:
                try:
                    try:
                        try:
                            try:
                                try:
                                    try:
                                        try:
                                            try:
                                                try:
                                                    try:
                                                        try:
                                                            try:
                                                                try:
                                                                    try:
                                                                        try:
                                                                            try:
                                                                                try:
                                                                                    return 1
                                                                                finally: pass
                                                                            finally: pass
                                                                        finally: pass
                                                                    finally: pass
                                                                finally: pass
                                                            finally: pass
                                                        finally: pass
                                                    finally: pass
                                                finally: pass
                                            finally: pass
                                        finally: pass
                                    finally: pass
                                finally: pass
                            finally: pass
                        finally: pass
                    finally: pass
                finally: pass
            finally: pass
        finally: pass
    finally: pass
# --- step
def f():
    try:
        try:
            try:
                try:
                    try:
                        try:
                            try:
                                try:
                                    try:
                                        try:
                                            try:
                                                try:
                                                    try:
                                                        try:
                                                            try:
                                                                try:
                                                                    try:
                                                                        try:
                                                                            try:
                                                                                try:
                                                                                    try:
                                                                                        try:
                                                                                            return 1
                                                                                        finally: pass
                                                                                    finally: pass
                                                                                finally: pass
                                                                            finally: pass
                                                                        finally: pass
                                                                    finally: pass
                                                                finally: pass
                                                            finally: pass
                                                        finally: pass
                                                    finally: pass
                                                finally: pass
                                            finally: pass
                                        finally: pass
                                    finally: pass
                                finally: pass
                            finally: pass
                        finally: pass
                    finally: pass
                finally: pass
            finally: pass
        finally: pass
    finally: pass
# --- step
async def f():
    while x:
        while x:
            while x:
                while x:
                    while x:
                        while x:
                            while x:
                                while x:
                                    while x:
                                        while x:
                                            while x:
                                                while x:
                                                    while x:
                                                        while x:
                                                            while x:
                                                                while x:
                                                                    while x:
                                                                        while x:
                                                                            while x:
                                                                                while x:
                                                                                    pass
# --- step
async def f():
    while x:
        while x:
            while x:
                while x:
                    while x:
                        while x:
                            while x:
                                while x:
                                    while x:
                                        while x:
                                            while x:
                                                while x:
                                                    while x:
                                                        while x:
                                                            while x:
                                                                while x:
                                                                    while x:
                                                                        while x:
                                                                            while x:
                                                                                while x:
                                                                                    while x:
                                                                                        pass
# --- step
def f():
    for x in y:
        for x in y:
            for x in y:
                for x in y:
                    for x in y:
                        for x in y:
                            for x in y:
                                for x in y:
                                    for x in y:
                                        for x in y:
                                            for x in y:
                                                for x in y:
                                                    for x in y:
                                                        for x in y:
                                                            for x in y:
                                                                for x in y:
                                                                    for x in y:
                                                                        for x in y:
                                                                            for x in y:
                                                                                for x in y:
                                                                                    yield 1
# --- step
def f():
    for x in y:
        for x in y:
            for x in y:
                for x in y:
                    for x in y:
                        for x in y:
                            for x in y:
                                for x in y:
                                    for x in y:
                                        for x in y:
                                            for x in y:
                                                for x in y:
                                                    for x in y:
                                                        for x in y:
                                                            for x in y:
                                                                for x in y:
                                                                    for x in y:
                                                                        for x in y:
                                                                            for x in y:
                                                                                for x in y:
                                                                                    for x in y:
                                                                                        yield 1
# --- step
def f():
    for x in y:
        try:
            with x:
                while x:
                    try:
                        for x in y:
                            try:
                                with x:
                                    while x:
                                        try:
                                            for x in y:
                                                try:
                                                    with x:
                                                        while x:
                                                            try:
                                                                for x in y:
                                                                    try:
                                                                        with x:
                                                                            while x:
                                                                                try:
                                                                                    for x in y:
                                                                                        try:
                                                                                            with x:
                                                                                                while x:
                                                                                                    try:
                                                                                                        pass
                                                                                                    finally: pass
                                                                                        except E: pass
                                                                                finally: pass
                                                                    except E: pass
                                                            finally: pass
                                                except E: pass
                                        finally: pass
                            except E: pass
                    finally: pass
        except E: pass
# --- step
def f():
    for x in y:
        if x:
            with x:
                match x:
                  case 1:
                    for x in y:
                        if x:
                            with x:
                                match x:
                                  case 1:
                                    for x in y:
                                        if x:
                                            with x:
                                                match x:
                                                  case 1:
                                                    for x in y:
                                                        if x:
                                                            with x:
                                                                match x:
                                                                  case 1:
                                                                    for x in y:
                                                                        if x:
                                                                            with x:
                                                                                match x:
                                                                                  case 1:
                                                                                    for x in y:
                                                                                        if x:
                                                                                            with x:
                                                                                                match x:
                                                                                                  case 1:
                                                                                                    for x in y:
                                                                                                        if x:
                                                                                                            with x:
                                                                                                                match x:
                                                                                                                  case 1:
                                                                                                                    for x in y:
                                                                                                                        if x:
                                                                                                                            with x:
                                                                                                                                match x:
                                                                                                                                  case 1:
                                                                                                                                    for x in y:
                                                                                                                                        if x:
                                                                                                                                            with x:
                                                                                                                                                match x:
                                                                                                                                                  case 1:
                                                                                                                                                    pass
# --- step
def f():
    for x in y: pass
    else:
        for x in y: pass
        else:
            for x in y: pass
            else:
                for x in y: pass
                else:
                    for x in y: pass
                    else:
                        for x in y: pass
                        else:
                            for x in y: pass
                            else:
                                for x in y: pass
                                else:
                                    for x in y: pass
                                    else:
                                        for x in y: pass
                                        else:
                                            for x in y: pass
                                            else:
                                                for x in y: pass
                                                else:
                                                    for x in y: pass
                                                    else:
                                                        for x in y: pass
                                                        else:
                                                            for x in y: pass
                                                            else:
                                                                for x in y: pass
                                                                else:
                                                                    for x in y: pass
                                                                    else:
                                                                        for x in y: pass
                                                                        else:
                                                                            for x in y: pass
                                                                            else:
                                                                                for x in y: pass
                                                                                else:
                                                                                    for x in y: pass
                                                                                    else:
                                                                                        for x in y: pass
                                                                                        else:
                                                                                            for x in y: pass
                                                                                            else:
                                                                                                for x in y: pass
                                                                                                else:
                                                                                                    for x in y: pass
                                                                                                    else:
                                                                                                        for x in y: pass
                                                                                                        else:
                                                                                                            for x in y: pass
                                                                                                            else:
                                                                                                                for x in y: pass
                                                                                                                else:
                                                                                                                    for x in y: pass
                                                                                                                    else:
                                                                                                                        for x in y: pass
                                                                                                                        else:
                                                                                                                            pass
# --- step
async def f():
    for x in y:
        for x in y:
            for x in y:
                for x in y:
                    for x in y:
                        for x in y:
                            for x in y:
                                for x in y:
                                    for x in y:
                                        for x in y:
                                            for x in y:
                                                for x in y:
                                                    for x in y:
                                                        for x in y:
                                                            for x in y:
                                                                for x in y:
                                                                    for x in y:
                                                                        for x in y:
                                                                            for x in y:
                                                                                for x in y:
                                                                                    return [x async for x in y]
# --- step
def f():
    return [1 for x0 in [1] for x1 in [1] for x2 in [1] for x3 in [1] for x4 in [1] for x5 in [1] for x6 in [1] for x7 in [1] for x8 in [1] for x9 in [1] for x10 in [1] for x11 in [1] for x12 in [1] for x13 in [1] for x14 in [1] for x15 in [1] for x16 in [1] for x17 in [1] for x18 in [1] for x19 in [1] for x20 in [1] for x21 in [1] for x22 in [1] for x23 in [1] for x24 in [1] for x25 in [1] for x26 in [1] for x27 in [1] for x28 in [1] for x29 in [1]]


print(f())
