/**
 * `npm run strength -- --game mexica --matches 200`: how often `strong` wins against `greedy` with equal numbers of seats,
 * and how long it thinks about a move. `--bots strong,random` names other bots.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { chosenGame, chosenOptions } from '../match.ts';
import { spread, wilson } from '../statistics.ts';
import { duel } from './duel.ts';
import { botsOf } from './many.ts';

const { values: given } = commandLine({
  name: 'strength',
  does: 'tells how often one bot wins against another, and how long it thinks',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (the first)' },
    matches: { kind: 'whole', usual: 200, least: 1, tells: 'how many matches' },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
    seats: { kind: 'whole', usual: 2, tells: 'the number of seats' },
    bots: { kind: 'text', of: 'NAME,NAME', usual: 'strong,greedy', tells: 'the two bots' },
    preset: { kind: 'text', of: 'ID', tells: 'the edition (the first of the game)' },
    length: { kind: 'text', tells: 'short, standard or another length of the edition' },
    options: { kind: 'text', of: 'A=1,B=2', usual: '', tells: 'options of the match' },
    json: { kind: 'switch', tells: 'prints JSON' },
  },
});

const entry = chosenGame(given.game);
const { game } = entry;
const length = given.length === undefined ? '' : `length=${given.length},`;
const options = chosenOptions(entry, given.preset, length + given.options);
const [challenger = '', rival = ''] = given.bots.split(',');
const { matches } = given;
const seats = chosenSeats();
const bots = [botNamed(challenger), botNamed(rival)] as const;
const { won, decided, choices } = duel(entry, { options, bots, seats, matches, seed: given.seed });
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
  const wanted = given.seats;
  return wanted >= least && wanted <= most
    ? wanted
    : refuse(`${game.id} is for ${least} to ${most} seats, not ${wanted}`);
}

function botNamed(name: string) {
  const known = Object.entries(botsOf(entry));
  const found = known.find(([one]) => one === name)?.[1];
  return found ?? refuse(`there is no bot "${name}"; there are: ${known.map(([one]) => one).join(', ')}`);
}
