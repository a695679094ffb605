<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * A step of a call: waits.
 *
 * @internal
 */
final class Pause
{
    public function __construct(public readonly float $seconds)
    {
    }
}
