/** `npm run do -- conformance --url URL`: says whether a server keeps to the protocol, one line for each check. */
import { commandLine } from '@flower-war/protocol/command-line';
import { visible } from '@flower-war/protocol';
import { checkServer } from '../src/server/checkServer.ts';

const { values } = commandLine({
  name: 'do -- conformance',
  does: 'says whether a server keeps to the protocol, one line for each check',
  flags: {
    url: { kind: 'text', of: 'URL', isNeeded: true, tells: 'the server, like http://127.0.0.1:2567' },
    games: { kind: 'text', of: 'ID,ID', tells: 'these games alone' },
    seed: { kind: 'whole', usual: 1, tells: 'seed of all chance' },
  },
});
const games = values.games === undefined ? {} : { games: values.games.split(',') };
const tell = (text: string) => console.log(text.split('\n').map(visible).join('\n'));
const report = await checkServer({ url: values.url, seed: values.seed, ...games, tell });
process.exit(report.failed.length === 0 ? 0 : 1);
