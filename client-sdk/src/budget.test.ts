/** How many bytes a page loads for the client alone: bundled, minified and compressed, as a frontend ships it. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const BUDGET = 48_000;
const CLIENT = fileURLToPath(new URL('./index.ts', import.meta.url));
const LIBRARIES = ['@colyseus/schema', 'msgpackr/unpack'];

/** Compressed bytes of a minimal client, without some libraries. */
async function size(external: readonly string[] = []): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export { FlowerWarClient } from ${JSON.stringify(CLIENT)}`, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: [...external],
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

test(`a minimal client has at most ${BUDGET} bytes`, async () => {
  const all = await size();
  const [schema = 0, msgpackr = 0] = await Promise.all(LIBRARIES.map(async (name) => all - (await size([name]))));
  console.log(`${all} bytes: schema ${schema}, msgpackr ${msgpackr}, our own ${all - schema - msgpackr}`);
  expect(schema).toBeGreaterThan(10_000);
  expect(msgpackr).toBeGreaterThan(1000);
  expect(all).toBeLessThanOrEqual(BUDGET);
});
