<?php

declare(strict_types=1);

namespace Platen\Internal;

use Platen\ConnectionError;

/**
 * A request in progress, by curl: bodies are streamed.
 *
 * @internal
 */
final class Transfer
{
    private const CONNECT_MS = 15_000;
    /** Larger bodies wait up to a second for the service to want them. */
    private const SENT_AT_ONCE = 8 * 1024 * 1024;

    /** Null once it is over. */
    public ?\CurlHandle $handle;
    public readonly int $id;
    public bool $isOver = false;
    /** A local error, such as a full disk. */
    private ?\Throwable $failure = null;
    private int $errno = 0;
    private string $reason = '';
    private int $status = 0;
    /** @var array<string, string> */
    private array $headers = [];
    private string $content = '';
    private bool $hasBegun = false;
    private ?\Iterator $chunks = null;
    private string $left = '';

    /** @param array<int, mixed> $curlOptions */
    public function __construct(private readonly Request $request, array $curlOptions)
    {
        $headers = self::lines($request->headers);
        $this->handle = curl_init();
        $this->id = spl_object_id($this->handle);
        $leftMs = max(1, (int) (($request->deadline - Call::now()) * 1000));
        if (($request->body?->length ?? 0) <= self::SENT_AT_ONCE) {
            $headers[] = 'Expect:';
        }
        curl_setopt_array($this->handle, $curlOptions + [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_NOBODY => $request->method === 'HEAD',
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_CONNECTTIMEOUT_MS => min(self::CONNECT_MS, $leftMs),
            CURLOPT_TIMEOUT_MS => $leftMs,
            CURLOPT_LOW_SPEED_LIMIT => $request->silence > 0 ? 1 : 0,
            CURLOPT_LOW_SPEED_TIME => $request->silence,
            CURLOPT_HEADERFUNCTION => fn ($_, string $line): int => $this->takeHeader($line),
            CURLOPT_WRITEFUNCTION => fn ($_, string $chunk): int => $this->take($chunk),
        ]);
        if ($request->body !== null) {
            $this->chunks = (static fn ($chunks) => yield from $chunks)(($request->body->chunks)());
            curl_setopt_array($this->handle, [
                CURLOPT_UPLOAD => true,
                CURLOPT_CUSTOMREQUEST => $request->method,
                CURLOPT_INFILESIZE => $request->body->length,
                CURLOPT_READFUNCTION => fn ($_, $__, int $most): string => $this->give($most),
            ]);
        }
    }

    /**
     * @param array<string, string> $headers
     * @return list<string>
     */
    private static function lines(array $headers): array
    {
        $lines = [];
        foreach ($headers as $name => $value) {
            $line = "$name: $value";
            if (strpbrk($line, "\r\n") !== false || str_contains($line, "\0")) {
                $shown = addcslashes((string) $name, "\0..\37");
                throw new \InvalidArgumentException("the header $shown must be one line without null characters");
            }
            $lines[] = $line;
        }
        return $lines;
    }

    public function end(int $errno): void
    {
        $this->isOver = true;
        $this->errno = $errno;
        $this->reason = ($this->handle !== null ? curl_error($this->handle) : '') ?: (string) curl_strerror($errno);
    }

    /** Breaks a reference cycle: otherwise the handle would stay until PHP's garbage collection. */
    public function release(): void
    {
        $this->handle = null;
        $this->chunks = null;
    }

    /** @throws ConnectionError, or the local error */
    public function answer(): Answer
    {
        if ($this->failure !== null) {
            throw $this->failure;
        }
        // A response that arrives before the body is sent ends the upload: the response counts.
        if ($this->errno !== 0 && !($this->errno === CURLE_SEND_ERROR && $this->status >= 400)) {
            throw $this->errno === CURLE_OPERATION_TIMEDOUT && Call::now() >= $this->request->deadline - 0.02
                ? ConnectionError::timeout()
                : ConnectionError::unreachable("The service cannot be reached, or its response was interrupted: {$this->reason}");
        }
        $this->begin();
        return $this->failure === null ? $this->head() : throw $this->failure;
    }

    private function head(): Answer
    {
        return new Answer($this->status, $this->headers, $this->content);
    }

    private function takeHeader(string $line): int
    {
        if (preg_match('~^HTTP/\S+ (\d+)~', $line, $found) === 1) {
            $this->status = (int) $found[1];
            $this->headers = [];
        } elseif (str_contains($line, ':')) {
            [$name, $value] = explode(':', $line, 2);
            $this->headers[strtolower(trim($name))] = trim($value);
        }
        return strlen($line);
    }

    private function take(string $chunk): int
    {
        return $this->guarded(function () use ($chunk): int {
            $this->begin();
            if ($this->isSunk()) {
                $this->request->sink?->write($chunk);
            } else {
                $this->content .= $chunk;
            }
            return strlen($chunk);
        }) ?? 0;
    }

    private function begin(): void
    {
        if (!$this->hasBegun && $this->isSunk()) {
            $this->hasBegun = true;
            $this->guarded(fn () => $this->request->sink?->begin($this->head()));
            if ($this->failure !== null) {
                throw $this->failure;
            }
        }
    }

    private function isSunk(): bool
    {
        return $this->request->sink !== null && $this->status >= 200 && $this->status < 300;
    }

    private function give(int $most): string
    {
        return $this->guarded(function () use ($most): string {
            if ($this->left === '' && $this->chunks?->valid()) {
                $this->left = $this->chunks->current();
                $this->chunks->next();
            }
            $given = substr($this->left, 0, $most);
            $this->left = substr($this->left, strlen($given));
            return $given;
        }) ?? '';
    }

    /** Curl's callbacks must not throw. */
    private function guarded(\Closure $do): mixed
    {
        try {
            return $do();
        } catch (\Throwable $failure) {
            $this->failure ??= $failure;
            return null;
        }
    }
}
