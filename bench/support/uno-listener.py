# A LibreOffice that listens, and one connection to it that is kept: what unoserver and Gotenberg 8 do.
# Reads lines `INPUT<tab>OUTPUT<tab>FILTER` and answers each with a line `ok` or `failed`.
import os
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue

profile = sys.argv[1]
pipe = f"bench{os.getpid()}"
office = subprocess.Popen(
    ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--norestore", "--nodefault",
     f"--accept=pipe,name={pipe};urp;"],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
for _ in range(200):
    try:
        context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        break
    except Exception:
        time.sleep(0.1)
desktop = context.ServiceManager.createInstance("com.sun.star.frame.Desktop")


def value(name, content):
    made = PropertyValue()
    made.Name, made.Value = name, content
    return made


options = uno.Any("[]com.sun.star.beans.PropertyValue", (value("UseTaggedPDF", True), value("SelectPdfVersion", 17)))
print("ready", flush=True)
for line in sys.stdin:
    source, target, name = line.rstrip("\n").split("\t")
    try:
        document = desktop.loadComponentFromURL(f"file://{source}", "_blank", 0, (value("Hidden", True),))
        document.storeToURL(f"file://{target}", (value("FilterName", name), value("FilterData", options)))
        document.close(True)
        print("ok", flush=True)
    except Exception as error:
        print("failed", error, file=sys.stderr)
        print("failed", flush=True)
os.killpg(office.pid, 9)
