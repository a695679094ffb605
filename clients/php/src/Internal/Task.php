<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * The steps of a call while they are performed.
 *
 * @internal
 */
final class Task
{
    public ?Transfer $transfer = null;
    public float $wakeAt = 0;
    public bool $isDone = false;
    public mixed $result = null;
    public ?\Throwable $error = null;

    public function __construct(public readonly \Generator $steps)
    {
    }
}
