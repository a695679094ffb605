<?php

declare(strict_types=1);

namespace Platen\Internal;

use Platen\PlatenError;

/**
 * One call by the program, with all its requests.
 *
 * @internal
 */
final class Call
{
    public const MAX_WAIT = 60.0;
    private const FIRST_PAUSE = 0.1;
    private const LONGEST_PAUSE = 8.0;

    public function __construct(private readonly int $retries, public readonly float $deadline)
    {
    }

    /** Seconds on a clock that only goes forward. */
    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    /**
     * Returns the result of `action`, with retries where they can help; progress resets the number of retries.
     *
     * @param \Closure(): \Generator $action
     * @param (\Closure(): bool)|null $hasProgress
     */
    public function retrying(\Closure $action, ?\Closure $hasProgress = null): \Generator
    {
        for ($tries = 0; ; $tries++) {
            try {
                return yield from $action();
            } catch (PlatenError $error) {
                if ($hasProgress !== null && $hasProgress()) {
                    $tries = 0;
                }
                yield new Pause($this->pauseAfter($error, $tries) ?? throw $error);
            }
        }
    }

    /** Null where there is no further try. */
    private function pauseAfter(PlatenError $error, int $tries): ?float
    {
        if ($tries >= $this->retries || !$error->isTemporary()) {
            return null;
        }
        $most = min(self::LONGEST_PAUSE, self::FIRST_PAUSE * 4 ** $tries);
        $pause = $error->retryAfter ?? mt_rand() / mt_getrandmax() * $most;
        return $pause > self::MAX_WAIT || self::now() + $pause >= $this->deadline ? null : $pause;
    }
}
