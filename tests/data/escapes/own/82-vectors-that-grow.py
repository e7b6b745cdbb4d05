# A limit that is passed while tables of pandas fill vectors: they note that one has grown before it does.
# --- values are counted until the time is over | numpy,pandas | limit
import numpy as np, pandas as pd
a = np.arange(4 * 10**6)
while True: pd.Series(a).value_counts()
# --- many values are counted until the time is over | numpy,pandas | limit
import numpy as np, pandas as pd
a = np.arange(5 * 10**6) * 7
while True: pd.Series(a).value_counts()
# --- the most frequent values are searched for | numpy,pandas | limit
import numpy as np, pandas as pd
a = np.arange(5 * 10**6) * 3.5
while True: pd.Series(a).mode()
# --- different values are searched for | numpy,pandas | limit
import numpy as np, pandas as pd
a = np.arange(4 * 10**6)
while True: pd.unique(a)
# --- values get numbers | numpy,pandas | limit
import numpy as np, pandas as pd
a = np.arange(3 * 10**6) * 11
while True: pd.factorize(a)
# --- values are counted until the memory is used up | numpy,pandas | leak
import numpy as np, pandas as pd
a, kept = pd.Series(np.arange(2 * 10**6)), []
for n in range(99): kept.append((a + n).value_counts())
