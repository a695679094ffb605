"""Responses of the service, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ._inputs import ResultData


@dataclass(frozen=True)
class Quota:
    """Conversions of the account; times are milliseconds since 1970."""

    plan: str
    quota: int
    used: int
    soft_cap_limit: int
    status: str
    """``ok``, ``soft_cap`` or ``hard_cap``."""
    period_end: int | None
    quota_period_end: int | None
    credits_expire_at: int | None
    raw: dict[str, Any] = field(repr=False, compare=False)
    """The complete response."""

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Quota:
        return cls(
            plan=str(said.get("plan", "")),
            quota=int(said.get("quota", 0)),
            used=int(said.get("used", 0)),
            soft_cap_limit=int(said.get("soft_cap_limit", 0)),
            status=str(said.get("status", "")),
            period_end=said.get("period_end"),
            quota_period_end=said.get("quota_period_end"),
            credits_expire_at=said.get("credits_expire_at"),
            raw=dict(said),
        )


@dataclass(frozen=True)
class Tool:
    id: str
    min_files: int
    max_files: int
    accepted_exts: list[str]
    raw: dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Tool:
        exts = [str(ext) for ext in said.get("accepted_exts", [])]
        return cls(str(said["id"]), int(said.get("min_files", 1)), int(said.get("max_files", 1)), exts, dict(said))


@dataclass(frozen=True)
class JobStatus:
    """A job; times are milliseconds since 1970."""

    job_id: str
    status: str
    """``pending``, ``success``, ``rejected``, ``failed``, ``deleted`` or ``expired``."""
    tool: str | None
    size_bytes: int | None
    completed_at: int | None
    expires_at: int | None
    progress: dict[str, Any] | None
    """``done``, ``of`` and ``unit`` of a pending job, where known."""
    position: int | None
    """The number of jobs ahead of a pending one; None once it runs."""
    raw: dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, said: Mapping[str, Any], job_id: str = "") -> JobStatus:
        return cls(
            job_id=str(said.get("job_id", job_id)),
            status=str(said.get("status", "")),
            tool=said.get("tool"),
            size_bytes=said.get("size_bytes"),
            completed_at=said.get("completed_at"),
            expires_at=said.get("expires_at"),
            progress=said.get("progress"),
            position=said.get("position"),
            raw=dict(said),
        )


@dataclass(frozen=True)
class Converted(ResultData):
    """The response for a successful conversion."""

    size_bytes: int | None
    warnings: list[str]
    quota: Quota | None
    download_url: str
    raw: dict[str, Any] = field(repr=False, compare=False)

    @staticmethod
    def facts(said: Mapping[str, Any]) -> Converted:
        job_id = str(said["job_id"])
        quota = said.get("quota")
        return Converted(
            job_id=job_id,
            size_bytes=said.get("size_bytes"),
            warnings=[str(warning) for warning in said.get("warnings") or []],
            quota=Quota.of(quota) if isinstance(quota, dict) else None,
            download_url=str(said.get("download_url") or f"/v1/download/{job_id}"),
            raw=dict(said),
        )
