/** What CONTRIBUTING.md tells. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './scratch.ts';

export const PAGE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

/** The files that the list under a heading names. */
export function filesFor(what: string): readonly string[] {
  const [, rest = ''] = PAGE.split(`\n## Add a${what === 'action' ? 'n' : ''} ${what}\n`);
  const [section = ''] = rest.split('\n## ');
  const items = section.split('\n').filter((line) => line.startsWith('- '));
  return items.flatMap((item) => [...item.matchAll(/`([^`]+\/[^`]+)`/g)].map(([, file = '']) => file));
}
