<?php

declare(strict_types=1);

namespace Platen;

use Platen\Internal\Connection;
use Platen\Internal\Download;
use Platen\Internal\FileTarget;
use Platen\Internal\MemoryTarget;
use Platen\Internal\QueueTarget;

/** A conversion that succeeded; its file is kept for an hour. */
final class Result
{
    public readonly string $jobId;
    public readonly ?int $sizeBytes;
    /** @var list<string> */
    public readonly array $warnings;
    /** @var array<string, mixed>|null The usage of the account. */
    public readonly ?array $quota;
    public readonly string $downloadUrl;

    /**
     * @internal
     * @param array<string, mixed> $raw All that the service said.
     */
    public function __construct(private readonly Connection $connection, public readonly array $raw)
    {
        $this->jobId = (string) $raw['job_id'];
        $this->sizeBytes = isset($raw['size_bytes']) ? (int) $raw['size_bytes'] : null;
        $this->warnings = array_values(array_map(strval(...), (array) ($raw['warnings'] ?? [])));
        $this->quota = is_array($raw['quota'] ?? null) ? $raw['quota'] : null;
        $this->downloadUrl = (string) ($raw['download_url'] ?? "/v1/download/{$this->jobId}");
    }

    /** Writes the file once it is complete. A broken download is resumed. */
    public function save(string $path, ?float $timeout = null): void
    {
        $target = new FileTarget($path);
        try {
            $this->connection->run(fn ($call) => $this->download()->steps($call, $target), $timeout);
            $target->keep();
        } finally {
            $target->end();
        }
    }

    /** The file in memory. */
    public function bytes(?float $timeout = null): string
    {
        $target = new MemoryTarget();
        $this->connection->run(fn ($call) => $this->download()->steps($call, $target), $timeout);
        return $target->content;
    }

    /**
     * The file in chunks, as they arrive.
     *
     * @return \Generator<int, string>
     */
    public function stream(?float $timeout = null): \Generator
    {
        $queue = new \SplQueue();
        $steps = fn ($call) => $this->download()->steps($call, new QueueTarget($queue));
        return $this->connection->iterate($steps, $queue, $timeout);
    }

    /** Deletes the job and its file at once. */
    public function delete(): void
    {
        $this->connection->run(fn ($call) => $this->connection->delete($call, $this->jobId));
    }

    private function download(): Download
    {
        return new Download($this->connection, $this->downloadUrl, $this->sizeBytes);
    }
}
