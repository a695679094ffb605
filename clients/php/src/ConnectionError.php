<?php

declare(strict_types=1);

namespace Platen;

/** No answer: `unreachable`, or `timeout`. */
final class ConnectionError extends PlatenError
{
    /** @internal */
    public static function unreachable(string $message): self
    {
        return new self('unreachable', $message, retryable: true);
    }

    /** @internal */
    public static function timeout(): self
    {
        return new self('timeout', 'The call took longer than its timeout.', retryable: true);
    }

    /** @internal */
    public function isTemporary(): bool
    {
        return $this->code === 'unreachable';
    }
}
