/** `npm run do -- TOOL`: the door to the tools. */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { TOOLS } from './tools.ts';

const all = new Map(Object.values(TOOLS).flatMap(Object.entries<(typeof TOOLS)[string][string]>));
const [name = '', ...rest] = process.argv.slice(2);
const tool = all.get(name);

if (tool === undefined) explain();
else {
  process.argv.splice(2, process.argv.length, ...rest);
  await import(new URL(`../../${tool.file}`, import.meta.url).href);
}

/** The list for who asks for it, or names no tool; what is not in it is refused. */
function explain(): void {
  if (name !== '' && !name.startsWith('-'))
    refuse(`npm run do has no tool ${JSON.stringify(name)}. It has ${[...all.keys()].join(', ')}`);
  commandLine({ name: 'do', does: '-- TOOL [OPTIONS] runs a tool; each explains itself with --help', more: list() });
  console.log(list());
}

function list(): string {
  const width = Math.max(...[...all.keys()].map((key) => key.length));
  const groups = Object.entries(TOOLS).map(([title, tools]) => {
    const lines = Object.entries(tools).map(([key, { does }]) => `  ${key.padEnd(width)}  ${does}`);
    return [`For ${title}:`, ...lines].join('\n');
  });
  return groups.join('\n\n');
}
