<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * The destination of a download.
 *
 * @internal
 */
interface Target
{
    public function write(string $chunk): void;

    /** Forgets what was written. */
    public function restart(): void;
}
