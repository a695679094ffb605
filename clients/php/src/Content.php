<?php

declare(strict_types=1);

namespace Platen;

/** A file that is not on disk: its name, and its bytes or a readable stream. */
final class Content
{
    /** @param string|resource $data */
    public function __construct(public readonly string $name, public readonly mixed $data)
    {
    }
}
