/** What the page is made of. A build lies in a folder named by the hash of all this. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** From the root of the repository. Another version of a library changes package-lock.json. */
const SOURCES = [
  'web/index.html',
  'web/{src,build}/**/*.{ts,tsx,css,svg,json}',
  '{words,client-sdk,protocol}/src/**/*.{ts,json}',
  'rules/{frozen/*.mjs,src/{catalogue/frozen*,json/*,ring/model/calendar,ring/parts/*}.ts}',
  'temple/{twin,shared}/**/*.ts',
  '{web,words,client-sdk,protocol,rules,temple}/package.json',
  'package-lock.json',
];

const isTest = (file: string) => /\.(test|fixture|contract)\.tsx?$/.test(file);

export function hashOfSources(root: string): string {
  const hash = createHash('sha256');
  for (const file of sourcesIn(root))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

function sourcesIn(root: string): readonly string[] {
  return globSync(SOURCES, { cwd: root })
    .filter((file) => !isTest(file))
    .sort();
}
