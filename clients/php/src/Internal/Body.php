<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * A body of a known length that can be sent more than once.
 *
 * @internal
 */
final class Body
{
    /** @param \Closure(): iterable<string> $chunks */
    public function __construct(public readonly int $length, public readonly \Closure $chunks)
    {
    }
}
