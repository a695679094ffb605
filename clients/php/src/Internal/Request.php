<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * A step of a call: to send this; gives an {@see Answer}.
 *
 * @internal
 */
final class Request
{
    /**
     * @param array<string, string> $headers
     * @param float $deadline on the clock of {@see Call::now()}
     * @param Sink|null $sink takes the body of an answer that is no error
     * @param int $silence seconds without a byte after which the connection counts as cut; 0 is any number
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
