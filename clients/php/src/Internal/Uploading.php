<?php

declare(strict_types=1);

namespace Platen\Internal;

use Platen\PlatenError;
use Platen\Upload;

/**
 * A file sent in parts, which resumes after a broken connection (tus 1.0).
 *
 * @internal
 */
final class Uploading
{
    private const PART = 8 * 1024 * 1024;
    private const TUS = ['Tus-Resumable' => '1.0.0'];

    private string $path = '';
    private int $offset = 0;
    /** Whether the service has so many bytes for sure. */
    private bool $isKnown = true;
    /** The offset at the try before. */
    private int $before = 0;

    public function __construct(private readonly Connection $connection, private readonly Source $source)
    {
    }

    public function steps(Call $call): \Generator
    {
        $made = yield from $this->connection->ask($call, 'POST', '/v1/uploads', self::TUS + [
            'Upload-Length' => (string) $this->source->size,
            'Upload-Metadata' => 'filename ' . base64_encode($this->source->name),
        ], new Body(0, static fn () => []));
        $this->path = $made->headers['location'] ?? '';
        yield from $call->retrying(fn () => $this->send($call), function (): bool {
            $gotOn = $this->offset > $this->before;
            $this->before = $this->offset;
            $this->isKnown = false;
            return $gotOn;
        });
        return new Upload(preg_replace('~^.*/~', '', rtrim($this->path, '/')), $this->source->name, $this->source->size);
    }

    private function send(Call $call): \Generator
    {
        if (!$this->isKnown) {
            $found = yield from $this->connection->open($call, 'HEAD', $this->path, self::TUS);
            $this->offset = (int) ($found->headers['upload-offset'] ?? $this->offset);
            $this->isKnown = true;
        }
        while ($this->offset < $this->source->size) {
            $this->offset = yield from $this->part($call, $this->offset);
        }
    }

    /** The offset after one more part. */
    private function part(Call $call, int $offset): \Generator
    {
        $length = min(self::PART, $this->source->size - $offset);
        $headers = self::TUS + [
            'Content-Type' => 'application/offset+octet-stream',
            'Upload-Offset' => (string) $offset,
        ];
        $body = new Body($length, fn () => $this->source->chunks($offset, $length));
        try {
            $answer = yield from $this->connection->open($call, 'PATCH', $this->path, $headers, $body);
        } catch (PlatenError $error) {
            $there = $error->fields['offset'] ?? null;
            if ($error->code !== 'upload_conflict' || !is_int($there) || $there === $offset) {
                throw $error;
            }
            return $there;
        }
        $now = (int) ($answer->headers['upload-offset'] ?? $offset + $length);
        return $now > $offset
            ? $now
            : throw new PlatenError('upload_stuck', 'The service accepted no bytes of a part of the upload.');
    }
}
