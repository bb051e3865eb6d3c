/** What a web page loads that verifies records. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT } from './packs.ts';

export interface Size {
  /** Compressed. */
  readonly bytes: number;
  /** The bytes of each package, not compressed. */
  readonly parts: ReadonlyMap<string, number>;
}

/** Bundles the export `verify` of a built file as a web page would. */
export async function sizeForPages(verify: string): Promise<Size> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export { verify } from ${JSON.stringify(verify)};`, resolveDir: ROOT },
    nodePaths: [join(ROOT, 'node_modules')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error', // it warns that chunks without side effects are dropped, which is wanted
    metafile: true,
  });
  const parts = new Map<string, number>();
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs))
      if (bytesInOutput > 0) parts.set(partOf(file), (parts.get(partOf(file)) ?? 0) + bytesInOutput);
  return { bytes: gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length, parts };
}

/** The package that a file comes from. */
function partOf(file: string): string {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? '@flower-war/protocol';
}
