<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * A form as browsers send it (RFC 7578): raw UTF-8 names, and a length that is known in advance.
 *
 * @internal
 */
final class Form
{
    public readonly string $type;
    public readonly Body $body;

    /**
     * Fields come first, so that the service can refuse them before the files.
     *
     * @param array<string, string> $fields
     * @param list<Source> $files
     */
    public function __construct(array $fields, array $files)
    {
        $boundary = 'platen-' . bin2hex(random_bytes(16));
        $this->type = "multipart/form-data; boundary=$boundary";
        $parts = [];
        foreach ($fields as $name => $value) {
            $parts[] = self::head($boundary, 'name="' . self::escaped((string) $name) . '"') . "$value\r\n";
        }
        foreach ($files as $file) {
            $named = 'name="file"; filename="' . self::escaped($file->name) . '"';
            array_push($parts, self::head($boundary, $named, "Content-Type: application/octet-stream\r\n"), $file, "\r\n");
        }
        $parts[] = "--$boundary--\r\n";
        $length = array_sum(array_map(static fn ($part) => is_string($part) ? strlen($part) : $part->size, $parts));
        $this->body = new Body($length, static function () use ($parts): \Generator {
            foreach ($parts as $part) {
                yield from is_string($part) ? [$part] : $part->chunks();
            }
        });
    }

    private static function head(string $boundary, string $named, string $more = ''): string
    {
        return "--$boundary\r\nContent-Disposition: form-data; $named\r\n$more\r\n";
    }

    private static function escaped(string $name): string
    {
        return strtr($name, ['"' => '%22', "\r" => '%0D', "\n" => '%0A']);
    }
}
