/** `npm run do -- TOOL`: the door to the tools, of which this is the list. */
import { commandLine } from '@flower-war/protocol/command-line';

interface Tool {
  readonly tells: string;
  readonly load: () => Promise<unknown>;
}

const TOOLS: Readonly<Record<string, Tool>> = {
  faults: {
    tells: 'plants faults in the code, one at a time, and says which test or simulated world finds each',
    load: () => import('./faults.ts'),
  },
  frozen: {
    tells: 'compares what must not change: documents, types, help, metrics, and 10 000 random matches',
    load: () => import('./frozen.ts'),
  },
  'simulate-house': {
    tells: 'runs the whole house in one thread and virtual time, while anything fails',
    load: () => import('./simulateHouse.ts'),
  },
};

const width = Math.max(...Object.keys(TOOLS).map((name) => name.length));
const list = Object.entries(TOOLS).map(([name, { tells }]) => `  ${name.padEnd(width)}  ${tells}`);

const [name = '', ...rest] = process.argv.slice(2);
const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
if (tool === undefined) {
  commandLine({
    name: 'do',
    does: '-- TOOL [OPTIONS] runs a tool; each explains itself with --help',
    more: list.join('\n'),
  });
  console.log(list.join('\n'));
} else {
  process.argv.splice(2, process.argv.length, ...rest);
  await tool.load();
}
