<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * Takes a body as it comes.
 *
 * @internal
 */
interface Sink
{
    public function begin(Answer $head): void;

    public function write(string $chunk): void;
}
