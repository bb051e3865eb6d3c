/** npm run test:generators -- [NAME…]: clients that other people's generators make play on a real server. */
import { GENERATORS, type GeneratorName } from '../src/openapi/generators.ts';
import { playWith } from '../src/openapi/players.ts';

const ALL = Object.keys(GENERATORS) as GeneratorName[];
const wanted = process.argv.slice(2);
if (wanted.some((name) => !ALL.some((one) => one === name))) {
  console.log(`npm run test:generators -- [NAME…] knows these: ${ALL.join(', ')}`);
  process.exit(2);
}
const names = wanted.length === 0 ? ALL : ALL.filter((name) => wanted.includes(name));
const problems = await playWith(names);
for (const problem of problems) console.error(problem);
console.log(`${names.length} clients played, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
