/** The libraries in the package `flower-war`, with their licences. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './packs.ts';

/** Those that the GPL takes in. */
const GOOD = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'Unlicense'];

/** The page is built by itself. */
const IN_PAGE = ['node_modules/preact'];

/** `sources`: the files that are in the package. Throws if the GPL does not take one of them in. */
export function licences(sources: readonly string[]): string {
  const named = sources.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  const folders = new Set([...IN_PAGE, ...named]);
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
      readonly [field in 'name' | 'version' | 'license']: string;
    };
    if (!GOOD.includes(license)) throw new Error(`${name} has the licence ${license}: may the package hold it?`);
    return `## ${name} ${version}: ${license}\n\n${textIn(folder)}`;
  });
  return `# Libraries in this package\n\n${parts.join('\n')}`;
}

function textIn(folder: string): string {
  const found = readdirSync(join(ROOT, folder)).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return found === undefined || !existsSync(join(ROOT, folder, found))
    ? 'The library brings no text of its licence.\n'
    : `\`\`\`text\n${readFileSync(join(ROOT, folder, found), 'utf8').trim()}\n\`\`\`\n`;
}
