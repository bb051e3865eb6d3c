/**
 * `npm run simulate -- --game tieqchieq --matches 1000`: plays many matches of bots and prints a summary.
 * With `--table`, it prints a row of Markdown for each number of seats. With `--decisions`, it prints how often a seat decides in each
 * edition, with the habits of each pace.
 */
import { GAMES } from '../../src/catalogue/games.ts';
import { at } from '../../src/json/at.ts';
import { commandLine, usage, wholeNumber } from '../arguments.ts';
import { chosenGame, chosenOptions } from '../match.ts';
import { decisionLines } from './decisions.ts';
import { botsOf, playMany } from './many.ts';
import { readable, tableOf } from './report.ts';

const given = commandLine({
  game: { type: 'string' },
  matches: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  seats: { type: 'string' },
  bots: { type: 'string', default: 'greedy' },
  preset: { type: 'string' },
  length: { type: 'string' },
  options: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
  table: { type: 'boolean', default: false },
  decisions: { type: 'boolean', default: false },
});

const entry = chosenGame(given.game);
const { game } = entry;
const matches = Math.max(1, wholeNumber('matches', given.matches));
const seed = wholeNumber('seed', given.seed);
if (given.decisions) printDecisions();
else console.log(summaries());

function printDecisions(): void {
  const entries = given.game === undefined ? [...GAMES.values()] : [entry];
  for (const line of decisionLines(entries, { matches, seed })) console.log(line);
}

function summaries(): string {
  const length = given.length === undefined ? '' : `length=${given.length},`;
  const options = chosenOptions(entry, given.preset, length + given.options);
  const all = chosenSeats().map((seats) => playMany(entry, { options, bots: chosenBots(seats), matches, seed }));
  if (given.table) return tableOf(all);
  return all.map((summary) => (given.json ? JSON.stringify(summary) : readable(summary))).join('\n\n');
}

/** The numbers of seats, such as `2,3,4`. If absent, one seat for each named bot. */
function chosenSeats(): readonly number[] {
  const [least, most] = game.seats;
  if (given.seats === undefined) return [Math.max(least, given.bots.split(',').length)];
  const numbers = given.seats.split(',').map((text) => wholeNumber('seats', text));
  const wrong = numbers.find((seats) => seats < least || seats > most);
  return wrong === undefined ? numbers : usage(`${game.id} is for ${least} to ${most} seats, not ${wrong}`);
}

function chosenBots(seats: number): readonly string[] {
  const names = given.bots.split(',').map(botNamed);
  if (names.length !== 1 && names.length !== seats)
    return usage(`--bots names ${names.length} bots for ${seats} seats; name one, or one for each seat`);
  return Array.from({ length: seats }, (_, seat) => names[seat] ?? at(names, 0));
}

function botNamed(name: string): string {
  const known = Object.keys(botsOf(entry));
  return known.includes(name) ? name : usage(`there is no bot "${name}"; there are: ${known.join(', ')}`);
}
