<?php

declare(strict_types=1);

namespace Platen\Internal;

use Platen\Event;

/**
 * Parses chunks of bytes into server-sent events (HTML, section 9.2), wherever they are split.
 *
 * @internal
 */
final class EventParser
{
    private string $rest = '';
    private string $name = '';
    /** @var list<string> */
    private array $data = [];
    private string $id = '';

    /** @return \Generator<int, Event> */
    public function feed(string $chunk): \Generator
    {
        $text = $this->rest . $chunk;
        // A CR at the end may be half of a CRLF.
        $held = str_ends_with($text, "\r") ? "\r" : '';
        $lines = preg_split('~\r\n|\n|\r~', substr($text, 0, strlen($text) - strlen($held))) ?: [''];
        $this->rest = array_pop($lines) . $held;
        foreach ($lines as $line) {
            $event = $this->take($line);
            if ($event !== null) {
                yield $event;
            }
        }
    }

    private function take(string $line): ?Event
    {
        if ($line === '') {
            [$name, $data] = [$this->name, implode("\n", $this->data)];
            [$this->name, $this->data] = ['', []];
            $said = json_decode($data, true);
            return $data === ''
                ? null
                : new Event($name !== '' ? $name : 'message', is_array($said) ? $said : ['value' => $said ?? $data], $this->id);
        }
        [$field, $value] = explode(':', $line, 2) + [1 => ''];
        $value = str_starts_with($value, ' ') ? substr($value, 1) : $value;
        match ($field) {
            'event' => $this->name = $value,
            'data' => $this->data[] = $value,
            'id' => $this->id = $value,
            default => null,
        };
        return null;
    }
}
