<?php

declare(strict_types=1);

namespace Platen;

/** A file that is on the service; it can stand in place of a file. */
final class Upload
{
    public function __construct(
        public readonly string $id,
        public readonly string $name = '',
        public readonly int $sizeBytes = 0,
    ) {
    }
}
