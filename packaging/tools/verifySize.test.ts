/** What a web page loads that verifies a record with `@flower-war/protocol/verify`, compressed. */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const MOST_BYTES = 60_000;

test(`verify costs a web page at most ${MOST_BYTES} bytes`, { timeout: 120_000 }, async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export { verify } from '@flower-war/protocol/verify';", resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  const parts = new Map<string, number>();
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const part = partOf(file);
      parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
    }
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  const rows = [...parts].sort(([, a], [, b]) => b - a).map(([part, size]) => `${String(size).padStart(8)}  ${part}`);
  console.log([`verify: ${bytes} bytes compressed, of these parts (not compressed):`, ...rows].join('\n'));
  const loaded = [...parts].filter(([, size]) => size > 0).map(([part]) => part);
  expect(loaded.sort()).toEqual(['@noble/curves', '@noble/hashes', 'protocol', 'zod']);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

/** The package that a file comes from. */
function partOf(file: string): string {
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  return installed ?? /(?:^|\/)([a-z-]+)\/src\//.exec(file)?.[1] ?? file;
}
