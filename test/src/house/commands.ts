/** The commands that start programs of ours: the scripts of package.json, and the tools of `npm run do`, which docs/tools.md lists. */
import { readFileSync } from 'node:fs';
import { TOOLS } from '@flower-war/launcher/tools';
import { ROOT, runProgram } from '../support/program.ts';

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(`${ROOT}/package.json`, 'utf8'),
);

/** `npm run dev` starts the same program as `npm start`. */
const SCRIPTS = Object.entries(scripts).flatMap(([name, script]) =>
  [...script.matchAll(/\bnode [^&]*?(\S+\.(?:ts|mjs))\b/g)].map(([, file = '']) => [name, [file]] as const),
);
/** Through the door, as people call them: a program may do nothing when another imports it. */
const DONE = Object.values(TOOLS).flatMap((tools) =>
  Object.keys(tools).map((name) => [`do -- ${name}`, ['launcher/src/do.ts', name]] as const),
);

/** What is not a suite, `npm test` passes on to vitest. */
export const COMMANDS: readonly (readonly [name: string, words: readonly string[]])[] = [...SCRIPTS, ...DONE].filter(
  ([name]) => name !== 'test',
);

const NOWHERE = { DATA_DIR: '/nowhere/data', DATABASE_URL: '', REDIS_URL: '', PORT: '1' };

/** What the program says, and its code. There is nothing for it to work on. */
export async function runOnNothing(...words: readonly string[]) {
  const { out, problems, code } = await runProgram(words, '', { folder: ROOT, state: '/nowhere', env: NOWHERE });
  return { code, said: `${out}${problems}` };
}

export const TOOLS_PAGE = new URL('../../../docs/tools.md', import.meta.url);

const HEAD = `# The tools

\`npm run do -- TOOL\` starts one; \`npm run do -- TOOL --help\` explains its flags. No tool takes a flag that it does not know.
Most need the checkout alone; some start PostgreSQL, Redis, mosquitto, nginx or Chromium, and say so when one is missing.

<!-- made by npm run docs -->
`;

export function toolsPage(): string {
  const groups = Object.entries(TOOLS).map(([title, tools]) => {
    const rows = Object.entries(tools).map(([name, { does }]) => `| \`${name}\` | ${does} |`);
    return [`## For ${title}`, '', '| tool | does |', '|---|---|', ...rows, ''].join('\n');
  });
  return [HEAD, ...groups].join('\n');
}
