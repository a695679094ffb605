<?php

declare(strict_types=1);

namespace Platen\Internal;

/** @internal */
final class MemoryTarget implements Target
{
    public string $content = '';

    public function write(string $chunk): void
    {
        $this->content .= $chunk;
    }

    public function restart(): void
    {
        $this->content = '';
    }
}
