<?php

declare(strict_types=1);

namespace Platen\Internal;

use Platen\PlatenError;

/** @internal */
final class Answer
{
    /** @param array<string, string> $headers by lower-case name */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body = '',
    ) {
    }

    /** @return array<string, mixed> */
    public function json(): array
    {
        $said = Json::object($this->body);
        return $said !== [] ? $said : throw PlatenError::ofAnswer($this->status, $this->headers, $this->body);
    }
}
