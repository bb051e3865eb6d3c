/** The libraries in the package `flower-war`: with their licences for people, and as a bill of materials for programs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './packs.ts';

/** Those that the GPL takes in. */
const CODE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
];

/** Fonts lie beside the program as works of their own. */
const FONTS = ['OFL-1.1'];

interface Named {
  readonly name: string;
  readonly version: string;
}

export interface Library extends Named {
  readonly license: string;
  /** The text of its licence, if it brings one. */
  readonly text: string | undefined;
}

/** `sources`: the files that are in the package. Throws if the GPL does not take one of them in. */
export function librariesIn(sources: readonly string[]): readonly Library[] {
  const named = sources.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(named)].sort().map((folder) => libraryIn(join(ROOT, folder)));
}

export function libraryIn(folder: string): Library {
  const { name, version, license }: Library = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const good = name.startsWith('@fontsource/') ? FONTS : CODE;
  if (!good.includes(license)) throw new Error(`${name} has the licence ${license}: may the package hold it?`);
  return { name, version, license, text: textIn(folder) };
}

function textIn(folder: string): string | undefined {
  const found = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return found && readFileSync(join(folder, found), 'utf8').trim();
}

/** The files that tell of the libraries in a program. */
export function licencesOf(libraries: readonly Library[], program: Named): Readonly<Record<string, string>> {
  return {
    'THIRD-PARTY.md': noticesOf(libraries, 'this package'),
    'sbom.json': `${JSON.stringify(materialsOf(libraries, program), undefined, 2)}\n`,
  };
}

/** For people. `place`: what holds the libraries. */
export function noticesOf(libraries: readonly Library[], place: string): string {
  const parts = libraries.map(({ name, version, license, text }) => {
    const words = text === undefined ? 'The library brings no text of its licence.' : `\`\`\`text\n${text}\n\`\`\``;
    return `## ${name} ${version}: ${license}\n\n${words}\n`;
  });
  return `# Libraries in ${place}\n\n${parts.join('\n')}`;
}

/** For programs, by CycloneDX. */
function materialsOf(libraries: readonly Library[], { name, version }: Named): object {
  const component = { type: 'application', name, version };
  const components = libraries.map((one) => ({
    type: 'library',
    name: one.name,
    version: one.version,
    purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
    licenses: [{ license: { id: one.license } }],
  }));
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components };
}
