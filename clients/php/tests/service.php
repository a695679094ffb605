<?php

// A service that gives the answers of its standard input (a JSON array), one after the other, and says what it was asked, a line of JSON each.

declare(strict_types=1);

$answers = json_decode(stream_get_contents(STDIN), true, flags: JSON_THROW_ON_ERROR);
$server = stream_socket_server('tcp://127.0.0.1:0');
echo stream_socket_get_name($server, false), "\n";
while ($answers !== []) {
    $connection = @stream_socket_accept($server, 30);
    if ($connection === false) {
        break;
    }
    $head = '';
    while (!str_ends_with($head, "\r\n\r\n") && ($line = fgets($connection)) !== false) {
        $head .= $line;
    }
    if ($head === '') {
        continue;
    }
    preg_match_all('~^([\w-]+): *(.*?)\r$~m', $head, $found);
    $headers = array_combine(array_map(strtolower(...), $found[1]), $found[2]);
    $left = (int) ($headers['content-length'] ?? 0);
    $body = $left > 0 ? stream_get_contents($connection, $left) : '';
    [$method, $path] = explode(' ', $head);
    echo json_encode(compact('method', 'path', 'headers', 'body'), JSON_THROW_ON_ERROR), "\n";
    $answer = array_shift($answers);
    usleep((int) (($answer['delay'] ?? 0) * 1e6));
    if (isset($answer['status'])) {
        $content = $answer['body'] ?? '';
        $lines = ["HTTP/1.1 {$answer['status']} Said", 'Connection: close', 'Content-Length: ' . strlen($content)];
        foreach ($answer['headers'] ?? [] as $name => $value) {
            $lines[] = "$name: $value";
        }
        fwrite($connection, implode("\r\n", $lines) . "\r\n\r\n" . substr($content, 0, $answer['sent'] ?? null));
    }
    fclose($connection);
}
