<?php

declare(strict_types=1);

namespace Platen;

use Platen\Internal\Connection;
use Platen\Internal\Listening;

/** An asynchronous conversion. */
final class Job
{
    /** @internal */
    public function __construct(
        private readonly Connection $connection,
        public readonly string $id,
        private readonly ?Result $result = null,
    ) {
    }

    /**
     * The result, once the job has ended.
     *
     * @throws PlatenError the error of a failed job
     */
    public function wait(?float $timeout = null): Result
    {
        if ($this->result !== null) {
            return $this->result;
        }
        $said = $this->connection->run(fn ($call) => $this->connection->wait($call, $this->id), $timeout);
        return new Result($this->connection, $said);
    }

    /**
     * The state of the job: its `status` is `pending` (with `progress` and `position`), `success`, `rejected`,
     * `failed`, `deleted` or `expired`.
     *
     * @return array<string, mixed>
     */
    public function status(?float $timeout = null): array
    {
        return $this->connection->run(fn ($call) => $this->connection->status($call, $this->id), $timeout);
    }

    /**
     * The events of the job, until its end.
     *
     * @return \Generator<int, Event>
     */
    public function events(?float $timeout = null): \Generator
    {
        $queue = new \SplQueue();
        $listening = new Listening($this->connection, $this->id, $queue);
        return $this->connection->iterate(fn ($call) => $listening->steps($call), $queue, $timeout);
    }

    /** Stops the job, which is not counted then; `deleted`. */
    public function cancel(): string
    {
        return $this->connection->run(fn ($call) => $this->connection->delete($call, $this->id));
    }
}
