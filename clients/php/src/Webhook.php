<?php

declare(strict_types=1);

namespace Platen;

use Platen\Internal\Json;

/** Messages of webhooks, signed as standardwebhooks.com says. */
final class Webhook
{
    /**
     * The event of a message.
     *
     * @param string $body the raw body
     * @param array<string, string|list<string>> $headers of the request (`getallheaders()`); case does not matter
     * @param string $secret `whsec_…`, as shown when the webhook was created
     * @param float $tolerance maximum deviation of the timestamp from the current time, in seconds
     * @return array{type: string, timestamp: mixed, data: array<string, mixed>}
     * @throws PlatenError with the code `invalid_signature`
     */
    public static function verify(string $body, array $headers, string $secret, float $tolerance = 300): array
    {
        $given = [];
        foreach ($headers as $name => $value) {
            $given[strtolower((string) $name)] = is_array($value) ? (string) ($value[0] ?? '') : (string) $value;
        }
        [$id, $time, $signatures] = array_map(
            static fn (string $name): string => $given["webhook-$name"] ?? '',
            ['id', 'timestamp', 'signature'],
        );
        if ($id === '' || $time === '' || $signatures === '') {
            throw self::invalid('The message has no signature.');
        }
        if (!ctype_digit($time) || abs(time() - (int) $time) > $tolerance) {
            throw self::invalid('The message is too old, or its timestamp is wrong.');
        }
        $key = base64_decode(str_starts_with($secret, 'whsec_') ? substr($secret, 6) : $secret, true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('the secret is whsec_ and Base64');
        }
        $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
        $isSigned = false;
        foreach (explode(' ', $signatures) as $signature) {
            $isSigned = hash_equals($wanted, $signature) || $isSigned;
        }
        if (!$isSigned) {
            throw self::invalid('The signature does not match this secret.');
        }
        $event = Json::object($body);
        if (!is_string($event['type'] ?? null)) {
            throw self::invalid('The message is signed but is not an event.');
        }
        return ['type' => $event['type'], 'timestamp' => $event['timestamp'] ?? null, 'data' => $event['data'] ?? []];
    }

    private static function invalid(string $message): PlatenError
    {
        return new PlatenError('invalid_signature', $message, retryable: false);
    }
}
