<?php
// Has the page's program judge the messages in a file; prints [Standard Webhooks, X-Signature] for each.
require __DIR__ . '/verify.php';

$verdicts = [];
foreach (json_decode(file_get_contents($argv[1]), true) as $case) {
    $body = base64_decode($case['body']);
    $plain = verifySignature($body, $case['headers']['x-signature'] ?? '', $case['plainSecret']);
    $verdicts[] = [verify($body, $case['headers'], $case['secrets']), $plain];
}
echo json_encode($verdicts);
