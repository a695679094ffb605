<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * A step of a call: sends a request; returns an {@see Answer}.
 *
 * @internal
 */
final class Request
{
    /**
     * @param array<string, string> $headers
     * @param float $deadline on the clock of {@see Call::now()}
     * @param Sink|null $sink receives the body of a successful response
     * @param int $silence seconds without a byte after which the connection counts as broken; 0: no limit
     */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        public readonly array $headers,
        public readonly float $deadline,
        public readonly ?Body $body = null,
        public readonly ?Sink $sink = null,
        public readonly int $silence = 0,
    ) {
    }
}
