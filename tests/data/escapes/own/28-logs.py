# --- handler that writes XML | logging,lxml,lxml.* | file:log.xml
import logging
from lxml import etree
class One(logging.Formatter):
    def format(self, record): return canary_path('log.xml')
h = logging.StreamHandler(etree.ElementTree(etree.Element("a")))
h.terminator = ""
h.setFormatter(One())
logging.getLogger().addHandler(h)
logging.error("x")
# --- file of a handler | logging | file:log.txt
import logging
logging.FileHandler(canary_path('log.txt'))
# --- file of a derived handler | logging | file:log.txt
import logging
class Mine(logging.FileHandler): pass
Mine(canary_path('log.txt'))
# --- file of the basic configuration | logging | file:log.txt
import logging
logging.basicConfig(filename=canary_path('log.txt'))
logging.error("x")
# --- handler for the host | logging | expr:bool(mod('logging').root.handlers or mod('logging').getLogger('fx').handlers)
import logging
logging.basicConfig()
logging.getLogger().addHandler(logging.NullHandler())
logging.getLogger('fx').addHandler(logging.NullHandler())
# --- adapter of a logger of the host | logging,asyncio,asyncio.* | expr:mod('asyncio.log').logger.level == 50
import logging, asyncio.log
logging.LoggerAdapter(asyncio.log.logger, {}).setLevel(50)
# --- level of a logger of the host | logging,asyncio,asyncio.* | expr:mod('asyncio.log').logger.level == 50
import asyncio.log
asyncio.log.logger.setLevel(50)
# --- children of a placeholder | logging,json | expr:hasattr(mod('json'), 'parent')
import logging, json
logging.getLogger("a.b")
logging.root.manager.loggerDict["a"].loggerMap[json] = None
logging.getLogger("a")
# --- the adapter's manager | logging,json | expr:hasattr(mod('json'), 'manager')
import logging, json
logging.LoggerAdapter(json, {}).manager = 1
# --- records that are made by the code | logging,json | expr:mod('json').dumps(1) != '1'
import logging, json
logging.setLogRecordFactory(lambda *a, **k: json)
logging.makeLogRecord({"dumps": lambda x: "evil"})
# --- text of a formatter | logging | leak
import logging
h = logging.Handler()
h.formatter = "{0.args._conn.password}"
h.format(logging.LogRecord("a", 1, "a", 1, "a", fetch_record(), None))
# --- style of a formatter | logging | leak
import logging
logging.Formatter("{args._conn.password}", style="{").format(logging.LogRecord("a", 1, "a", 1, "a", fetch_record(), None))
# --- functions of the module itself | logging | expr:out is not None
import logging
logging._write
# --- modules of the module | logging | leak
import logging
str(dict(logging.os.environ).get("FX_TOKEN"))
