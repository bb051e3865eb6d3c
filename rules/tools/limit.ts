/** `npm run do -- limit --preset tieqchieq-young`: the most that any player can win of Tieqchieq against `greedy`. It takes half an hour of one core, and 2 GB. */
import { commandLine } from '@flower-war/protocol/command-line';
import { tieqchieq } from '../src/tieqchieq/index.ts';
import type { Settings } from '../src/tieqchieq/options.ts';
import { BestReply, sideOf } from './bestReply.ts';
import { chosenGame, chosenOptions } from './series.ts';

const { values: given } = commandLine({
  name: 'do -- limit',
  does: 'works out the most that any player can win of Tieqchieq against the bot greedy, in half an hour',
  flags: {
    preset: { kind: 'text', of: 'ID', tells: 'the edition (the first)' },
    'least-home': { kind: 'whole', usual: 0, most: 5, tells: 'begins with that many tokens of each side at home' },
    within: { kind: 'number', usual: 0.0001, least: 1e-7, most: 0.01, tells: 'how near to the true odds, about' },
    json: { kind: 'switch', tells: 'prints JSON' },
  },
});

const preset = given.preset ?? tieqchieq.presets[0]?.id ?? '';
const options = chosenOptions(chosenGame(tieqchieq.id), { preset }) as Settings;
const leastHome = given['least-home'];
const reply = new BestReply({ options, leastHome, within: given.within, tell });
const none = sideOf([], leastHome);
const [first, second] = [reply.odds(none, none, true), reply.odds(none, none, false)];
const mean = (first + second) / 2;
const percent = (odds: number) => `${(100 * odds).toFixed(2)} %`;
console.log(
  given.json
    ? JSON.stringify({ preset, leastHome, first, second, mean })
    : `${preset}: no player wins more than ${percent(mean)} against greedy; ${percent(first)} where it begins, ${percent(second)} where greedy does`,
);

function tell(mine: number, theirs: number, rounds: number): void {
  const home = `${mine} and ${theirs} tokens at home`;
  if (!given.json) console.error(`${home}: worked out in ${rounds} rounds, ${process.cpuUsage().user / 1e6} s`);
}
