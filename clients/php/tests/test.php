<?php

// The client against a service that does what each test wants: php tests/test.php.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Platen\Client;
use Platen\ConnectionError;
use Platen\Content;
use Platen\DocumentError;
use Platen\Internal\EventParser;
use Platen\PlatenError;
use Platen\RequestError;
use Platen\ServiceError;
use Platen\Webhook;

set_error_handler(static function (int $kind, string $message, string $file, int $line): bool {
    return (error_reporting() & $kind) === 0 ? false : throw new ErrorException($message, 0, $kind, $file, $line);
});

const FILE = '0123456789';

final class Service
{
    public readonly string $url;
    /** @var resource */
    private mixed $process;
    /** @var array<int, resource> */
    private array $pipes = [];
    private array $asked = [];

    public function __construct(array ...$answers)
    {
        $this->process = proc_open([PHP_BINARY, __DIR__ . '/service.php'], [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
        fwrite($this->pipes[0], json_encode($answers, JSON_THROW_ON_ERROR));
        fclose($this->pipes[0]);
        $this->url = 'http://' . trim(fgets($this->pipes[1]));
    }

    public function client(int $retries = 5, float $timeout = 20): Client
    {
        return new Client("{$this->url}/v1/", 'secret', $retries, $timeout);
    }

    /** What it was asked so far; it ends. */
    public function asked(): array
    {
        proc_terminate($this->process);
        while (($line = fgets($this->pipes[1])) !== false) {
            $this->asked[] = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
        }
        return $this->asked;
    }

    public function __destruct()
    {
        proc_terminate($this->process);
    }
}

function json(int $status, array $body, array $headers = []): array
{
    return ['status' => $status, 'body' => json_encode($body), 'headers' => $headers];
}

function done(): array
{
    return json(200, ['job_id' => 'j1', 'status' => 'success', 'download_url' => '/v1/download/j1', 'size_bytes' => 10]);
}

function file_answer(array $headers = [], ?int $sent = null, int $status = 200, string $body = FILE): array
{
    return compact('status', 'body', 'headers', 'sent');
}

function busy(string $after = '0'): array
{
    return json(503, ['error' => 'server_busy', 'message' => 'Busy.'], ['Retry-After' => $after]);
}

function same(mixed $wanted, mixed $got): void
{
    if ($wanted !== $got) {
        throw new Exception('wanted ' . json_encode($wanted) . ', got ' . json_encode($got));
    }
}

function thrown(string $class, callable $do): PlatenError
{
    try {
        $do();
    } catch (PlatenError $error) {
        same($class, $error::class);
        return $error;
    }
    throw new Exception("no $class");
}

$tests = [
    'a busy service, a gateway and a cut line are tried again with the same key' => function (): void {
        $service = new Service(busy(), [], ['status' => 502, 'body' => '<html>'], ['sent' => 3] + done(), done());
        same('j1', $service->client()->convert('copy', new Content('a.txt', 'hello'), ['mode' => 'fast'])->jobId);
        $asked = $service->asked();
        same(5, count($asked));
        same(1, count(array_unique(array_map(fn ($one) => $one['headers']['idempotency-key'], $asked))));
        same(1, count(array_unique(array_column($asked, 'body'))));
        same(['/v1/convert/copy', 'Bearer secret'], [$asked[0]['path'], $asked[0]['headers']['authorization']]);
    },
    'tries end' => function (): void {
        $service = new Service(busy(), busy(), done());
        $error = thrown(ServiceError::class, fn () => $service->client(1)->quota());
        same(['server_busy', 503, true, 0.0], [$error->code, $error->status, $error->retryable, $error->retryAfter]);
        same(2, count($service->asked()));
    },
    'a long wait is not waited for' => function (): void {
        $service = new Service(busy('61'));
        $error = thrown(ServiceError::class, fn () => $service->client()->quota());
        same(61.0, $error->retryAfter);
    },
    'refusals are not tried again, and say what helps' => function (): void {
        foreach ([[429, 'quota_exceeded'], [400, 'field_required'], [404, 'job_not_found']] as [$status, $code]) {
            $service = new Service(json($status, ['error' => $code, 'message' => 'No.', 'field' => 'x']), done());
            $error = thrown(RequestError::class, fn () => $service->client()->quota());
            same([$code, 'No.', ['field' => 'x'], $status], [$error->code, $error->message, $error->fields, $error->status]);
            same(true, $error->remedy !== '');
            same(1, count($service->asked()));
        }
    },
    'a rejected document is an error of its own' => function (): void {
        $body = ['error' => 'source_unreadable', 'message' => 'No.', 'status' => 'rejected', 'job_id' => 'j9'];
        $service = new Service(json(422, $body));
        same('j9', thrown(DocumentError::class, fn () => $service->client()->convert('copy', new Content('a', 'a')))->jobId);
    },
    'an answer that is not the API\'s is an error' => function (): void {
        $service = new Service(['status' => 200, 'body' => '<html>']);
        same('http_200', thrown(RequestError::class, fn () => $service->client()->quota())->code);
    },
    'the timeout is for all tries' => function (): void {
        $service = new Service(['delay' => 2] + done());
        $began = microtime(true);
        same('timeout', thrown(ConnectionError::class, fn () => $service->client(5, 0.3)->quota())->code);
        same(true, microtime(true) - $began < 1);
    },
    'names are sent as browsers send them' => function (): void {
        $service = new Service(done());
        $stream = fopen('php://memory', 'w+b');
        $files = [new Content("Überblick \"1\"\r\n.txt", 'a'), new Content('報告.txt', $stream)];
        $service->client()->convert('copy', $files, ['x' => 'é']);
        $body = $service->asked()[0]['body'];
        same(true, str_contains($body, "name=\"file\"; filename=\"Überblick %221%22%0D%0A.txt\"\r\n"));
        same(true, str_contains($body, "name=\"file\"; filename=\"報告.txt\"\r\n"));
        same(true, strpos($body, 'name="x"') < strpos($body, 'name="file"'));
    },
    'a download that is cut goes on where it stopped' => function (): void {
        $rest = file_answer(['Content-Range' => 'bytes 6-9/10', 'ETag' => '"e"'], null, 206, substr(FILE, 6));
        $service = new Service(done(), file_answer(['ETag' => '"e"'], 6), $rest);
        same(FILE, $service->client()->convert('copy', new Content('a', 'a'))->bytes());
        $headers = $service->asked()[2]['headers'];
        same(['bytes=6-', '"e"'], [$headers['range'], $headers['if-range']]);
    },
    'without an ETag a cut download begins again' => function (): void {
        $service = new Service(done(), file_answer([], 6), file_answer());
        $path = tempnam(sys_get_temp_dir(), 'platen');
        $service->client()->convert('copy', new Content('a', 'a'))->save($path);
        same(FILE, file_get_contents($path));
        unlink($path);
    },
    'no half file stays' => function (): void {
        $folder = sys_get_temp_dir() . '/platen-' . bin2hex(random_bytes(6));
        mkdir($folder);
        file_put_contents("$folder/a.pdf", 'before');
        $service = new Service(done(), file_answer([], 6));
        $result = $service->client(0)->convert('copy', new Content('a', 'a'));
        same('unreachable', thrown(ConnectionError::class, fn () => $result->save("$folder/a.pdf"))->code);
        same(['.', '..', 'a.pdf'], scandir($folder));
        same('before', file_get_contents("$folder/a.pdf"));
        unlink("$folder/a.pdf");
        rmdir($folder);
    },
    'the key goes to no other origin' => function (): void {
        $other = new Service(file_answer());
        $service = new Service(done(), ['status' => 302, 'headers' => ['Location' => "{$other->url}/file"]]);
        same(FILE, implode('', iterator_to_array($service->client()->convert('copy', new Content('a', 'a'))->stream(), false)));
        same(true, isset($service->asked()[1]['headers']['authorization']));
        same(false, isset($other->asked()[0]['headers']['authorization']));
    },
    'a job is waited for and throws what ended it' => function (): void {
        $pending = ['error' => 'job_not_ready', 'message' => 'Not yet.', 'status' => 'pending', 'retry_after' => 0.01];
        $outcome = ['error' => 'conversion_failed', 'message' => 'It broke.', 'status' => 'failed', 'job_id' => 'j1'];
        $service = new Service(
            json(202, ['job_id' => 'j1', 'status' => 'pending']),
            json(409, $pending),
            done(),
            json(409, ['status' => 'failed', 'outcome' => $outcome] + $pending),
            json(409, $pending),
        );
        $job = $service->client()->start('copy', new Content('a', 'a'));
        same(10, $job->wait()->sizeBytes);
        $error = thrown(ServiceError::class, fn () => $job->wait());
        same(['conversion_failed', 500, true], [$error->code, $error->status, $error->retryable]);
        same('pending', $job->status()['status']);
        $asked = $service->asked();
        same(['respond-async', 'wait=30'], [$asked[0]['headers']['prefer'], $asked[1]['headers']['prefer']]);
    },
    'events go on after a cut' => function (): void {
        $first = "event: progress\nid: p1\ndata: {\"position\":1}\n\n";
        $service = new Service(['status' => 200, 'body' => $first], ['status' => 200, 'body' => "event: succeeded\ndata: {}\n\n"]);
        $events = iterator_to_array($service->client()->job('j1')->events(), false);
        same(['progress', 'succeeded'], array_column($events, 'event'));
        same('p1', $service->asked()[1]['headers']['last-event-id']);
    },
    'an upload goes on after a cut' => function (): void {
        $service = new Service(
            ['status' => 201, 'headers' => ['Location' => '/v1/uploads/u1']],
            [],
            ['status' => 200, 'headers' => ['Upload-Offset' => '2']],
            ['status' => 204, 'headers' => ['Upload-Offset' => '5']],
            done(),
        );
        $client = $service->client();
        $upload = $client->upload(new Content('a.txt', 'hello'));
        same(['u1', 5], [$upload->id, $upload->sizeBytes]);
        $client->convert('copy', $upload);
        $asked = $service->asked();
        same(['HEAD', 'PATCH', 'llo'], [$asked[2]['method'], $asked[3]['method'], $asked[3]['body']]);
        same(true, str_contains($asked[4]['body'], "name=\"file_id\"\r\n\r\nu1"));
    },
    'an upload asks for its offset no more often than it may try' => function (): void {
        $service = new Service(['status' => 201, 'headers' => ['Location' => '/v1/uploads/u1']], ...array_fill(0, 10, []));
        thrown(ConnectionError::class, fn () => $service->client(2)->upload(new Content('a.txt', 'hello')));
        same(['POST', 'PATCH', 'HEAD', 'HEAD'], array_column($service->asked(), 'method'));
    },
    'a header is one line' => function (): void {
        $keys = ["a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rb", "a\0b"];
        foreach ($keys as $key) {
            $service = new Service(done());
            try {
                $service->client()->convert('copy', new Content('a', 'a'), idempotencyKey: $key);
                throw new Exception('it was sent');
            } catch (InvalidArgumentException) {
                same([], $service->asked());
            }
        }
    },
    'a batch gives an entry for every file' => function (): void {
        $service = new Service(done(), json(422, ['error' => 'empty_file', 'message' => 'Empty.']), done());
        $files = [new Content('a', 'a'), '/does/not/exist', new Content('b', ''), new Content('c', 'c')];
        $ended = [];
        foreach ($service->client()->batch('copy', $files, concurrency: 2) as $entry) {
            $ended[$entry->index] = $entry->result !== null ? 'done' : ($entry->error->getCode());
        }
        ksort($ended);
        same([0, 1, 2, 3], array_keys($ended));
        same('file_unreadable', $ended[1]);
        same(1, count(array_keys($ended, 'empty_file', true)));
    },
    'jobs are listed over their pages' => function (): void {
        $page = ['jobs' => [['job_id' => 'j1']], 'next_cursor' => 'c&1'];
        $service = new Service(json(200, $page), json(200, ['next_cursor' => null] + $page));
        same(2, count(iterator_to_array($service->client()->jobs(['tool' => 'copy']), false)));
        same('/v1/jobs?tool=copy&cursor=c%261', $service->asked()[1]['path']);
    },
    'events are read wherever they are cut' => function (): void {
        $text = ": hi\r\n\r\nevent: progress\r\ndata: {\"a\":\r\ndata: \"é\"}\r\nid: 1\r\n\r\ndata: 5\n\n";
        foreach ([1, 2, 3, 7, strlen($text)] as $size) {
            $parser = new EventParser();
            $found = [];
            foreach (str_split($text, $size) as $chunk) {
                array_push($found, ...iterator_to_array($parser->feed($chunk), false));
            }
            same(2, count($found));
            same(['progress', ['a' => 'é'], '1'], [$found[0]->event, $found[0]->data, $found[0]->id]);
        }
    },
    'a webhook is verified' => function (): void {
        $secret = 'whsec_' . base64_encode('0123456789abcdef');
        $body = '{"type":"job.succeeded","timestamp":"2026-01-01T00:00:00Z","data":{"job_id":"j1"}}';
        $signed = static fn (int $at): array => [
            'Webhook-Id' => 'm1',
            'Webhook-Timestamp' => (string) $at,
            'Webhook-Signature' => 'v1,AAAA v1,' . base64_encode(hash_hmac('sha256', "m1.$at.$body", '0123456789abcdef', true)),
        ];
        same(['job_id' => 'j1'], Webhook::verify($body, $signed(time()), $secret)['data']);
        foreach ([["$body ", $signed(time())], [$body, []], [$body, $signed(time() - 302)]] as [$given, $headers]) {
            $error = thrown(PlatenError::class, fn () => Webhook::verify($given, $headers, $secret));
            same('invalid_signature', $error->code);
        }
    },
    'a webhook needs a secret, and a time' => function (): void {
        $body = '{"type":"job.succeeded"}';
        $headers = static fn (string $time): array => [
            'webhook-id' => 'm1',
            'webhook-timestamp' => $time,
            'webhook-signature' => 'v1,' . base64_encode(hash_hmac('sha256', "m1.$time.$body", '', true)),
        ];
        foreach (['', 'whsec_', 'whsec_=', 'whsec_?'] as $secret) {
            try {
                Webhook::verify($body, $headers((string) time()), $secret);
                throw new Exception("$secret is a secret");
            } catch (InvalidArgumentException $error) {
                same(true, str_contains($error->getMessage(), 'whsec_'));
            }
        }
        foreach ([16, 5000] as $digits) {
            $time = str_repeat('1', $digits);
            $error = thrown(PlatenError::class, fn () => Webhook::verify($body, $headers($time), 'whsec_AAAA'));
            same('invalid_signature', $error->code);
        }
    },
];

$bad = 0;
foreach ($tests as $name => $test) {
    try {
        $test();
        echo "ok   $name\n";
    } catch (Throwable $error) {
        $bad++;
        echo "FAIL $name: {$error->getMessage()} ({$error->getFile()}:{$error->getLine()})\n";
    }
}
exit($bad > 0 ? 1 : 0);
