# WEBHOOK_SECRET=whsec_… PORT=3000 python3 receiver.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_SECONDS = 300


def is_genuine(headers, body):
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    signed = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    expected = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    # Several while the secret is being renewed: one that fits is enough.
    return any(
        hmac.compare_digest(signature.encode(), f"v1,{expected}".encode())
        for signature in headers.get("webhook-signature", "").split(" ")
    )


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if is_genuine(self.headers, body):
            event = json.loads(body)
            print(event["type"], event["data"], flush=True)  # the same webhook-id may come twice
            self.send_response(204)
        else:
            self.send_response(401)
        self.end_headers()


ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
