<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * Receives a body in chunks.
 *
 * @internal
 */
interface Sink
{
    public function begin(Answer $head): void;

    public function write(string $chunk): void;
}
