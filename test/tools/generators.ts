/** npm run test:generators -- [NAME…]: clients that other people's generators make play on a real server. */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { GENERATORS, type GeneratorName } from '../src/openapi/generators.ts';
import { playWith } from '../src/openapi/players.ts';

const ALL = Object.keys(GENERATORS) as GeneratorName[];
const { words: wanted } = commandLine({
  name: 'test:generators',
  does: 'lets clients that other generators make play on a real server',
  words: { of: 'NAME...', tells: `these alone: ${ALL.join(', ')}` },
});
const unknown = wanted.find((name) => !ALL.some((one) => one === name));
if (unknown !== undefined) refuse(`There is no generator ${JSON.stringify(unknown)}. There are ${ALL.join(', ')}.`);
const names = wanted.length === 0 ? ALL : ALL.filter((name) => wanted.includes(name));
const problems = await playWith(names);
for (const problem of problems) console.error(problem);
console.log(`${names.length} clients played, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
