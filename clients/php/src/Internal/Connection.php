<?php

declare(strict_types=1);

namespace Platen\Internal;

use Platen\Client;
use Platen\PlatenError;
use Platen\ConnectionError;
use Platen\Upload;

/**
 * The URL of the service, the credentials, and the API calls as steps.
 *
 * @internal
 */
final class Connection
{
    private const MAX_REDIRECTS = 5;
    private const WAIT = 30;
    /** Seconds without an answer to a held call, after which the connection counts as cut. */
    private const HELD = 60;

    private readonly string $base;
    private readonly string $key;
    private readonly Loop $loop;

    /**
     * @param array<string, string> $headers
     * @param array<int, mixed> $curlOptions
     */
    public function __construct(
        ?string $url,
        ?string $apiKey,
        private readonly int $retries,
        private readonly float $timeout,
        private readonly array $headers,
        array $curlOptions,
    ) {
        $this->base = rtrim(preg_replace('~/v1$~', '', rtrim(trim($url ?? (string) getenv('PLATEN_URL')), '/')), '/');
        if (preg_match('~^https?://~i', $this->base) !== 1) {
            throw new \InvalidArgumentException(
                'the URL of the service is missing: pass url, or set PLATEN_URL, such as https://convert.example.com',
            );
        }
        $this->key = trim($apiKey ?? (string) getenv('PLATEN_API_KEY'));
        $this->loop = new Loop($curlOptions);
    }

    /** @param \Closure(Call): \Generator $steps */
    public function run(\Closure $steps, ?float $timeout = null): mixed
    {
        return $this->loop->run($steps($this->call($timeout)));
    }

    /** @param \Closure(Call): \Generator $steps */
    public function iterate(\Closure $steps, \SplQueue $queue, ?float $timeout = null): \Generator
    {
        return $this->loop->iterate($steps($this->call($timeout)), $queue);
    }

    /**
     * @param iterable<\Closure(Call): \Generator> $tasks
     * @return \Generator<int, array{mixed, \Throwable|null}>
     */
    public function each(iterable $tasks, int $concurrency): \Generator
    {
        $makers = (function () use ($tasks): \Generator {
            foreach ($tasks as $steps) {
                yield fn () => $steps($this->call());
            }
        })();
        return $this->loop->each($makers, $concurrency);
    }

    private function call(?float $timeout = null): Call
    {
        return new Call($this->retries, Call::now() + ($timeout ?? $this->timeout));
    }

    /**
     * A successful response. The key is not sent to other origins.
     *
     * @param array<string, string> $headers
     */
    public function open(
        Call $call,
        string $method,
        string $path,
        array $headers = [],
        ?Body $body = null,
        ?Sink $sink = null,
        int $silence = 0,
    ): \Generator {
        $url = str_starts_with($path, '/') ? $this->base . $path : $path;
        $own = $this->headers + ($this->key === '' ? [] : ['Authorization' => "Bearer {$this->key}"]);
        for ($redirects = 0; ; $redirects++) {
            if (Call::now() >= $call->deadline) {
                throw ConnectionError::timeout();
            }
            $sent = $headers + ['User-Agent' => 'platen-php/' . Client::VERSION];
            $sent += self::origin($url) === self::origin($this->base) ? $own : [];
            /** @var Answer $answer */
            $answer = yield new Request($method, $url, $sent, $call->deadline, $body, $sink, $silence);
            $location = $answer->headers['location'] ?? null;
            $isRedirect = in_array($answer->status, [301, 302, 303, 307, 308], true);
            if ($method !== 'GET' || !$isRedirect || $location === null || $redirects === self::MAX_REDIRECTS) {
                break;
            }
            $url = self::resolved($location, $url);
        }
        return $answer->status < 300
            ? $answer
            : throw PlatenError::ofAnswer($answer->status, $answer->headers, $answer->body);
    }

    /**
     * The same, with retries where they can help.
     *
     * @param array<string, string> $headers
     */
    public function ask(
        Call $call,
        string $method,
        string $path,
        array $headers = [],
        ?Body $body = null,
        int $silence = 0,
    ): \Generator {
        return $call->retrying(fn () => $this->open($call, $method, $path, $headers, $body, null, $silence));
    }

    /**
     * @param array<string, string|int|float|null> $fields
     * @param array<string, string> $headers
     */
    public function post(
        Call $call,
        string $path,
        mixed $files,
        array $fields,
        ?string $idempotencyKey = null,
        array $headers = [],
    ): \Generator {
        $fields = array_map(strval(...), array_filter($fields, static fn ($value) => $value !== null));
        $sent = [];
        $named = [];
        foreach (is_array($files) ? $files : [$files] as $file) {
            $source = Sources::of($file);
            // The service puts file IDs after the sent files: a file after an upload is uploaded too, which preserves the order.
            if ($source instanceof Source && $named !== []) {
                $source = yield from (new Uploading($this, $source))->steps($call);
            }
            if ($source instanceof Upload) {
                $named[] = $source->id;
            } else {
                $sent[] = $source;
            }
        }
        foreach ($named as $n => $id) {
            $fields[count($named) === 1 ? 'file_id' : "file_id[$n]"] = $id;
        }
        $form = new Form($fields, $sent);
        $headers += ['Idempotency-Key' => $idempotencyKey ?? self::uuid(), 'Content-Type' => $form->type];
        return yield from $this->ask($call, 'POST', $path, $headers, $form->body);
    }

    /** The response for the job once it has succeeded. */
    public function wait(Call $call, string $jobId): \Generator
    {
        while (true) {
            $asked = Call::now();
            try {
                $answer = yield from $this->ask(
                    $call,
                    'GET',
                    self::jobPath($jobId),
                    ['Prefer' => 'wait=' . self::WAIT],
                    silence: self::HELD,
                );
                return $answer->json();
            } catch (PlatenError $error) {
                if ($error->code !== 'job_not_ready' || ($error->fields['status'] ?? null) !== 'pending') {
                    $outcome = $error->code === 'job_not_ready' ? $error->fields['outcome'] ?? null : null;
                    throw isset($outcome['error']) ? PlatenError::ofBody($outcome) : $error;
                }
            }
            // If the service supports long polling, it has already waited.
            $pause = ($error->retryAfter ?? 1) - (Call::now() - $asked);
            if (Call::now() + $pause >= $call->deadline) {
                throw ConnectionError::timeout();
            }
            if ($pause > 0) {
                yield new Pause($pause);
            }
        }
    }

    /** The state of the job, even if it failed. */
    public function status(Call $call, string $jobId): \Generator
    {
        try {
            return (yield from $this->ask($call, 'GET', self::jobPath($jobId)))->json();
        } catch (PlatenError $error) {
            $status = match ($error->code) {
                'job_not_ready' => $error->fields['status'],
                'job_deleted' => 'deleted',
                'file_expired' => 'expired',
                default => throw $error,
            };
            return ['job_id' => $jobId, 'status' => $status] + $error->fields;
        }
    }

    public function delete(Call $call, string $jobId): \Generator
    {
        $answer = yield from $this->ask($call, 'DELETE', self::jobPath($jobId));
        return (string) (Json::object($answer->body)['status'] ?? 'deleted');
    }

    /**
     * Puts the jobs into the queue, newest first.
     *
     * @param array<string, string|int> $filters
     */
    public function jobs(Call $call, array $filters, \SplQueue $queue): \Generator
    {
        do {
            $query = $filters === [] ? '' : '?' . http_build_query($filters, '', '&', PHP_QUERY_RFC3986);
            $said = (yield from $this->ask($call, 'GET', "/v1/jobs$query"))->json();
            foreach ($said['jobs'] as $job) {
                $queue->enqueue($job);
            }
            $filters['cursor'] = $said['next_cursor'] ?? null;
        } while ($filters['cursor'] !== null);
    }

    public static function jobPath(string $jobId): string
    {
        return '/v1/job/' . rawurlencode($jobId);
    }

    /** @return array{string, string, int} */
    private static function origin(string $url): array
    {
        $parts = parse_url($url) ?: [];
        $scheme = strtolower($parts['scheme'] ?? '');
        return [$scheme, strtolower($parts['host'] ?? ''), $parts['port'] ?? ($scheme === 'https' ? 443 : 80)];
    }

    /** Resolves the URL of a redirect against the requested one (RFC 3986, section 5; paths without dots). */
    private static function resolved(string $location, string $from): string
    {
        if (preg_match('~^[a-z][a-z\d+.-]*:~i', $location) === 1) {
            return $location;
        }
        preg_match('~^([a-z]+:)(//[^/?#]*)([^?#]*/)?~i', $from, $parts);
        return match (true) {
            str_starts_with($location, '//') => $parts[1] . $location,
            str_starts_with($location, '/') => $parts[1] . $parts[2] . $location,
            default => $parts[1] . $parts[2] . ($parts[3] ?? '/') . $location,
        };
    }

    private static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
