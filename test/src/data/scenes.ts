/** The tables of a data folder: one match of each kind that a later server must be able to go on with. */
import type { LiveMatch } from '@flower-war/client';
import { type Hosting, type MatchWanted, NAMES, playSome, type Table } from './hosting.ts';
import type { KeptMatch } from './kept.ts';

interface Edition {
  readonly game: string;
  readonly preset: string;
  readonly options: NonNullable<MatchWanted['options']>;
  readonly seats: number;
}

/** Every game and preset, kept short so that the matches end soon. */
const EDITIONS: readonly Edition[] = [
  { game: 'flower-war', preset: 'flower-war', options: { length: 'short', roundCap: 8 }, seats: 4 },
  { game: 'flower-war', preset: 'flower-war-rules-of-play', options: { length: 'short', roundCap: 6 }, seats: 4 },
  { game: 'mexica', preset: 'mexica', options: { length: 'short', roundCap: 6 }, seats: 4 },
  { game: 'mexica', preset: 'flower-war-early', options: { length: 'short', roundCap: 6 }, seats: 4 },
  { game: 'tieqchieq', preset: 'tieqchieq', options: { turnCap: 40 }, seats: 2 },
  { game: 'tieqchieq', preset: 'tieqchieq-fortress', options: { turnCap: 40 }, seats: 2 },
  { game: 'space-aztecs', preset: 'space-aztecs', options: {}, seats: 4 },
];
const DUEL = { game: 'tieqchieq', options: { turnCap: 30 }, people: ['Ana', 'Beto'] } as const;
const TO_THE_END = Number.POSITIVE_INFINITY;
const LONGEST_PAUSE_MINUTES = 43_200;

type Scene = readonly [
  status: KeptMatch['status'],
  wanted: MatchWanted,
  /** What happens at the table: a number of moves, or something else. */
  happens?: number | ((table: Table, hosting: Hosting) => Promise<void>),
];

const SCENES: readonly Scene[] = [
  ...EDITIONS.flatMap(scenesOf),
  ['open', { ...DUEL, people: ['Ana'], table: { visibility: 'private' }, about: 'private, open' }],
  ['running', { ...DUEL, table: { visibility: 'private' }, about: 'private, running' }, 6],
  ['running', { ...DUEL, table: { watching: 'delayed', watchDelaySeconds: 5 }, about: 'watched later' }, 8],
  ['running', { ...DUEL, about: 'with talk, wishes and an agreement' }, talk],
  ['ended', { ...DUEL, about: 'ended, given up' }, giveUp],
  withClock({ clock: { kind: 'turn', seconds: 3600 }, absence: 'strict' }),
  withClock({ clock: { kind: 'bank', seconds: 86_400, increment: 30 }, absence: 'fair' }),
  withClock({ clock: { kind: 'days', days: 30 }, absence: 'casual' }),
];

export async function setScenes(hosting: Hosting): Promise<void> {
  const stoodIn = setStandIn(hosting);
  for (const [status, wanted, happens = 0] of SCENES) {
    const table = await hosting.table(wanted);
    if (typeof happens === 'number') await play(happens)(table, hosting);
    else await happens(table, hosting);
    hosting.leave(table, status);
  }
  await setWindow(hosting);
  await setSequels(hosting);
  await stoodIn;
}

const play =
  (moves: number) =>
  ({ lives }: Table, { chance }: Hosting): Promise<void> =>
    playSome(lives, { moves, chance });

function scenesOf({ preset, seats, ...edition }: Edition): readonly Scene[] {
  const all = { ...edition, preset, seats };
  const withBots = { ...all, people: NAMES.slice(0, 2), bots: seats - 2 };
  const pause: Scene[2] = async (table, hosting) => {
    await play(5)(table, hosting);
    const [one, other] = table.lives;
    await one?.offer('pause', LONGEST_PAUSE_MINUTES);
    await agree(other, 'pause', true);
  };
  return [
    ['open', { ...withBots, about: `${preset}, open`, people: ['Ana'] }],
    ['running', { ...withBots, about: `${preset}, running` }, 12],
    ['paused', { ...withBots, about: `${preset}, paused` }, pause],
    ['ended', { ...all, about: `${preset}, ended, of people alone`, people: NAMES.slice(0, seats) }, TO_THE_END],
  ];
}

async function agree(live: LiveMatch | undefined, what: string, isAgreed: boolean): Promise<void> {
  await live?.until(({ table }) => table.offer.what === what);
  await live?.reply(isAgreed);
}

async function talk(table: Table, hosting: Hosting): Promise<void> {
  const [one, other] = table.lives;
  await one?.say('Bienvenidos, ¿empezamos?');
  await other?.phrase('good-luck');
  await other?.say('Ya voy — 準備 🌺');
  await one?.asks('none');
  await one?.offer('abort');
  await agree(other, 'abort', false);
  await play(4)(table, hosting);
}

async function giveUp(table: Table, hosting: Hosting): Promise<void> {
  await play(4)(table, hosting);
  await table.lives[0]?.resign();
}

function withClock(table: NonNullable<MatchWanted['table']>): Scene {
  return ['running', { ...DUEL, table, about: `with a clock: ${table.clock?.kind}` }, 5];
}

/** A bot plays for Ana, who has been away for a minute. */
async function setStandIn(hosting: Hosting): Promise<void> {
  const table = await hosting.table({ ...DUEL, about: 'a bot stands in' });
  const [ana, beto] = table.lives;
  ana?.close();
  const isStoodIn = (live: LiveMatch) => (live.table.seats[0]?.bot ?? '') !== '';
  await playSome(beto === undefined ? [] : [beto], { moves: 200, chance: hosting.chance, until: isStoodIn });
  hosting.leave({ ...table, wanted: { ...table.wanted, people: ['Beto'] } }, 'running');
}

/** Leaves a hidden window open: a player has moved, and only the seat that is asked knows of the window. */
async function setWindow(hosting: Hosting): Promise<void> {
  const wanted = { game: 'flower-war', seats: 4, people: NAMES.slice(0, 4), about: 'in a hidden window' };
  for (;;) {
    const table = await hosting.table({ ...wanted, table: { reactSeconds: 600 } });
    if (await playToWindow(table, hosting)) return hosting.leave(table, 'running');
    hosting.leave(table, 'ended');
  }
}

/** Returns whether a window opened before the match was over. */
async function playToWindow({ lives }: Table, { chance }: Hosting): Promise<boolean> {
  const isOpen = () => lives.some(({ windowDeadline }) => windowDeadline !== undefined);
  const opened = lives.map((live) => live.until(isOpen));
  const playing = lives.map(async (live) => {
    while (!live.isOver && !isOpen()) {
      await live.until(({ isOver, legal }) => isOver || legal.length > 0);
      if (!live.isOver && !isOpen()) await live.play(chance.pick(live.legal));
    }
  });
  await Promise.race([...opened, ...playing]);
  return isOpen();
}

async function setSequels(hosting: Hosting): Promise<void> {
  const first = await hosting.table({ ...DUEL, about: 'ended, and played again' });
  await play(TO_THE_END)(first, hosting);
  hosting.leave(first, 'ended');

  const [ana, beto] = [hosting.client('Ana'), hosting.client('Beto')];
  const [one, other] = [await ana.rematch(first.match), await beto.rematch(first.match)];
  const again = { wanted: { ...DUEL, about: 'a rematch' }, match: one.id, lives: [one, other] };
  await play(3)(again, hosting);
  hosting.leave(again, 'running');

  const summary = await ana.history.continue(first.match, { seq: 12 });
  const onward = await hosting.sitDown({ ...DUEL, about: 'from a position of another match' }, summary);
  await play(3)(onward, hosting);
  hosting.leave(onward, 'running');
}
