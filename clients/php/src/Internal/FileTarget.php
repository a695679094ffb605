<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * Writes to a temporary file and renames it once complete, so that no partial file is left.
 *
 * @internal
 */
final class FileTarget implements Target
{
    private readonly string $part;
    /** @var resource */
    private mixed $file;
    private bool $isKept = false;

    public function __construct(private readonly string $path)
    {
        $name = substr(preg_replace('~^.*/~s', '', $path), 0, 100);
        $this->part = dirname($path) . "/.$name." . bin2hex(random_bytes(6)) . '.part';
        $this->file = @fopen($this->part, 'xb') ?: throw new \RuntimeException("$path cannot be written");
    }

    public function write(string $chunk): void
    {
        if (@fwrite($this->file, $chunk) !== strlen($chunk)) {
            throw new \RuntimeException("{$this->path} cannot be written");
        }
    }

    public function restart(): void
    {
        ftruncate($this->file, 0);
        rewind($this->file);
    }

    /** The download is complete. */
    public function keep(): void
    {
        if (!fclose($this->file) || !@rename($this->part, $this->path)) {
            throw new \RuntimeException("{$this->path} cannot be written");
        }
        $this->isKept = true;
    }

    public function end(): void
    {
        if (!$this->isKept) {
            if (is_resource($this->file)) {
                fclose($this->file);
            }
            @unlink($this->part);
        }
    }
}
