import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { openApi } from './openapi.ts';

async function problemsIn(document: object): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location: [at] }) => `${ruleId} at ${at?.pointer}: ${message}`);
}

test('the OpenAPI document passes the recommended rules of Redocly', async () => {
  expect(await problemsIn(openApi('https://play.example.net'))).toEqual([]);
});

test('the linter would find a reference to nothing', async () => {
  const { components: _, ...broken } = openApi('https://play.example.net') as Record<string, unknown>;
  expect((await problemsIn(broken)).join()).toContain('no-unresolved-refs');
});
