/** The declarations, as plain `tsc` reads them, and the tools that know how packages go wrong. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Place } from './place.ts';
import { run } from './running.ts';
import type { Steps } from './steps.ts';

interface Reading {
  readonly name: string;
  readonly file: string;
  readonly module: string;
  readonly resolution: string;
  readonly lib: readonly string[];
  readonly types?: readonly string[];
}

const NODE_NEXT = { module: 'NodeNext', resolution: 'NodeNext' };
const BUNDLER = { module: 'ESNext', resolution: 'Bundler' };
const TYPED = 'typed.ts';
const PROTOCOL = 'typedProtocol.ts';

/** Zod's own declarations need a global URL, so programs that read its types have the types of a browser or of Node. */
const READINGS: readonly Reading[] = [
  { name: 'NodeNext with DOM', file: TYPED, ...NODE_NEXT, lib: ['ES2022', 'DOM'] },
  { name: 'NodeNext without DOM', file: TYPED, ...NODE_NEXT, lib: ['ES2022'] },
  { name: 'bundler with DOM', file: TYPED, ...BUNDLER, lib: ['ES2022', 'DOM'] },
  { name: 'bundler without DOM', file: TYPED, ...BUNDLER, lib: ['ES2022'] },
  { name: 'the whole protocol, NodeNext with DOM', file: PROTOCOL, ...NODE_NEXT, lib: ['ES2022', 'DOM'] },
  { name: 'the whole protocol, bundler, types of Node', file: PROTOCOL, ...BUNDLER, lib: ['ES2022'], types: ['node'] },
];

export async function tryTypes(steps: Steps, { app, bin, tools }: Place): Promise<void> {
  for (const { name, file, module, resolution, lib, types = [] } of READINGS)
    await steps.try(`tsc, ${name}`, async () => {
      const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
      const typeRoots = [join(tools, 'node_modules/@types')];
      const target = { target: 'ES2022', module, moduleResolution: resolution, lib, types, typeRoots };
      const compilerOptions = { ...strict, ...target, skipLibCheck: false, declaration: true, outDir: 'compiled' };
      writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
      await run('tsc', ['--project', '.'], { cwd: app, bin, seconds: 120 });
      return 'no fault';
    });
}

export async function tryLinters(steps: Steps, { app, bin, tarballs }: Place): Promise<void> {
  for (const tarball of tarballs.values()) {
    await steps.try(`publint, ${basename(tarball)}`, async () => {
      const words = await run('publint', ['run', tarball, '--strict'], { cwd: app, bin });
      if (!words.includes('All good!')) throw new Error(words);
      return 'all good';
    });
    // CommonJS and the resolution of Node 10 are left out: the packages are ES modules alone, which both cannot import.
    await steps.try(`attw for ES modules, ${basename(tarball)}`, async () => {
      await run('attw', [tarball, '--profile', 'esm-only', '--format', 'ascii'], { cwd: app, bin });
      return 'all good';
    });
  }
}
