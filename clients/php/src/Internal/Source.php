<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * A file to send; it can be read more than once.
 *
 * @internal
 */
final class Source
{
    private const CHUNK = 256 * 1024;

    /** @param resource|null $held null where it is opened by its path */
    public function __construct(
        public readonly string $name,
        public readonly int $size,
        private readonly string $path,
        private readonly mixed $held = null,
        private readonly int $start = 0,
    ) {
    }

    /** @return \Generator<int, string> */
    public function chunks(int $offset = 0, ?int $length = null): \Generator
    {
        $file = $this->held ?? @fopen($this->path, 'rb');
        if ($file === false) {
            throw new \RuntimeException("{$this->path} cannot be read");
        }
        try {
            fseek($file, $this->start + $offset);
            for ($left = $length ?? $this->size - $offset; $left > 0; $left -= strlen($chunk)) {
                $chunk = fread($file, min(self::CHUNK, $left));
                if ($chunk === false || $chunk === '') {
                    throw new \RuntimeException("{$this->name} was truncated while it was sent");
                }
                yield $chunk;
            }
        } finally {
            if ($this->held === null) {
                fclose($file);
            }
        }
    }
}
