<?php

declare(strict_types=1);

namespace Platen;

/** An event of a job: `progress`, or at the end `succeeded`, `rejected`, `failed` or `deleted`. */
final class Event
{
    /** @param array<mixed> $data */
    public function __construct(
        public readonly string $event,
        public readonly array $data,
        public readonly string $id = '',
    ) {
    }
}
