/**
 * `npm run simulate -- --game tieqchieq --matches 1000`: plays many matches of bots and prints a summary.
 * With `--table`, it prints a row of Markdown for each number of seats. With `--decisions`, it prints how often a seat decides in each
 * edition, with the habits of each pace.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { GAMES } from '../../src/catalogue/games.ts';
import { at } from '../../src/json/at.ts';
import { chosenGame, chosenOptions } from '../match.ts';
import { decisionLines } from './decisions.ts';
import { botsOf, playMany } from './many.ts';
import { readable, tableOf } from './report.ts';

const { values: given } = commandLine({
  name: 'simulate',
  does: 'plays many matches of bots and prints a summary',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (the first)' },
    matches: { kind: 'whole', usual: 1000, least: 1, tells: 'how many matches' },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
    seats: { kind: 'wholes', of: '2,3,4', tells: 'the numbers of seats (one seat for each bot)' },
    bots: { kind: 'text', of: 'NAME,NAME', usual: 'greedy', tells: 'one bot, or one for each seat' },
    preset: { kind: 'text', of: 'ID', tells: 'the edition (the first of the game)' },
    length: { kind: 'text', tells: 'short, standard or another length of the edition' },
    options: { kind: 'text', of: 'A=1,B=2', usual: '', tells: 'options of the match' },
    json: { kind: 'switch', tells: 'prints JSON' },
    table: { kind: 'switch', tells: 'prints a row of Markdown for each number of seats' },
    decisions: {
      kind: 'switch',
      tells: 'prints how often a seat decides in each edition, with the habits of each pace',
    },
  },
});

const entry = chosenGame(given.game);
const { game } = entry;
const { matches, seed } = given;
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
  if (given.seats.length === 0) return [Math.max(least, given.bots.split(',').length)];
  const wrong = given.seats.find((seats) => seats < least || seats > most);
  return wrong === undefined ? given.seats : refuse(`${game.id} is for ${least} to ${most} seats, not ${wrong}`);
}

function chosenBots(seats: number): readonly string[] {
  const names = given.bots.split(',').map(botNamed);
  if (names.length !== 1 && names.length !== seats)
    return refuse(`--bots names ${names.length} bots for ${seats} seats; name one, or one for each seat`);
  return Array.from({ length: seats }, (_, seat) => names[seat] ?? at(names, 0));
}

function botNamed(name: string): string {
  const known = Object.keys(botsOf(entry));
  return known.includes(name) ? name : refuse(`there is no bot "${name}"; there are: ${known.join(', ')}`);
}
