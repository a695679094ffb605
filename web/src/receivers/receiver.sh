#!/bin/bash
# A CGI script for any web server, with openssl; it needs WEBHOOK_SECRET=whsec_…
set -euo pipefail
tolerance_seconds=300

answer() { printf 'Status: %s\r\n\r\n' "$1"; exit 0; }
hex() { od -An -v -tx1 | tr -d ' \n'; }
hmac() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary; }

body=$(mktemp)
trap 'rm -f "$body"' EXIT
head -c "${CONTENT_LENGTH:-0}" > "$body"
id=${HTTP_WEBHOOK_ID:-} time=${HTTP_WEBHOOK_TIMESTAMP:-}

[[ $time =~ ^[0-9]{1,12}$ ]] || answer 401
age=$(($(date +%s) - 10#$time))
((age <= tolerance_seconds && age >= -tolerance_seconds)) || answer 401

key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | base64 -d | hex)
expected=v1,$({ printf '%s.%s.' "$id" "$time"; cat "$body"; } | hmac "$key" | base64)
# Compares hashes with a random key, so that the duration reveals nothing about the signature.
once=$(openssl rand -hex 32)
wanted=$(printf %s "$expected" | hmac "$once" | hex)
# Several while the secret is being renewed: one that fits is enough.
read -ra signatures <<< "${HTTP_WEBHOOK_SIGNATURE:-}" || true
for signature in "${signatures[@]}"; do
  if [[ $(printf %s "$signature" | hmac "$once" | hex) == "$wanted" ]]; then
    cat "$body" >&2 # the event; the same webhook-id may come twice
    answer 204
  fi
done
answer 401
