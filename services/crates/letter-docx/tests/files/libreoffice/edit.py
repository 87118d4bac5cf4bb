"""Edits letter.docx in LibreOffice, as the other side would: python3 edit.py FOLDER (with the Debian packages libreoffice-writer and
python3-uno). FOLDER has letter.docx; untouched.docx, tracked.docx and untracked.docx are written beside it."""

import pathlib
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

PIPE = "sitewright-letter"


def value(name, of):
    found = PropertyValue()
    found.Name, found.Value = name, of
    return found


def connect():
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    for _ in range(60):
        try:
            return resolver.resolve(f"uno:pipe,name={PIPE};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(1)
    raise SystemExit("LibreOffice does not start")


def find(document, text):
    search = document.createSearchDescriptor()
    search.SearchString = text
    return document.findFirst(search)


def edit(document):
    for old, new in [("thirty (30)", "ninety (90)"), ("$950,000", "$1,000,000"), ("Costs are shared.", "Costs are Buyer's.")]:
        find(document, old).setString(new)
    after = find(document, "We look forward.")
    cursor = after.Text.createTextCursorByRange(after.Start)
    after.Text.insertString(cursor, "Seller leases back for a year.", False)
    after.Text.insertControlCharacter(cursor, 0, False)


def comment(document):
    note = document.createInstance("com.sun.star.text.textfield.Annotation")
    note.Author, note.Content = "Ana Seller", "Please shorten this."
    place = find(document, "Feasibility Date")
    place.Text.insertTextContent(place, note, True)


def edited(context, folder, name, is_tracked, changes):
    manager = context.ServiceManager
    desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    document = desktop.loadComponentFromURL((folder / "letter.docx").as_uri(), "_blank", 0, (value("Hidden", True),))
    document.RecordChanges = is_tracked
    for change in changes:
        change(document)
    document.storeToURL((folder / f"{name}.docx").as_uri(), (value("FilterName", "MS Word 2007 XML"),))
    document.close(True)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as profile:
        options = ["--headless", "--norestore", f"-env:UserInstallation=file://{profile}", f"--accept=pipe,name={PIPE};urp;"]
        with subprocess.Popen(["soffice", *options]) as office:
            context = connect()
            provider = context.ServiceManager.createInstanceWithContext("com.sun.star.configuration.ConfigurationProvider", context)
            path = (value("nodepath", "/org.openoffice.UserProfile/Data"),)
            person = provider.createInstanceWithArguments("com.sun.star.configuration.ConfigurationUpdateAccess", path)
            person.givenname, person.sn = "Ana", "Seller"
            person.commitChanges()
            edited(context, folder, "untouched", True, [])
            edited(context, folder, "tracked", True, [edit, comment])
            edited(context, folder, "untracked", False, [edit])
            office.terminate()


main()
