<?php

declare(strict_types=1);

namespace Platen\Internal;

use Platen\ConnectionError;

/**
 * The events of a job until the last one; a stream that ends early is reopened after the last received event.
 *
 * @internal
 */
final class Listening implements Sink
{
    private const LAST = ['succeeded', 'rejected', 'failed', 'deleted'];
    /** The service sends a comment every 15 seconds. */
    private const SILENCE = 45;

    private EventParser $parser;
    private string $lastId = '';
    private bool $gotOn = false;

    public function __construct(
        private readonly Connection $connection,
        private readonly string $jobId,
        private readonly \SplQueue $queue,
    ) {
        $this->parser = new EventParser();
    }

    public function steps(Call $call): \Generator
    {
        return $call->retrying(fn () => $this->listen($call), function (): bool {
            [$before, $this->gotOn] = [$this->gotOn, false];
            return $before;
        });
    }

    private function listen(Call $call): \Generator
    {
        $headers = ['Accept' => 'text/event-stream'] + ($this->lastId === '' ? [] : ['Last-Event-ID' => $this->lastId]);
        $path = Connection::jobPath($this->jobId) . '/events';
        try {
            yield from $this->connection->open($call, 'GET', $path, $headers, sink: $this, silence: self::SILENCE);
        } catch (Enough) {
            return;
        }
        throw ConnectionError::unreachable('The stream of events ended before the job did.');
    }

    public function begin(Answer $head): void
    {
        $this->parser = new EventParser();
    }

    public function write(string $chunk): void
    {
        foreach ($this->parser->feed($chunk) as $event) {
            $this->lastId = $event->id !== '' ? $event->id : $this->lastId;
            $this->gotOn = true;
            $this->queue->enqueue($event);
            if (in_array($event->event, self::LAST, true)) {
                throw new Enough();
            }
        }
    }
}
