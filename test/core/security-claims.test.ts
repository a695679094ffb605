// docs/security.md claims nothing that no test proves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');

test('every claim about security names an existing test', () => {
  const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
  const proofs = [...page.matchAll(/^\| [^|]+ \| `(test\/[^`]+)`: (.+) \|$/gm)];
  assert.ok(proofs.length > 20);
  for (const [, file = '', name = ''] of proofs)
    assert.ok(readFileSync(join(root, file), 'utf8').includes(`test('${name}'`), `${file}: ${name}`);
});
