# imports: pandas.*, numpy.*, enum, datetime, decimal
# Frames and series as JSON: values of all kinds, objects, handlers, indents.
import pandas as pd, numpy as np, datetime, decimal
class O:
    x=1; _y=2
    def m(self): pass
class T:
    def toDict(self): return {"q":1}
class D2(dict): pass
class TD(datetime.timedelta): pass
class DT(datetime.datetime): pass
class TZ(datetime.tzinfo):
    def utcoffset(s, d): return datetime.timedelta(hours=2)
    def dst(s, d): return None
import enum
class E(enum.IntEnum): A=3
class S(str): pass
cells=[1,1.5,None,"a",S("b"),E.A,[1,[2]],{"k":(1,2)},{3},O(),T(),D2(a=1),TD(5),DT(2020,1,2,3),datetime.datetime(2020,1,2,3,tzinfo=TZ()),datetime.date(2020,1,2),datetime.time(1,2),decimal.Decimal("1.5"),complex(1,2),np.float64(2.5),np.array([1,2]),pd.Timestamp("2020-01-01",tz="Europe/Berlin"),pd.Timedelta("1D"),pd.NaT,b"ab",range(3),pd.Series([1,2]),pd.DataFrame({"a":[1]}), float("nan"), 2**70 if False else 7, ()]
for c in cells:
    for kw in ({}, {"date_format":"iso"}, {"default_handler":lambda o: "<"+type(o).__name__+">"}):
        for o in ([c,1],[c]):
            try: print(type(c).__name__, sorted(kw), pd.Series(o,dtype=object).to_json(**kw))
            except Exception as x: print(type(c).__name__, sorted(kw), type(x).__name__, x)
df=pd.DataFrame({"a":[1,2],"b":["x","y"],"c":[[1],{"z":O()}],"d":pd.Categorical(["u","v"]),"e":pd.date_range("2020",periods=2,tz="UTC"),"f":pd.array([1,None],dtype="Int64")},index=pd.Index([DT(2020,1,1),"z"],name="i"))
for orient in ("split","records","index","columns","values","table"):
    for ind in (0,2,30):
        try: s=df.drop(columns=["c"] if orient=="table" else []).to_json(orient=orient,indent=ind); print(orient,ind,len(s),s[:700])
        except Exception as x: print(orient,type(x).__name__,x)
m=pd.DataFrame(np.arange(4).reshape(2,2),columns=pd.MultiIndex.from_tuples([("a",1),("a",2)]),index=pd.MultiIndex.from_tuples([(O,1),("b",2)]) if False else [("q",1),("b",2)])
for orient in ("split","records","index","columns","values"):
    try: print(m.to_json(orient=orient, indent=1))
    except Exception as x: print(type(x).__name__,x)
print(pd.DataFrame({"a": range(3)}).to_json(indent=20))
class F(pd.DataFrame): pass
print(F({"a":[1]}).to_json(), pd.DataFrame().to_json(), pd.Series([],dtype=object).to_json())
print(pd.DataFrame({"a":[1,2]}).to_json(orient="records",lines=True))
def bad(o): raise ValueError("no")
try: pd.Series([O()]).to_json(default_handler=bad)
except Exception as x: print(type(x), x)
L=[O() for i in range(5)]
print(pd.Series([L,1]).to_json(default_handler=lambda o: len(L)))
