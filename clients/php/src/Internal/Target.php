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

    /** Discards the written bytes. */
    public function restart(): void;
}
