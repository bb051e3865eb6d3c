/**
 * `npm run strength -- --game mexica --matches 200`: how often `strong` wins against `greedy` with equal numbers of seats,
 * and how long it thinks about a move. `--bots strong,random` names other bots.
 */
import { commandLine, usage, wholeNumber } from '../arguments.ts';
import { chosenGame, chosenOptions } from '../match.ts';
import { spread, wilson } from '../statistics.ts';
import { duel } from './duel.ts';
import { botsOf } from './many.ts';

const given = commandLine({
  game: { type: 'string' },
  matches: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  seats: { type: 'string', default: '2' },
  bots: { type: 'string', default: 'strong,greedy' },
  preset: { type: 'string' },
  length: { type: 'string' },
  options: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
});

const entry = chosenGame(given.game);
const { game } = entry;
const length = given.length === undefined ? '' : `length=${given.length},`;
const options = chosenOptions(entry, given.preset, length + given.options);
const [challenger = '', rival = ''] = given.bots.split(',');
const matches = Math.max(1, wholeNumber('matches', given.matches));
const seats = chosenSeats();
const bots = [botNamed(challenger), botNamed(rival)] as const;
const { won, decided, choices } = duel(entry, { options, bots, seats, matches, seed: wholeNumber('seed', given.seed) });
const [low, high] = decided === 0 ? [0, 1] : wilson(won, decided);
const share = decided === 0 ? 0 : won / decided;
const thought = spread(choices.length === 0 ? [0] : choices);

if (given.json)
  console.log(JSON.stringify({ game: game.id, challenger, rival, seats, matches, won, decided, low, high, thought }));
else console.log(readable());

function readable(): string {
  const percent = (part: number) => (100 * part).toFixed(1);
  const preset = given.preset ?? game.presets[0]?.id;
  return [
    `${challenger} against ${rival}: ${preset}, ${seats} seats, ${matches} matches`,
    `won ${percent(share)} % (${percent(low)}–${percent(high)}) of ${decided} matches with a winner; ${matches - decided} had none`,
    `thought ${thought.median.toFixed(1)} ms about a move (median), p95 ${thought.p95.toFixed(1)} ms; ${choices.length} choices`,
  ].join('\n');
}

function chosenSeats(): number {
  const [least, most] = game.seats;
  const wanted = wholeNumber('seats', given.seats);
  return wanted >= least && wanted <= most
    ? wanted
    : usage(`${game.id} is for ${least} to ${most} seats, not ${wanted}`);
}

function botNamed(name: string) {
  const known = Object.entries(botsOf(entry));
  const found = known.find(([one]) => one === name)?.[1];
  return found ?? usage(`there is no bot "${name}"; there are: ${known.map(([one]) => one).join(', ')}`);
}
