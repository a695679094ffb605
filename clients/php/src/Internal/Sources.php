<?php

declare(strict_types=1);

namespace Platen\Internal;

use Platen\Content;
use Platen\RequestError;
use Platen\Result;
use Platen\Upload;

/** @internal */
final class Sources
{
    private const IN_MEMORY = 8 * 1024 * 1024;

    /** The source of an input file. */
    public static function of(mixed $given): Source|Upload
    {
        return match (true) {
            $given instanceof Upload => $given,
            $given instanceof Result => new Upload($given->jobId),
            is_string($given) => self::ofPath($given),
            $given instanceof \SplFileInfo => self::ofPath($given->getPathname()),
            is_resource($given) => self::ofStream(self::nameOf($given), $given),
            $given instanceof Content && is_resource($given->data) => self::ofStream($given->name, $given->data),
            $given instanceof Content && is_string($given->data) => self::ofStream($given->name, self::kept($given->data)),
            default => throw new \InvalidArgumentException('a file is a path, a stream, a Content, an Upload or a Result'),
        };
    }

    private static function ofPath(string $path): Source
    {
        if (!is_file($path) || !is_readable($path)) {
            throw new RequestError('file_unreadable', "$path cannot be read", 0, ['path' => $path]);
        }
        clearstatcache(true, $path);
        // basename() depends on the locale.
        return new Source(preg_replace('~^.*/~s', '', strtr($path, '\\', DIRECTORY_SEPARATOR)), filesize($path), $path);
    }

    /**
     * Copies streams that cannot be rewound, since a call may be retried.
     *
     * @param resource $stream
     */
    private static function ofStream(string $name, mixed $stream): Source
    {
        if (!stream_get_meta_data($stream)['seekable']) {
            $copy = fopen('php://temp/maxmemory:' . self::IN_MEMORY, 'w+b');
            stream_copy_to_stream($stream, $copy);
            rewind($copy);
            $stream = $copy;
        }
        $start = (int) ftell($stream);
        fseek($stream, 0, SEEK_END);
        return new Source($name !== '' ? $name : 'file', (int) ftell($stream) - $start, '', $stream, $start);
    }

    /** @param resource $stream */
    private static function nameOf(mixed $stream): string
    {
        $uri = stream_get_meta_data($stream)['uri'] ?? '';
        return str_contains($uri, '://') ? '' : preg_replace('~^.*/~s', '', $uri);
    }

    /** @return resource */
    private static function kept(string $bytes): mixed
    {
        $stream = fopen('php://memory', 'w+b');
        fwrite($stream, $bytes);
        rewind($stream);
        return $stream;
    }
}
