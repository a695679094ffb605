<?php

declare(strict_types=1);

namespace Platen;

/** The outcome of one file of a batch: a result or an error. */
final class BatchEntry
{
    public function __construct(
        public readonly int $index,
        public readonly mixed $input,
        public readonly ?Result $result = null,
        public readonly ?\Throwable $error = null,
    ) {
    }
}
