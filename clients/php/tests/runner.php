<?php

// Performs the table of cases (test/clients/cases.ts) with this client: a command a line on standard input, its end a line on output.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Platen\Client;
use Platen\PlatenError;
use Platen\Result;
use Platen\Webhook;

function told(Result $result, ?string $save, array $more = []): array
{
    if ($save !== null) {
        $result->save($save);
        clearstatcache();
    }
    return [
        'job_id' => $result->jobId,
        'size_bytes' => $result->sizeBytes,
        'warnings' => $result->warnings,
        'quota' => $result->quota,
        'bytes' => $save === null ? strlen($result->bytes()) : filesize($save),
    ] + $more;
}

function batch(Client $platen, array $command): array
{
    $entries = [];
    [$tool, $files, $fields] = [$command['tool'], $command['files'], $command['fields'] ?? []];
    foreach ($platen->batch($tool, $files, $fields, $command['concurrency'] ?? 4) as $entry) {
        if ($entry->result === null) {
            $error = $entry->error;
            $code = $error instanceof PlatenError ? $error->code : $error->getMessage();
            $entries[] = ['index' => $entry->index, 'error' => ['code' => $code]];
        } else {
            $entries[] = ['index' => $entry->index] + told($entry->result, "{$command['folder']}/{$entry->index}.pdf");
        }
    }
    return ['entries' => $entries];
}

/** Named arguments that the command has, and the others as they are by default. */
function called(array $command): array
{
    return ['timeout' => $command['timeout'] ?? null, 'idempotencyKey' => $command['idempotency_key'] ?? null];
}

function perform(Client $platen, array $command): mixed
{
    [$tool, $files, $fields] = [$command['tool'] ?? '', $command['files'] ?? [], $command['fields'] ?? []];
    [$id, $save] = [$command['job_id'] ?? '', $command['save'] ?? null];
    $call = called($command);
    switch ($command['do']) {
        case 'convert':
            return told($platen->convert($tool, $files, $fields, ...$call), $save);
        case 'method':
            $name = lcfirst(str_replace('-', '', ucwords($command['method'], '-')));
            $given = $command['method'] === 'merge-pdf' ? $files : $files[0];
            return told($platen->$name($given, ...$fields, ...$call), $save);
        case 'tools':
            return ['tools' => array_column($platen->tools(), 'id')];
        case 'quota':
            return $platen->quota();
        case 'job':
            return $platen->result($id)->raw;
        case 'delete':
            return ['status' => $platen->delete($id)];
        case 'jobs':
            return ['jobs' => array_column(iterator_to_array($platen->jobs($command['filters'] ?? []), false), 'job_id')];
        case 'batch':
            return batch($platen, $command);
        case 'start':
            return ['job_id' => $platen->start($tool, $files, $fields, ...$call)->id];
        case 'wait':
            return told($platen->job($id)->wait($call['timeout']), $save);
        case 'events':
            return ['events' => array_column(iterator_to_array($platen->job($id)->events(), false), 'event')];
        case 'cancel':
            $job = $platen->start($tool, $files, $fields);
            usleep((int) ($command['after'] * 1e6));
            return ['status' => $job->cancel()];
        case 'abort':
            return told($platen->convert($tool, $files, $fields, timeout: (float) $command['after']), null);
        case 'upload':
            $upload = $platen->upload($command['file']);
            return told($platen->convert($tool, $upload, $fields, ...$call), $save, ['upload_id' => $upload->id]);
        case 'pipeline':
            return told($platen->pipeline($files, $command['steps'], ...$call), $save);
        case 'verify':
            return Webhook::verify($command['body'], $command['headers'], $command['secret']);
        case 'memory':
            preg_match('/VmHWM:\s+(\d+)/', file_get_contents('/proc/self/status'), $found);
            return ['peak_rss' => (int) $found[1] * 1024];
    }
    throw new InvalidArgumentException("{$command['do']} is no command");
}

function failed(Throwable $error): array
{
    $type = (new ReflectionClass($error))->getShortName();
    if (!$error instanceof PlatenError) {
        return ['type' => $type, 'code' => 'error', 'message' => $error->getMessage()];
    }
    return [
        'type' => $type,
        'code' => $error->code,
        'status' => $error->status,
        'message' => $error->getMessage(),
        'fields' => (object) $error->fields,
        'remedy' => $error->remedy,
        'retryable' => $error->retryable,
        'retry_after' => $error->retryAfter,
        'job_id' => $error->jobId,
    ];
}

set_error_handler(static function (int $kind, string $message, string $file, int $line): bool {
    if ((error_reporting() & $kind) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $kind, $file, $line);
});

while (($line = fgets(STDIN)) !== false) {
    $command = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    try {
        $platen = new Client(
            // What needs no service gets no address either.
            $command['url'] ?? (getenv('PLATEN_URL') ?: 'http://127.0.0.1:1'),
            $command['key'] ?? null,
            $command['retries'] ?? 5,
            (float) ($command['timeout'] ?? 600),
        );
        $said = ['ok' => perform($platen, $command)];
    } catch (Throwable $error) {
        $said = ['error' => failed($error)];
    }
    echo json_encode(['id' => $command['id']] + $said, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR), "\n";
}
