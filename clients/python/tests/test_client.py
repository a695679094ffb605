"""The client against a service that does what each test wants."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import io
import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from platen import (  # noqa: E402
    AsyncPlaten,
    DocumentError,
    Platen,
    PlatenConnectionError,
    PlatenError,
    RequestError,
    ServiceError,
    verify_webhook,
)
from platen import _exchange  # noqa: E402
from platen.__main__ import main  # noqa: E402
from platen._events import Parser  # noqa: E402

setattr(_exchange, "_FIRST_PAUSE", 0.01)

DONE = {"job_id": "j1", "status": "success", "download_url": "/v1/download/j1", "size_bytes": 10}
FILE = b"0123456789"


class Asked:
    def __init__(self, method: str, path: str, headers: Dict[str, str], body: bytes) -> None:
        self.method, self.path, self.headers, self.body = method, path, headers, body


def answer(status: int, body: Any = None, headers: Optional[Dict[str, str]] = None, *, cut: int = 0) -> bytes:
    content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} Said", f"Content-Length: {len(content)}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (content[: len(content) - cut] if cut else content)


class Service:
    """Gives its answers one after the other; an empty one is a connection that breaks."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: List[Asked] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as file:
                head = [line.decode().strip() for line in iter(file.readline, b"\r\n")]
                if not head:
                    continue
                method, path, _ = head[0].split(" ")
                headers = {n.lower(): v.strip() for n, _, v in (line.partition(":") for line in head[1:])}
                body = file.read(int(headers.get("content-length", 0)))
                asked = Asked(method, path, headers, body)
                self.asked.append(asked)
                said = self.answers.pop(0)
                parts = said(asked) if callable(said) else said
                for part in [parts] if isinstance(parts, bytes) else parts:
                    connection.sendall(part)

    def close(self) -> None:
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # closed before
        self._socket.close()


def busy(after: str = "0") -> bytes:
    return answer(503, {"error": "server_busy", "message": "Busy.", "retry_after": 0}, {"Retry-After": after})


class Calls(unittest.TestCase):
    def serve(self, *answers: Any, **options: Any) -> Platen:
        self.service = Service(*answers)
        self.addCleanup(self.service.close)
        platen = Platen(self.service.url + "/v1/", "secret", **options)
        self.addCleanup(platen.close)
        return platen

    def raised(self, kind: type, do: Callable[[], Any]) -> PlatenError:
        with self.assertRaises(kind) as caught:
            do()
        assert isinstance(caught.exception, PlatenError)
        return caught.exception

    def test_a_busy_service_a_gateway_and_a_cut_line_are_tried_again_with_the_same_key(self) -> None:
        platen = self.serve(busy(), b"", answer(502, b"<html>"), answer(200, DONE, cut=4), answer(200, DONE))
        result = platen.convert("copy", ("a.txt", b"hello"), mode="fast")
        self.assertEqual(result.job_id, "j1")
        self.assertEqual(len({asked.headers["idempotency-key"] for asked in self.service.asked}), 1)
        self.assertEqual({len(asked.body) for asked in self.service.asked}, {len(self.service.asked[0].body)})
        self.assertEqual(self.service.asked[0].path, "/v1/convert/copy")
        self.assertEqual(self.service.asked[0].headers["authorization"], "Bearer secret")

    def test_tries_end(self) -> None:
        error = self.raised(ServiceError, lambda: self.serve(busy(), busy(), retries=1).quota())
        self.assertEqual((error.code, error.status, error.retryable, error.retry_after), ("server_busy", 503, True, 0))
        self.assertEqual(len(self.service.asked), 2)

    def test_a_long_wait_is_not_waited_for(self) -> None:
        error = self.raised(ServiceError, lambda: self.serve(busy("61")).quota())
        self.assertEqual(error.retry_after, 61)

    def test_an_exhausted_quota_and_a_refusal_are_not_tried_again(self) -> None:
        for status, code, kind in (
            (429, "quota_exceeded", RequestError),
            (400, "field_required", RequestError),
            (500, "internal_error", ServiceError),
            (504, "conversion_timeout", ServiceError),
        ):
            body = {"error": code, "message": "No.", "field": "text"}
            error = self.raised(kind, lambda: self.serve(answer(status, body)).quota())
            self.assertEqual((error.code, error.message, error.fields), (code, "No.", {"field": "text"}))
            self.assertNotEqual(error.remedy, "")

    def test_a_rejected_document_is_an_error_of_its_own(self) -> None:
        body = {"error": "source_unreadable", "message": "No.", "status": "rejected", "job_id": "j9"}
        error = self.raised(DocumentError, lambda: self.serve(answer(422, body)).convert("copy", ("a", b"a")))
        self.assertEqual((error.job_id, error.retryable), ("j9", False))

    def test_an_answer_that_is_not_the_apis_is_an_error(self) -> None:
        self.assertEqual(self.raised(PlatenError, lambda: self.serve(answer(200, b"<html>")).quota()).code, "http_200")
        self.assertEqual(self.raised(RequestError, lambda: self.serve(answer(404, b"")).quota()).code, "http_404")

    def test_an_answer_that_is_no_object_is_an_error(self) -> None:
        for content in (b"null", b"[]", b"1", b""):
            error = self.raised(RequestError, lambda: self.serve(answer(200, content)).quota())
            self.assertEqual((error.code, error.status), ("http_200", 200))

    def test_a_service_that_is_not_there_is_unreachable(self) -> None:
        platen = self.serve(retries=1)
        self.service.close()
        error = self.raised(PlatenConnectionError, platen.quota)
        self.assertEqual((error.code, error.status, error.retryable), ("unreachable", 0, True))

    def test_the_timeout_is_for_all_tries(self) -> None:
        platen = self.serve(lambda _: time.sleep(2) or b"", timeout=0.3)
        began = time.monotonic()
        self.assertEqual(self.raised(PlatenConnectionError, platen.quota).code, "timeout")
        self.assertLess(time.monotonic() - began, 1)

    def test_an_answer_that_trickles_and_stalls_has_no_more_time(self) -> None:
        def trickling(_: Asked) -> Iterator[bytes]:
            yield answer(200, DONE, cut=20)
            time.sleep(0.7)
            yield b" "
            time.sleep(3)

        platen = self.serve(trickling, timeout=1)
        began = time.monotonic()
        error = self.raised(PlatenConnectionError, platen.quota)
        self.assertEqual(error.code, "timeout")
        self.assertLess(time.monotonic() - began, 1.4)

    def test_names_are_sent_as_browsers_send_them(self) -> None:
        platen = self.serve(answer(200, DONE))
        platen.convert("copy", [('Überblick "1"\r\n.txt', b"a"), ("報告.txt", io.BytesIO(b"b"))], {"x": "é"})
        body = self.service.asked[0].body.decode()
        self.assertIn('name="file"; filename="Überblick %221%22%0D%0A.txt"\r\n', body)
        self.assertIn('name="file"; filename="報告.txt"\r\n', body)
        self.assertLess(body.index('name="x"'), body.index('name="file"'))

    def test_a_stream_that_cannot_go_back_is_sent_again(self) -> None:
        process = subprocess.Popen(["printf", "piped"], stdout=subprocess.PIPE)
        assert process.stdout is not None
        with process.stdout as pipe:
            self.serve(busy(), answer(200, DONE)).convert("copy", pipe)
        process.wait()
        self.assertTrue(all(b"piped" in asked.body for asked in self.service.asked))

    def test_a_download_that_is_cut_goes_on_where_it_stopped(self) -> None:
        def rest(asked: Asked) -> bytes:
            self.assertEqual((asked.headers["range"], asked.headers["if-range"]), ("bytes=6-", '"e"'))
            return answer(206, FILE[6:], {"Content-Range": "bytes 6-9/10", "ETag": '"e"'})

        platen = self.serve(answer(200, DONE), answer(200, FILE, {"ETag": '"e"'}, cut=4), rest)
        self.assertEqual(platen.convert("copy", ("a", b"a")).bytes(), FILE)

    def test_without_an_etag_a_cut_download_begins_again(self) -> None:
        platen = self.serve(answer(200, DONE), answer(200, FILE, cut=4), answer(200, FILE))
        with tempfile.TemporaryDirectory() as folder:
            path = platen.convert("copy", ("a", b"a")).save(f"{folder}/a.pdf")
            self.assertEqual(path.read_bytes(), FILE)
            self.assertEqual(len(list(Path(folder).iterdir())), 1)
        self.assertNotIn("range", self.service.asked[2].headers)

    def test_a_stream_without_an_etag_passes_over_what_it_has(self) -> None:
        platen = self.serve(answer(200, DONE), answer(200, FILE, cut=4), answer(200, FILE, cut=7), answer(200, FILE))
        self.assertEqual(b"".join(platen.convert("copy", ("a", b"a")).stream()), FILE)

    def test_a_stream_of_a_file_that_changed_fails_once(self) -> None:
        for headers in ({"ETag": '"a"'}, {}):
            other = answer(200, FILE + b"!", {"ETag": '"b"'} if headers else {})
            platen = self.serve(answer(200, DONE), answer(200, FILE, headers, cut=4), other, answer(200, FILE))
            error = self.raised(PlatenConnectionError, lambda: list(platen.convert("copy", ("a", b"a")).stream()))
            self.assertEqual((error.code, error.retryable, len(self.service.asked)), ("cut", True, 3))

    def test_no_half_file_stays(self) -> None:
        platen = self.serve(answer(200, DONE), answer(200, FILE, cut=4), retries=0)
        result = platen.convert("copy", ("a", b"a"))
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.pdf").write_text("before")
            self.raised(PlatenConnectionError, lambda: result.save(f"{folder}/a.pdf"))
            self.assertEqual([one.read_text() for one in Path(folder).iterdir()], ["before"])

    def test_the_key_goes_to_no_other_origin(self) -> None:
        other = Service(answer(200, FILE))
        self.addCleanup(other.close)
        platen = self.serve(answer(200, DONE), answer(302, None, {"Location": f"{other.url}/file"}))
        self.assertEqual(platen.convert("copy", ("a", b"a")).bytes(), FILE)
        self.assertIn("authorization", self.service.asked[1].headers)
        self.assertNotIn("authorization", other.asked[0].headers)

    def test_a_job_is_waited_for_and_raises_what_ended_it(self) -> None:
        pending = {"error": "job_not_ready", "message": "Not yet.", "status": "pending", "retry_after": 0.01}
        outcome = {"error": "conversion_failed", "message": "It broke.", "status": "failed", "job_id": "j1"}
        platen = self.serve(
            answer(202, {"job_id": "j1", "status": "pending"}),
            answer(409, pending),
            answer(200, DONE),
            answer(409, {**pending, "status": "failed", "outcome": outcome}),
        )
        job = platen.start("copy", ("a", b"a"))
        self.assertEqual(self.service.asked[0].headers["prefer"], "respond-async")
        self.assertEqual(job.wait().size_bytes, 10)
        self.assertEqual(self.service.asked[1].headers["prefer"], "wait=30")
        error = self.raised(ServiceError, job.wait)
        self.assertEqual((error.code, error.status, error.retryable), ("conversion_failed", 500, True))

    def test_a_service_that_always_waits_gives_a_job_that_is_done(self) -> None:
        self.assertEqual(self.serve(answer(200, DONE)).start("copy", ("a", b"a")).wait().job_id, "j1")

    def test_events_go_on_after_a_cut(self) -> None:
        first = b"event: progress\nid: p1\ndata: {\"position\":1}\n\n"
        last = b"event: succeeded\nid: s\ndata: {}\n\n"
        platen = self.serve(answer(200, first), answer(200, last))
        self.assertEqual([one.event for one in platen.job("j1").events()], ["progress", "succeeded"])
        self.assertEqual(self.service.asked[1].headers["last-event-id"], "p1")

    def test_an_upload_goes_on_after_a_cut(self) -> None:
        location = {"Location": "/v1/uploads/u1"}
        platen = self.serve(
            answer(201, None, location),
            b"",
            answer(200, None, {"Upload-Offset": "2"}),
            answer(204, None, {"Upload-Offset": "5"}),
            answer(200, DONE),
        )
        upload = platen.upload(("a.txt", b"hello"))
        self.assertEqual((upload.id, upload.size_bytes), ("u1", 5))
        self.assertEqual(self.service.asked[3].body, b"llo")
        platen.convert("copy", upload)
        self.assertIn(b'name="file_id"\r\n\r\nu1', self.service.asked[4].body)

    def test_an_upload_asks_for_its_offset_no_more_often_than_it_may_try(self) -> None:
        platen = self.serve(answer(201, headers={"Location": "/v1/uploads/u1"}), *[b""] * 20, retries=3)
        self.raised(PlatenConnectionError, lambda: platen.upload(("a.txt", b"hello")))
        self.assertEqual([asked.method for asked in self.service.asked], ["POST", "PATCH", "HEAD", "HEAD", "HEAD"])

    def test_a_batch_gives_an_entry_for_every_file(self) -> None:
        refusal = answer(422, {"error": "empty_file", "message": "Empty.", "file": "b"})

        def by_file(asked: Asked) -> bytes:
            return refusal if b'filename="b"' in asked.body else answer(200, DONE)

        platen = self.serve(by_file, by_file, by_file)
        files = [("a", b"a"), ("b", b""), ("c", b"c")]
        entries = sorted(platen.batch("copy", files, concurrency=2), key=lambda entry: entry.index)
        self.assertEqual([entry.result is not None for entry in entries], [True, False, True])
        self.assertEqual(getattr(entries[1].error, "code", None), "empty_file")

    def test_a_program_that_leaves_a_batch_ends_at_once(self) -> None:
        self.serve(answer(200, DONE), lambda _: time.sleep(5) or answer(200, DONE))
        program = (
            "import sys; from platen import Platen\n"
            "for entry in Platen(sys.argv[1]).batch('copy', [('a', b'a'), ('b', b'b')], concurrency=2): break"
        )
        began = time.monotonic()
        source = str(Path(__file__).parent.parent / "src")
        subprocess.run([sys.executable, "-c", program, self.service.url], check=True, env={"PYTHONPATH": source})
        self.assertLess(time.monotonic() - began, 4)

    def test_a_batch_reads_its_files_as_it_needs_them(self) -> None:
        platen = self.serve(*[answer(200, DONE)] * 4)
        taken: List[int] = []

        def files() -> Iterator[Any]:
            for n in range(100):
                taken.append(n)
                yield (f"{n}", b"a")

        entries = platen.batch("copy", files(), concurrency=2)
        next(iter(entries))
        self.assertLessEqual(len(taken), 4)
        getattr(entries, "close")()

    def test_the_command_line_takes_fields_and_says_what_is_wrong(self) -> None:
        self.serve(answer(200, {**DONE, "warnings": ["A font was replaced."]}), answer(200, FILE))
        said = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(said):
            source, target = Path(folder) / "a.txt", Path(folder) / "a.pdf"
            source.write_text("hello")
            words = ["convert", "copy", str(source), "-o", str(target), "--url", self.service.url]
            self.assertEqual(main([*words, "--prevent-print", "on", "--text=a=b"]), 0)
            self.assertEqual(target.read_bytes(), FILE)
            self.assertEqual(main(words[:3]), 2)
            self.assertEqual(main(["convert", "copy", f"{folder}/none", *words[3:]]), 1)
        self.assertIn("A font was replaced.", said.getvalue())
        body = self.service.asked[0].body
        self.assertIn(b'name="prevent_print"\r\n\r\non\r\n', body)
        self.assertIn(b'name="text"\r\n\r\na=b\r\n', body)

    def test_jobs_are_listed_over_their_pages(self) -> None:
        page = {"jobs": [{"job_id": "j1", "status": "success"}], "next_cursor": "c&1"}
        platen = self.serve(answer(200, page), answer(200, {**page, "next_cursor": None}))
        self.assertEqual([one.job_id for one in platen.jobs(tool="copy")], ["j1", "j1"])
        self.assertEqual(self.service.asked[1].path, "/v1/jobs?tool=copy&cursor=c%261")

    def test_the_asynchronous_client_does_the_same(self) -> None:
        self.serve(busy(), answer(200, DONE), answer(200, FILE, {"ETag": '"e"'}, cut=4), answer(200, FILE))

        async def convert() -> bytes:
            async with AsyncPlaten(self.service.url, "secret") as platen:
                return await (await platen.convert("copy", ("a", b"a"))).bytes()

        self.assertEqual(asyncio.run(convert()), FILE)

    def test_a_cancelled_task_ends_its_call(self) -> None:
        self.serve(lambda _: time.sleep(1) or b"")

        async def cancelled() -> float:
            async with AsyncPlaten(self.service.url, "secret") as platen:
                call = asyncio.create_task(platen.convert("copy", ("a", b"a")))
                await asyncio.sleep(0.1)
                began = time.monotonic()
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                return time.monotonic() - began

        self.assertLess(asyncio.run(cancelled()), 0.5)


class Parts(unittest.TestCase):
    def test_events_are_read_wherever_they_are_cut(self) -> None:
        text = ': hi\r\n\r\nevent: progress\r\ndata: {"a":\r\ndata: "é"}\r\nid: 1\r\n\r\ndata: 5\n\n'.encode()
        for size in (1, 2, 3, 7, len(text)):
            parser = Parser()
            found = [one for n in range(0, len(text), size) for one in parser.feed(text[n : n + size])]
            self.assertEqual([(one.event, one.data, one.id) for one in found][0], ("progress", {"a": "é"}, "1"))
            self.assertEqual(len(found), 2)

    def test_a_webhook_is_verified(self) -> None:
        key = b"0123456789abcdef"
        secret = "whsec_" + base64.b64encode(key).decode()
        body = b'{"type":"job.succeeded","timestamp":"2026-01-01T00:00:00Z","data":{"job_id":"j1"}}'
        now = str(int(time.time()))

        def signed(at: str) -> Dict[str, str]:
            signature = base64.b64encode(hmac.new(key, b"m1." + at.encode() + b"." + body, hashlib.sha256).digest())
            return {"Webhook-Id": "m1", "Webhook-Timestamp": at, "Webhook-Signature": f"v1,AAAA v1,{signature.decode()}"}

        self.assertEqual(verify_webhook(body, signed(now), secret).data, {"job_id": "j1"})
        self.assertEqual(verify_webhook(body.decode(), signed(now), secret).type, "job.succeeded")
        old = signed(str(int(time.time()) - 301))
        for given, headers in ((body + b" ", signed(now)), (body, {}), (body, old), (body, {**old, "webhook-timestamp": "x"})):
            with self.assertRaises(PlatenError) as caught:
                verify_webhook(given, headers, secret)
            self.assertEqual(caught.exception.code, "invalid_signature")

    def test_a_webhook_needs_a_secret(self) -> None:
        body, now = b'{"type":"job.succeeded"}', str(int(time.time()))
        signature = base64.b64encode(hmac.new(b"", b"m1." + now.encode() + b"." + body, hashlib.sha256).digest()).decode()
        headers = {"webhook-id": "m1", "webhook-timestamp": now, "webhook-signature": f"v1,{signature}"}
        for secret in ("", "whsec_", "whsec_=", "whsec_?"):
            with self.assertRaisesRegex(ValueError, "whsec_"):
                verify_webhook(body, headers, secret)

    def test_a_time_of_any_length_is_no_signature(self) -> None:
        for digits in (16, 5000):
            headers = {"webhook-id": "m1", "webhook-timestamp": "1" * digits, "webhook-signature": "v1,AAAA"}
            with self.assertRaises(PlatenError) as caught:
                verify_webhook(b"{}", headers, "whsec_AAAA")
            self.assertEqual(caught.exception.code, "invalid_signature")


if __name__ == "__main__":
    unittest.main()
