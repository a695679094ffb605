<?php

declare(strict_types=1);

namespace Platen;

use Platen\Internal\Json;

/** Base class of all errors of this package. */
class PlatenError extends \RuntimeException
{
    /** @var string The catalogue's code, such as `source_unreadable`. */
    public $code = '';
    /** @var string The message of the service. */
    public $message = '';
    /** Of HTTP; 0 without an answer. */
    public readonly int $status;
    /** @var array<string, mixed> Everything else that the answer says. */
    public readonly array $fields;
    /** The remedy from the catalogue; empty if unknown. */
    public readonly string $remedy;
    /** Whether the same call may succeed later. */
    public readonly bool $retryable;
    /** Seconds. */
    public readonly ?float $retryAfter;
    public readonly ?string $jobId;

    /** @param array<string, mixed> $fields */
    public function __construct(
        string $code,
        string $message,
        int $status = 0,
        array $fields = [],
        ?bool $retryable = null,
        ?float $retryAfter = null,
    ) {
        parent::__construct($message);
        [, $retry, $remedy] = Catalogue::ERRORS[$code] ?? [0, 'never', ''];
        $this->code = $code;
        $this->status = $status;
        $this->fields = $fields;
        $this->remedy = $remedy;
        $this->retryable = $retryable ?? in_array($retry, ['after', 'later'], true);
        $this->retryAfter = $retryAfter;
        $jobId = $fields['job_id'] ?? null;
        $this->jobId = is_string($jobId) ? $jobId : null;
    }

    /**
     * The error that an answer is.
     *
     * @internal
     * @param array<string, string> $headers
     */
    public static function ofAnswer(int $status, array $headers, string $content): self
    {
        $after = self::seconds($headers['retry-after'] ?? null);
        $said = Json::object($content);
        if (is_string($said['error'] ?? null)) {
            return self::ofBody($said, $status, $after);
        }
        $class = $status >= 500 ? ServiceError::class : RequestError::class;
        $message = "The service answered $status without an error of the API.";
        return new $class("http_$status", $message, $status, [], in_array($status, self::GATEWAY, true), $after);
    }

    /**
     * The error of a body; without a status of HTTP, the catalogue's.
     *
     * @internal
     * @param array<string, mixed> $said
     */
    public static function ofBody(array $said, int $status = 0, ?float $after = null): self
    {
        $code = (string) $said['error'];
        $isKnown = isset(Catalogue::ERRORS[$code]);
        $status = $status !== 0 ? $status : (Catalogue::ERRORS[$code][0] ?? 0);
        $class = match (true) {
            ($said['status'] ?? null) === 'rejected' => DocumentError::class,
            $status >= 500 || $code === 'rate_limited' => ServiceError::class,
            default => RequestError::class,
        };
        return new $class(
            $code,
            is_string($said['message'] ?? null) ? $said['message'] : $code,
            $status,
            array_diff_key($said, ['error' => 0, 'message' => 0]),
            $isKnown ? null : in_array($status, self::GATEWAY, true),
            $after ?? self::seconds($said['retry_after'] ?? null),
        );
    }

    /**
     * Whether the client retries the same request.
     *
     * @internal
     */
    public function isTemporary(): bool
    {
        $known = Catalogue::ERRORS[$this->code] ?? null;
        return $known === null ? in_array($this->status, self::GATEWAY, true) : $known[1] === 'after';
    }

    private const GATEWAY = [502, 503, 504];

    /** Dates, which the service never sends, are left out. */
    private static function seconds(mixed $value): ?float
    {
        return is_numeric($value) && $value >= 0 ? (float) $value : null;
    }
}
