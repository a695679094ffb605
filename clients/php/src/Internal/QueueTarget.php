<?php

declare(strict_types=1);

namespace Platen\Internal;

use Platen\ConnectionError;

/**
 * Bytes that the program has received cannot be taken back.
 *
 * @internal
 */
final class QueueTarget implements Target
{
    public function __construct(private readonly \SplQueue $queue)
    {
    }

    public function write(string $chunk): void
    {
        $this->queue->enqueue($chunk);
    }

    public function restart(): void
    {
        throw new ConnectionError('cut', 'The download was interrupted, and the service does not support resuming it.', retryable: true);
    }
}
