<?php

declare(strict_types=1);

namespace Platen;

use Platen\Internal\Call;
use Platen\Internal\Connection;
use Platen\Internal\Sources;
use Platen\Internal\Uploading;

/**
 * A service of Platen.
 *
 * A file is a path, a readable stream, a {@see Content}, an {@see Upload}, or the {@see Result} of an
 * earlier conversion.
 */
final class Client
{
    use Tools;

    public const VERSION = Catalogue::VERSION;

    private readonly Connection $connection;

    /**
     * @param string|null $url URL of the service, without `/v1`; `PLATEN_URL` by default
     * @param string|null $apiKey `PLATEN_API_KEY` by default
     * @param int $retries maximum number of retries after transient errors
     * @param float $timeout seconds for one call, including retries
     * @param array<string, string> $headers sent with each request to the service
     * @param array<int, mixed> $curlOptions for proxies, certificates and the like
     */
    public function __construct(
        ?string $url = null,
        ?string $apiKey = null,
        int $retries = 5,
        float $timeout = 600,
        array $headers = [],
        array $curlOptions = [],
    ) {
        $this->connection = new Connection($url, $apiKey, $retries, $timeout, $headers, $curlOptions);
    }

    /**
     * Converts with a tool of the service.
     *
     * @param string $tool its ID, such as `office-to-pdf`
     * @param mixed $files one file or a list of files
     * @param array<string, string|int|float|null> $fields form fields under the service's names
     * @param float|null $timeout seconds, including retries
     * @param string|null $idempotencyKey calls with the same one are converted and counted once within an hour
     * @throws PlatenError
     */
    public function convert(
        string $tool,
        mixed $files,
        array $fields = [],
        ?float $timeout = null,
        ?string $idempotencyKey = null,
    ): Result {
        $path = $this->pathOf($tool);
        $steps = fn (Call $call) => $this->connection->post($call, $path, $files, $fields, $idempotencyKey);
        return new Result($this->connection, $this->connection->run($steps, $timeout)->json());
    }

    /**
     * Converts with several tools; each uses the output of the previous one.
     *
     * @param list<array<string, mixed>> $steps each with `tool` and its fields
     */
    public function pipeline(
        mixed $files,
        array $steps,
        ?float $timeout = null,
        ?string $idempotencyKey = null,
    ): Result {
        $fields = ['steps' => json_encode($steps, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE)];
        $asked = fn (Call $call) => $this->connection->post($call, '/v1/pipelines', $files, $fields, $idempotencyKey);
        return new Result($this->connection, $this->connection->run($asked, $timeout)->json());
    }

    /**
     * Starts a conversion without waiting for it.
     *
     * @param array<string, string|int|float|null> $fields
     */
    public function start(
        string $tool,
        mixed $files,
        array $fields = [],
        ?float $timeout = null,
        ?string $idempotencyKey = null,
    ): Job {
        $path = $this->pathOf($tool);
        $later = ['Prefer' => 'respond-async'];
        $steps = fn (Call $call) => $this->connection->post($call, $path, $files, $fields, $idempotencyKey, $later);
        $answer = $this->connection->run($steps, $timeout);
        $said = $answer->json();
        // A service without asynchronous calls has already waited.
        $done = $answer->status === 202 ? null : new Result($this->connection, $said);
        return new Job($this->connection, (string) $said['job_id'], $done);
    }

    /**
     * Converts each file separately, several at a time, and yields each when it is done. An error does not stop the others.
     *
     * @param iterable<mixed> $files
     * @param array<string, string|int|float|null> $fields
     * @return \Generator<int, BatchEntry>
     */
    public function batch(string $tool, iterable $files, array $fields = [], int $concurrency = 4): \Generator
    {
        $path = $this->pathOf($tool);
        $inputs = [];
        $tasks = (function () use ($files, $path, $fields, &$inputs): \Generator {
            foreach ($files as $input) {
                $inputs[] = $input;
                yield fn (Call $call) => $this->connection->post($call, $path, $input, $fields);
            }
        })();
        foreach ($this->connection->each($tasks, $concurrency) as $index => [$answer, $error]) {
            try {
                $result = $error === null ? new Result($this->connection, $answer->json()) : null;
            } catch (PlatenError $unread) {
                [$result, $error] = [null, $unread];
            }
            yield new BatchEntry($index, $inputs[$index], $result, $error);
            unset($inputs[$index]);
        }
    }

    /** Uploads a file in parts, and resumes after a broken connection; pass the result as a file. */
    public function upload(mixed $file, ?float $timeout = null): Upload
    {
        $source = Sources::of($file);
        return $source instanceof Upload
            ? $source
            : $this->connection->run(fn (Call $call) => (new Uploading($this->connection, $source))->steps($call), $timeout);
    }

    /** @return list<array<string, mixed>> each with `id`, `min_files`, `max_files` and `accepted_exts` */
    public function tools(?float $timeout = null): array
    {
        return $this->read('/v1/tools', $timeout)['tools'];
    }

    /** @return array<string, mixed> */
    public function quota(?float $timeout = null): array
    {
        return $this->read('/v1/quota', $timeout);
    }

    /** A job by its id, such as one of a program that ended. */
    public function job(string $jobId): Job
    {
        return new Job($this->connection, $jobId);
    }

    /** The result of a job that succeeded; throws `job_not_ready` for others. */
    public function result(string $jobId, ?float $timeout = null): Result
    {
        return new Result($this->connection, $this->read('/v1/job/' . rawurlencode($jobId), $timeout));
    }

    /**
     * The jobs of the key, newest first; pages are fetched as they are needed.
     *
     * @param array<string, string|int> $filters `status`, `tool`, `since` and `limit` (of one page)
     * @return \Generator<int, array<string, mixed>>
     */
    public function jobs(array $filters = [], ?float $timeout = null): \Generator
    {
        $queue = new \SplQueue();
        return $this->connection->iterate(
            fn (Call $call) => $this->connection->jobs($call, $filters, $queue),
            $queue,
            $timeout,
        );
    }

    /** Deletes a job and its file at once; `deleted`. */
    public function delete(string $jobId, ?float $timeout = null): string
    {
        return $this->connection->run(fn (Call $call) => $this->connection->delete($call, $jobId), $timeout);
    }

    /** @return array<string, mixed> */
    private function read(string $path, ?float $timeout): array
    {
        return $this->connection->run(fn (Call $call) => $this->connection->ask($call, 'GET', $path), $timeout)->json();
    }

    private function pathOf(string $tool): string
    {
        return '/v1/convert/' . rawurlencode($tool);
    }
}
