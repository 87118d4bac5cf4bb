#!/usr/bin/python3
"""Checks compose.yaml and what belongs to it without an engine: hardening, settings, targets, replicas."""

import re
import sys
from pathlib import Path

import yaml

TOP = Path(__file__).resolve().parents[2]
RUST = {"main-api", "property-api", "parcel-lookup"}
faults = []


def fault(text):
    faults.append(text)


class Loader(yaml.SafeLoader):
    """Knows `!reset`, with which an overlay takes something away."""


Loader.add_constructor("!reset", lambda loader, node: "reset")


def load(name):
    return yaml.load((TOP / name).read_text(), Loader)


def documented(name):
    """The settings that an example tells of."""
    return set(re.findall(r"^#?([A-Z][A-Z0-9_]+)=", (TOP / "deploy/env" / name).read_text(), re.M))


def used(*names):
    """The variables that compose fills in."""
    return set(re.findall(r"\$\{([A-Z][A-Z0-9_]*)", "".join((TOP / name).read_text() for name in names)))


def check_hardening(name, service):
    """Every container, without exception."""
    wanted = {"read_only": True, "cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"]}
    for key, value in wanted.items():
        if service.get(key) != value:
            fault(f"{name}: {key} is not {value}")
    for key in ("mem_limit", "pids_limit", "cpus"):
        if key not in service:
            fault(f"{name}: no {key}")
    if not str(service.get("cpus")).startswith("${"):
        fault(f"{name}: a fixed number of processors is refused by a machine that has fewer")
    if "max-size" not in service.get("logging", {}).get("options", {}):
        fault(f"{name}: its log is never rotated")
    for port in service.get("ports", []):
        if not port.startswith(("127.0.0.1:", "${PROXY_BIND:-127.0.0.1}:")):
            fault(f"{name}: port {port} is open to the network")


def check_image(name, service):
    """The Dockerfile, and the stage of it, are there; scripts get their mode whatever the clone's umask."""
    build = service.get("build")
    if not build:
        return
    text = (TOP / build["dockerfile"]).read_text()
    if "target" in build and not re.search(rf"^FROM \S+ AS {build['target']}$", text, re.M):
        fault(f"{name}: {build['dockerfile']} has no stage {build['target']}")
    for line in re.findall(r"^COPY .*(?:deploy|proxy)/.*", text, re.M):
        if "--chmod=" not in line and "chmod -R a+rX" not in text:
            fault(f"{build['dockerfile']}: unreadable from a clone made with umask 077: {line}")


def check_settings(name, service):
    """Whatever a service can be told has a way into its containers."""
    of = service["image"].removeprefix("sitewright/")
    if of not in RUST or service.get("entrypoint"):
        return
    own = [entry for entry in service.get("env_file", []) if entry["path"].endswith(f"/own.{of}.env")]
    if not own or own[0]["required"]:
        fault(f"{name}: does not read own.{of}.env where there is one")
    for setting, value in service["environment"].items():
        if setting not in documented(f"{of}.env.example"):
            fault(f"{name}: {setting} is no setting of {of}")
        # An empty default would override the value in the env file.
        if isinstance(value, str) and re.fullmatch(r"\$\{\w+:?-\}", value):
            fault(f"{name}: {setting} is emptied when .env does not name it, whatever own.{of}.env says")


def check_replicas(services, overlay):
    """The overlay takes away exactly the fixed ports of what it lets run twice."""
    fixed = {name for name, service in services.items() if name in RUST and service.get("ports")}
    freed = {name for name, service in overlay.items() if service.get("ports") == "reset"}
    if fixed != freed:
        fault(f"compose.replicas.yaml frees the ports of {sorted(freed)}, fixed are those of {sorted(fixed)}")


services = load("compose.yaml")["services"]
overlay = load("compose.replicas.yaml")["services"]
for service_name, definition in services.items():
    check_hardening(service_name, definition)
    check_image(service_name, definition)
    check_settings(service_name, definition)
check_replicas(services, overlay)
told = {name for name in documented("compose.env.example") if not name.startswith("COMPOSE_")}
read = used("compose.yaml", "compose.replicas.yaml")
if told != read:
    fault(f"deploy/env/compose.env.example and the variables of compose.yaml differ by {sorted(told ^ read)}")
print("\n".join(faults), end="\n" if faults else "")
sys.exit(bool(faults))
