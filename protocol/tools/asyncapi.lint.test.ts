/** The AsyncAPI documents in docs/asyncapi pass the linter that checks the OpenAPI document too. */
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../docs/asyncapi/${name}.json`, import.meta.url), 'utf8');

/** A server has no one to write to. Operations need no key of their own: the address of a socket and the broker do. */
const RULES = { 'info-contact': 'off', 'security-defined': 'off' } as const;

async function problemsIn(source: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: RULES });
  const problems = await lintFromString({ source, absoluteRef: 'asyncapi.json', config });
  return problems.map(({ ruleId, message, location: [at] }) => `${ruleId} at ${at?.pointer}: ${message}`);
}

describe.each(['socket', 'mqtt'])('%s', (name) => {
  test('it is AsyncAPI 3 as Redocly knows it', async () => {
    expect(JSON.parse(read(name))).toMatchObject({ asyncapi: '3.0.0' });
    expect(await problemsIn(read(name))).toEqual([]);
  });

  test.each([
    ['a channel without its form', { channels: { wrong: { address: 1 } } }],
    ['an action that does not exist', { operations: { wrong: { action: 'shout', channel: {} } } }],
    ['a field that does not exist', { topics: {} }],
    ['no information', { info: undefined }],
  ])('the linter would find %s', async (_, wrong) => {
    const broken = JSON.stringify({ ...(JSON.parse(read(name)) as object), ...wrong });
    expect(await problemsIn(broken)).not.toEqual([]);
  });
});
