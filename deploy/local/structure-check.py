#!/usr/bin/python3 -I
"""Compares docs/structure.md with the code: which crates a crate uses, and which resources of a service import each other. Readers of
files are not linked into the services."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVICES = ROOT / "services"
PAGE = (ROOT / "docs/structure.md").read_text()

# Modules around the resources; see 'A service's src' of the page.
BELOW = {"state", "config", "schema", "field", "list_file", "search", "watch"}
# Only programs of their own read files: their readers parse what strangers made, and SQLite is not Rust.
READERS = {"feature-files", "rusqlite"}
# A GeoPackage is written by SQLite; the server opens none that it has not written itself (decision 68).
WRITERS = {"parcel-lookup": {"rusqlite"}}
SERVERS = ["main-api", "property-api", "parcel-lookup"]
ABOVE = {"lib", "main", "program", "commands", "routes", "app", "consumers", "housekeeping"}

faults = []


def names(text):
    return re.findall(r"`([\w-]+)`", text)


def check_crates():
    manifests = [tomllib.loads(path.read_text()) for path in SERVICES.glob("**/Cargo.toml") if "target" not in path.parts]
    uses = {m["package"]["name"]: set(m.get("dependencies", {})) for m in manifests if "package" in m}
    section = PAGE.split("## Crates of", 1)[1].split("\n## ", 1)[0]
    above = []
    for row in re.findall(r"^\| `.*\|$", section, re.MULTILINE):
        crate, _, listed = (names(cell) for cell in row.strip("|").split("|"))
        crate, listed = crate[0], set(listed)
        actual = uses.get(crate, set()) & set(uses)
        if actual != listed:
            faults.append(f"crate {crate} uses {sorted(actual)}, the page lists {sorted(listed)}")
        if late := actual - set(above):
            faults.append(f"crate {crate} uses {sorted(late)}, which are not above it on the page")
        above.append(crate)
    if set(above) != set(uses):
        faults.append(f"crates on the page and in the workspace differ: {sorted(set(above) ^ set(uses))}")


def check_readers():
    manifests = [tomllib.loads(path.read_text()) for path in SERVICES.glob("**/Cargo.toml") if "target" not in path.parts]
    uses = {m["package"]["name"]: set(m.get("dependencies", {})) for m in manifests if "package" in m}
    for server in SERVERS:
        linked, found = set(), {server}
        while found - linked:
            linked |= found
            found = set().union(*(uses.get(crate, set()) for crate in linked))
        if readers := (linked & READERS) - WRITERS.get(server, set()):
            faults.append(f"{server} links {sorted(readers)}, which only the programs of imports may")


def use_paths(tree):
    """The paths of a use tree: `a::{b, c::d}` is a::b and a::c::d."""
    head, brace, rest = tree.strip().partition("{")
    if not brace:
        return [head]
    depth, part, parts = 0, "", []
    for char in rest.rstrip().removesuffix("}"):
        depth += (char == "{") - (char == "}")
        if char == "," and depth == 0:
            parts, part = [*parts, part], ""
        else:
            part += char
    return [head + path for each in [*parts, part] for path in use_paths(each)]


def imported(file):
    """Top-level modules of the service that a file names, without comments."""
    text = re.sub(r"//.*", "", file.read_text())
    paths = [path for tree in re.findall(r"\buse\s+(crate::[^;]+);", text) for path in use_paths(tree)]
    return {path.split("::")[1] for path in paths + re.findall(r"\bcrate::\w+", text) if "::" in path} - {""}


def check_resources(service, order):
    source = SERVICES / service / "src"
    modules = {path.stem for path in source.iterdir()}
    if set(order) != modules - ABOVE - BELOW:
        faults.append(f"resources of {service} on the page and in src differ: {sorted(set(order) ^ (modules - ABOVE - BELOW))}")
    for place, resource in enumerate(order):
        files = [source / f"{resource}.rs", *(source / resource).glob("**/*.rs")]
        for file in filter(Path.exists, files):
            if wrong := imported(file) & modules - BELOW - set(order[: place + 1]):
                faults.append(f"{file.relative_to(ROOT)} imports {sorted(wrong)}, not before '{resource}' on the page")


check_crates()
check_readers()
rows = re.findall(r"^- `([\w-]+)`: (.*)$", PAGE, re.MULTILINE)
for service, order in rows:
    check_resources(service, names(order))
if len(rows) != 3:
    faults.append(f"the page has rows of resources for {len(rows)} services")
print("\n".join(faults), end="\n" if faults else "")
sys.exit(bool(faults))
