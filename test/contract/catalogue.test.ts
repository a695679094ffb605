// The catalogue, the documents and the tests hold each other.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { errorCodes, errors } from '#core/errors.ts';
import { tools } from '#conversion/tools/index.ts';
import { openApiDocument } from '#reference/openapi.ts';

const root = join(import.meta.dirname, '..', '..');
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

test('every code of the catalogue is produced by a test through HTTP', () => {
  const contract = sources('test/contract/*.test.ts');
  const produced = errorCodes.filter((code) =>
    new RegExp(`refused\\([\\s\\S]{0,400}?,\\s*${errors[code].status},\\s*'${code}'`).test(contract),
  );
  assert.deepEqual(
    errorCodes.filter((code) => !produced.includes(code)),
    [],
  );
});

test('every code is thrown somewhere', () => {
  // Neither the catalogue nor the lists of possible answers of a tool or a route throw.
  const code = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/src\/(core\/errors|reference\/openapi)\.ts$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/\berrors: \[[^\]]*\]/g, ''))
    .join('\n');
  assert.deepEqual(
    errorCodes.filter((name) => !code.includes(`'${name}'`)),
    [],
  );
});

test('the OpenAPI document is valid 3.1 and names every tool', async () => {
  const document = openApiDocument(tools, 'https://platen.example/v1');
  const result = await new Validator().validate(document);
  assert.deepEqual(result.errors ?? [], []);
  for (const tool of tools) assert.ok(`/convert/${tool.id}` in (document['paths'] as object));
});
