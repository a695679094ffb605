<?php

declare(strict_types=1);

namespace Platen\Internal;

use Platen\ConnectionError;

/**
 * The download of a result: a broken download is resumed.
 *
 * @internal
 */
final class Download implements Sink
{
    private int $received = 0;
    private string $etag = '';
    private ?int $total = null;
    private ?Target $target = null;

    public function __construct(
        private readonly Connection $connection,
        private readonly string $path,
        private readonly ?int $size,
    ) {
    }

    public function steps(Call $call, Target $target): \Generator
    {
        $this->target = $target;
        return $call->retrying(fn () => $this->part($call));
    }

    private function part(Call $call): \Generator
    {
        $goesOn = $this->received > 0 && $this->etag !== '';
        $headers = $goesOn ? ['Range' => "bytes={$this->received}-", 'If-Range' => $this->etag] : [];
        yield from $this->connection->open($call, 'GET', $this->path, $headers, sink: $this);
        if ($this->total !== null && $this->received < $this->total) {
            throw ConnectionError::unreachable(
                "The download was interrupted after {$this->received} of {$this->total} bytes.",
            );
        }
    }

    public function begin(Answer $head): void
    {
        $etag = $head->headers['etag'] ?? '';
        $this->etag = str_starts_with($etag, '"') ? $etag : '';
        if ($head->status === 206) {
            if (!str_starts_with($head->headers['content-range'] ?? '', "bytes {$this->received}-")) {
                $this->etag = '';
                throw ConnectionError::unreachable('The service resumed the download at the wrong offset.');
            }
        } elseif ($this->received > 0) {
            $this->target?->restart();
            $this->received = 0;
        }
        $length = $head->headers['content-length'] ?? null;
        $this->total = $length === null || isset($head->headers['content-encoding'])
            ? $this->size
            : max($this->received + (int) $length, $this->size ?? 0);
    }

    public function write(string $chunk): void
    {
        $this->target?->write($chunk);
        $this->received += strlen($chunk);
    }
}
