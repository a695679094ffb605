<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * Performs the steps of calls, any number concurrently, with curl_multi.
 *
 * A call made while others are in progress (such as saving a result of a batch) also advances those.
 *
 * @internal
 */
final class Loop
{
    private const LONGEST_SELECT = 1.0;

    private readonly \CurlMultiHandle $multi;
    /** @var array<int, Transfer> by the id of their handle */
    private array $transfers = [];

    /** @param array<int, mixed> $curlOptions */
    public function __construct(private readonly array $curlOptions)
    {
        $this->multi = curl_multi_init();
    }

    public function run(\Generator $steps): mixed
    {
        foreach ($this->each([static fn () => $steps], 1) as [$result, $error]) {
            return $error === null ? $result : throw $error;
        }
        return null;
    }

    /**
     * @param iterable<\Closure(): \Generator> $makers
     * @return \Generator<int, array{mixed, \Throwable|null}> what became of each as it ends, by its place
     */
    public function each(iterable $makers, int $concurrency): \Generator
    {
        $left = (static fn () => yield from $makers)();
        $tasks = [];
        try {
            for ($count = 0; ; ) {
                while (count($tasks) < max(1, $concurrency) && $left->valid()) {
                    $tasks[$count] = $this->begin(($left->current())());
                    $count++;
                    $left->next();
                }
                if ($tasks === []) {
                    return;
                }
                $this->round($tasks);
                foreach ($tasks as $index => $task) {
                    if ($task->isDone) {
                        unset($tasks[$index]);
                        yield $index => [$task->result, $task->error];
                    }
                }
            }
        } finally {
            array_map($this->drop(...), $tasks);
        }
    }

    /** Yields the values that the steps put into the queue. */
    public function iterate(\Generator $steps, \SplQueue $queue): \Generator
    {
        $task = $this->begin($steps);
        try {
            while (true) {
                while (!$queue->isEmpty()) {
                    yield $queue->dequeue();
                }
                if ($task->isDone) {
                    return $task->error === null ? $task->result : throw $task->error;
                }
                $this->round([$task]);
            }
        } finally {
            $this->drop($task);
        }
    }

    private function begin(\Generator $steps): Task
    {
        $task = new Task($steps);
        $this->advance($task, static fn () => $steps->current());
        return $task;
    }

    /** To the next step. */
    private function advance(Task $task, \Closure $resume): void
    {
        try {
            $step = $resume();
            $task->isDone = !$task->steps->valid();
            $task->result = $task->isDone ? $task->steps->getReturn() : null;
        } catch (\Throwable $error) {
            $task->isDone = true;
            $task->error = $error;
            return;
        }
        if ($task->isDone) {
            return;
        }
        if ($step instanceof Pause) {
            $task->wakeAt = Call::now() + $step->seconds;
            return;
        }
        $task->transfer = new Transfer($step, $this->curlOptions);
        $this->transfers[$task->transfer->id] = $task->transfer;
        curl_multi_add_handle($this->multi, $task->transfer->handle);
    }

    /**
     * Waits for activity, and advances the tasks concerned.
     *
     * @param array<int, Task> $tasks
     */
    private function round(array $tasks): void
    {
        $this->pump();
        $waits = [self::LONGEST_SELECT];
        foreach ($tasks as $task) {
            if ($task->isDone || $task->transfer?->isOver === true) {
                $waits[] = 0;
            } elseif ($task->transfer === null) {
                $waits[] = max(0, $task->wakeAt - Call::now());
            }
        }
        $wait = min($waits);
        if ($wait > 0) {
            $this->await($wait);
            $this->pump();
        }
        foreach ($tasks as $task) {
            $this->resume($task);
        }
    }

    private function await(float $seconds): void
    {
        if ($this->transfers === []) {
            usleep((int) ($seconds * 1e6));
        } elseif (curl_multi_select($this->multi, $seconds) < 1) {
            // It returns at once if no connection is open yet, such as during a DNS lookup.
            usleep(500);
        }
    }

    private function resume(Task $task): void
    {
        if ($task->isDone) {
            return;
        }
        if ($task->transfer === null) {
            if (Call::now() >= $task->wakeAt) {
                $this->advance($task, static fn () => $task->steps->send(null));
            }
        } elseif ($task->transfer->isOver) {
            $transfer = $task->transfer;
            $task->transfer = null;
            try {
                $answer = $transfer->answer();
            } catch (\Throwable $error) {
                $this->advance($task, static fn () => $task->steps->throw($error));
                return;
            }
            $this->advance($task, static fn () => $task->steps->send($answer));
        }
    }

    /** Moves bytes, of whichever call. */
    private function pump(): void
    {
        curl_multi_exec($this->multi, $running);
        while (($said = curl_multi_info_read($this->multi)) !== false) {
            $transfer = $this->transfers[spl_object_id($said['handle'])] ?? null;
            $transfer?->end($said['result']);
            if ($transfer !== null) {
                $this->remove($transfer);
            }
        }
    }

    private function drop(Task $task): void
    {
        if ($task->transfer !== null) {
            $this->remove($task->transfer);
        }
    }

    private function remove(Transfer $transfer): void
    {
        if (isset($this->transfers[$transfer->id]) && $transfer->handle !== null) {
            unset($this->transfers[$transfer->id]);
            curl_multi_remove_handle($this->multi, $transfer->handle);
            $transfer->release();
        }
    }
}
