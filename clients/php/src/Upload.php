<?php

declare(strict_types=1);

namespace Platen;

/** A file on the service, which can be passed instead of a file. */
final class Upload
{
    public function __construct(
        public readonly string $id,
        public readonly string $name = '',
        public readonly int $sizeBytes = 0,
    ) {
    }
}
