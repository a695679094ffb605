<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * Where the bytes of a download go.
 *
 * @internal
 */
interface Target
{
    public function write(string $chunk): void;

    /** Forgets what was written. */
    public function restart(): void;
}
