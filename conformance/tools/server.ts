/** `npm run conformance -- --url URL`: says whether a server keeps to the protocol, one line for each check. */
import { parseArgs } from 'node:util';
import { visible } from '@flower-war/protocol';
import { checkServer } from '../src/server/checkServer.ts';

const { values } = parseArgs({
  options: { url: { type: 'string' }, seed: { type: 'string', default: '1' }, games: { type: 'string' } },
});
if (values.url === undefined) {
  console.error(
    'Name the server: npm run conformance -- --url http://127.0.0.1:2567 [--games mexica,tieqchieq] [--seed 1]',
  );
  process.exit(2);
}
const games = values.games === undefined ? {} : { games: values.games.split(',') };
const tell = (text: string) => console.log(text.split('\n').map(visible).join('\n'));
const report = await checkServer({ url: values.url, seed: Number(values.seed), ...games, tell });
process.exit(report.failed.length === 0 ? 0 : 1);
