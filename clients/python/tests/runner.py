"""Performs the table of cases (test/clients/cases.ts) with this client: a command a line on standard input, its end a line on output."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from platen import AsyncPlaten, Platen, PlatenError, Result, verify_webhook  # noqa: E402

Command = Dict[str, Any]


def convert(platen: Platen, command: Command) -> Any:
    result = platen.convert(command["tool"], command["files"], command.get("fields"), **_call(command))
    return _told(result, command.get("save"))


def method(platen: Platen, command: Command) -> Any:
    files = command["files"]
    by_name = getattr(platen, command["method"].replace("-", "_"))
    takes_many = command["method"] == "merge-pdf"
    fields = {name.replace("-", "_"): value for name, value in command.get("fields", {}).items()}
    return _told(by_name(files if takes_many else files[0], **fields, **_call(command)), command.get("save"))


def batch(platen: Platen, command: Command) -> Any:
    entries = []
    given = command.get("fields")
    for entry in platen.batch(command["tool"], command["files"], given, concurrency=command.get("concurrency", 4)):
        if entry.result is None:
            entries.append({"index": entry.index, "error": {"code": getattr(entry.error, "code", str(entry.error))}})
        else:
            told = _told(entry.result, f"{command['folder']}/{entry.index}.pdf")
            entries.append({"index": entry.index, "job_id": told["job_id"], "bytes": told["bytes"]})
    return {"entries": entries}


def start(platen: Platen, command: Command) -> Any:
    return {"job_id": platen.start(command["tool"], command["files"], command.get("fields"), **_call(command)).id}


def cancel(platen: Platen, command: Command) -> Any:
    job = platen.start(command["tool"], command["files"], command.get("fields"), **_call(command))
    time.sleep(command["after"])
    return {"status": job.cancel()}


def abort(platen: Platen, command: Command) -> Any:
    async def cancelled() -> Any:
        async with AsyncPlaten(command.get("url"), command.get("key")) as client:
            call = asyncio.create_task(client.convert(command["tool"], command["files"], command.get("fields")))
            await asyncio.sleep(command["after"])
            call.cancel()
            return (await call).job_id

    return {"job_id": asyncio.run(cancelled())}


def upload(platen: Platen, command: Command) -> Any:
    sent = platen.upload(command["file"])
    result = platen.convert(command["tool"], sent, command.get("fields"), **_call(command))
    return {**_told(result, command.get("save")), "upload_id": sent.id}


def pipeline(platen: Platen, command: Command) -> Any:
    return _told(platen.pipeline(command["files"], command["steps"], **_call(command)), command.get("save"))


def memory(platen: Platen, command: Command) -> Any:
    found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    return {"peak_rss": int(found.group(1)) * 1024 if found else 0}


PERFORM: Dict[str, Callable[[Platen, Command], Any]] = {
    "convert": convert,
    "method": method,
    "batch": batch,
    "start": start,
    "cancel": cancel,
    "abort": abort,
    "upload": upload,
    "pipeline": pipeline,
    "memory": memory,
    "tools": lambda platen, _: {"tools": [tool.id for tool in platen.tools()]},
    "quota": lambda platen, _: platen.quota().raw,
    "job": lambda platen, command: platen.result(command["job_id"]).raw,
    "delete": lambda platen, command: {"status": platen.delete(command["job_id"])},
    "jobs": lambda platen, command: {"jobs": [job.job_id for job in platen.jobs(**command.get("filters", {}))]},
    "wait": lambda platen, command: _told(platen.job(command["job_id"]).wait(), command.get("save")),
    "events": lambda platen, command: {"events": [one.event for one in platen.job(command["job_id"]).events()]},
    "verify": lambda platen, command: dataclasses.asdict(
        verify_webhook(command["body"], command["headers"], command["secret"])
    ),
}


def _call(command: Command) -> Any:
    return {"timeout": command.get("timeout"), "idempotency_key": command.get("idempotency_key")}


def _told(result: Result, save: str | None) -> Dict[str, Any]:
    size = result.save(save).stat().st_size if save else len(result.bytes())
    return {
        "job_id": result.job_id,
        "size_bytes": result.size_bytes,
        "warnings": result.warnings,
        "quota": result.quota.raw if result.quota else None,
        "bytes": size,
    }


def _error(error: BaseException) -> Dict[str, Any]:
    if isinstance(error, PlatenError):
        names = ("code", "status", "message", "fields", "remedy", "retryable", "retry_after", "job_id")
        return {"type": type(error).__name__, **{name: getattr(error, name) for name in names}}
    is_cancelled = isinstance(error, asyncio.CancelledError)
    code = "cancelled" if is_cancelled else "error"
    return {"type": "Cancelled" if is_cancelled else type(error).__name__, "code": code, "message": str(error)}


def _perform(command: Command) -> Dict[str, Any]:
    given = {name: command[name] for name in ("retries", "timeout") if command.get(name) is not None}
    try:
        # What needs no service gets no address either.
        url = command.get("url") or os.environ.get("PLATEN_URL") or "http://127.0.0.1:1"
        with Platen(url, command.get("key"), **given) as platen:
            return {"id": command["id"], "ok": PERFORM[command["do"]](platen, command)}
    except (Exception, asyncio.CancelledError) as error:
        return {"id": command["id"], "error": _error(error)}


for line in sys.stdin:
    print(json.dumps(_perform(json.loads(line))), flush=True)
