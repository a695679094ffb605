<?php
// WEBHOOK_SECRET=whsec_… php -S 0.0.0.0:3000 receiver.php
const TOLERANCE_SECONDS = 300;

function is_genuine(string $id, string $time, string $signatures, string $body): bool
{
    if (!ctype_digit($time) || abs(time() - (int) $time) > TOLERANCE_SECONDS) return false;
    $secret = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    $expected = base64_encode(hash_hmac('sha256', "$id.$time.$body", $secret, true));
    // Several while the secret is being renewed: one that fits is enough.
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals("v1,$expected", $signature)) return true;
    }
    return false;
}

$body = file_get_contents('php://input');
$header = fn (string $name): string => $_SERVER["HTTP_WEBHOOK_$name"] ?? '';

if (!is_genuine($header('ID'), $header('TIMESTAMP'), $header('SIGNATURE'), $body)) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true);
error_log("$event[type] " . json_encode($event['data'])); // the same webhook-id may come twice
http_response_code(204);
