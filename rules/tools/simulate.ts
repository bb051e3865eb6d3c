/** `npm run simulate -- --game tieqchieq --matches 1000`: what many matches of bots say about a game. */
import { fastChance } from '../src/chances.ts';
import { at } from '../src/game.ts';
import type { BotName, Entry } from '../src/games.ts';
import { type Simulated, simulate } from '../src/simulate.ts';
import { commandLine, usage, wholeNumber } from './arguments.ts';
import { chosenGame, chosenOptions } from './match.ts';
import { type Spread, spread, table, wilson } from './statistics.ts';

const given = commandLine({
  game: { type: 'string' },
  matches: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  seats: { type: 'string' },
  bots: { type: 'string', default: 'greedy' },
  preset: { type: 'string' },
  options: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
});

const entry = chosenGame(given.game);
const options = chosenOptions(entry, given.preset, given.options);
const bots = chosenBots(entry);
const matches = Math.max(1, wholeNumber('matches', given.matches));
const seed = wholeNumber('seed', given.seed);

const played = Array.from({ length: matches }, (_, index) =>
  simulate(entry, { options, bots, chance: fastChance(seed * 1_000_003 + index) }),
);
const summary = {
  game: entry.game.id,
  rulesVersion: entry.game.rulesVersion,
  options,
  bots,
  matches,
  seed,
  wins: bots.map((bot, seat) => ({
    seat,
    bot,
    ...share(({ result }) => result.winners.some((winner) => winner === seat)),
  })),
  length: spread(played.map(({ moves }) => moves)),
  events: counted(),
  endings: endings().map((reason) => ({ reason, ...share(({ result }) => result.reason === reason) })),
};
console.log(given.json ? JSON.stringify(summary) : readable());

function chosenBots({ game, bots: known }: Entry): readonly BotName[] {
  const names = given.bots
    .split(',')
    .map(
      (name) =>
        Object.keys(known).find((id): id is BotName => id === name) ??
        usage(`there is no bot "${name}"; there are: ${Object.keys(known).join(', ')}`),
    );
  const seats = given.seats === undefined ? Math.max(game.seats[0], names.length) : wholeNumber('seats', given.seats);
  if (seats < game.seats[0] || seats > game.seats[1])
    return usage(`${game.id} is for ${game.seats.join(' to ')} seats, not ${seats}`);
  if (names.length !== 1 && names.length !== seats)
    return usage(`--bots names ${names.length} bots for ${seats} seats; name one, or one a seat`);
  return Array.from({ length: seats }, (_, seat) => names[seat] ?? at(names, 0));
}

interface Share {
  readonly count: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

function share(holds: (match: Simulated) => boolean): Share {
  const count = played.filter(holds).length;
  const [low, high] = wilson(count, matches);
  return { count, share: count / matches, low, high };
}

/** How often each kind of event happens in a match, whatever kinds a game has. */
function counted(): Readonly<Record<string, Spread>> {
  const kinds = new Set(played.flatMap(({ events }) => [...events.keys()]));
  return Object.fromEntries(
    [...kinds].toSorted().map((kind) => [kind, spread(played.map(({ events }) => events.get(kind) ?? 0))]),
  );
}

function endings(): readonly string[] {
  return [...new Set(played.map(({ result }) => result.reason))].toSorted();
}

function readable(): string {
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  const line = ({ count, share, low, high }: Share) => [
    `${count}`,
    percent(share),
    `${percent(low)} to ${percent(high)}`,
  ];
  return [
    `${summary.game}, rules version ${summary.rulesVersion}, ${matches} matches from seed ${seed}`,
    Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    '',
    table([
      ['wins', 'count', 'share', '95 % interval'],
      ...summary.wins.map((one) => [`seat ${one.seat} (${one.bot})`, ...line(one)]),
    ]),
    '',
    table([
      ['in a match', 'mean', 'median', 'p95'],
      ...Object.entries({ moves: summary.length, ...summary.events }).map(([name, { mean, median, p95 }]) => [
        name,
        mean.toFixed(1),
        `${median}`,
        `${p95}`,
      ]),
    ]),
    '',
    table([
      ['endings', 'count', 'share', '95 % interval'],
      ...summary.endings.map((one) => [one.reason, ...line(one)]),
    ]),
  ].join('\n');
}
