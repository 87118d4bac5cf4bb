"""Reads the tags of a PDF as a screen reader does: pikepdf the tree, pdfplumber the characters. Usage: FILE. Prints JSON."""

import json
import sys

import pdfplumber
import pdfplumber.page
import pikepdf


class NestedMarks(pdfplumber.page.PDFPageAggregatorWithMarkedContent):
    """pdfplumber forgets a mark when one within it ends; what is within a mark of its own text (ActualText) is of the outer one."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.outer = []

    def begin_tag(self, tag, props=None):
        self.outer.append((self.cur_tag, self.cur_mcid))
        super().begin_tag(tag, props)
        if self.cur_mcid is None:
            self.cur_mcid = self.outer[-1][1]

    def end_tag(self):
        self.cur_tag, self.cur_mcid = self.outer.pop()


pdfplumber.page.PDFPageAggregatorWithMarkedContent = NestedMarks


def characters_by_mark(path):
    """Text by page and mark, the text that no tag holds and that is not an artifact, and the pages' text as it is printed."""
    marked, untagged, printed = {}, [], []
    with pdfplumber.open(path) as pdf:
        for index, page in enumerate(pdf.pages):
            printed.append(page.extract_text())
            for char in page.chars:
                if char.get("mcid") is not None:
                    key = (index, char["mcid"])
                    marked[key] = marked.get(key, "") + char["text"]
                elif char.get("tag") != "Artifact" and char["text"].strip():
                    untagged.append(char["text"])
    return marked, "".join(untagged), "\n".join(printed)


def read(node, page, pages, marked, elements):
    """The text below a node of the structure tree in reading order; appends each element with its role and alternative text."""
    page = pages[node.Pg.objgen] if "/Pg" in node else page
    children = node.get("/K", [])
    text = ""
    for child in children if isinstance(children, pikepdf.Array) else [children]:
        if isinstance(child, int):
            text += marked.get((page, child), "")
        elif child.get("/Type") == "/MCR":
            text += marked.get((pages[child.Pg.objgen] if "/Pg" in child else page, int(child.MCID)), "")
        elif "/S" in child:
            element = {"role": str(child.S)[1:], "alt": str(child.Alt) if "/Alt" in child else None}
            elements.append(element)
            element["text"] = read(child, page, pages, marked, elements)
            text += element["text"]
    return text


path = sys.argv[1]
marked, untagged, printed = characters_by_mark(path)
with pikepdf.open(path) as pdf:
    pages = {page.obj.objgen: index for index, page in enumerate(pdf.pages)}
    root = pdf.Root
    elements = []
    text = read(root.StructTreeRoot, 0, pages, marked, elements)
    print(
        json.dumps(
            {
                "marked": bool(root.MarkInfo.Marked),
                "language": str(root.Lang),
                "shows_title": bool(root.ViewerPreferences.DisplayDocTitle),
                "title": str(pdf.open_metadata().get("dc:title")),
                "pdfua_part": str(pdf.open_metadata().get("pdfuaid:part")),
                "text": text,
                "printed": printed,
                "elements": elements,
                "untagged": untagged,
            }
        )
    )
