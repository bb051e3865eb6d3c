/**
 * The tables of a data folder: one match of each kind that a later server must be able to go on with.
 */
import { type Hosting, NAMES, type Name, type Table, type Wanted } from './hosting.ts';
import { type AnyLive, playSome, playToWindow } from './playing.ts';

interface Edition {
  readonly game: string;
  readonly preset: string;
  readonly options: NonNullable<Wanted['options']>;
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
const [FLOWER_WAR] = EDITIONS as [Edition];
const SHORT_DUEL = { game: 'tieqchieq', options: { turnCap: 30 }, people: ['Ana', 'Beto'] } as const;
const TO_THE_END = Number.POSITIVE_INFINITY;

export async function setScenes(hosting: Hosting): Promise<void> {
  const stoodIn = setStandIn(hosting);
  for (const edition of EDITIONS) await setEdition(hosting, edition);
  await setTables(hosting);
  await setClocks(hosting);
  await setWindow(hosting);
  await setSequels(hosting);
  await stoodIn;
}

async function setEdition(hosting: Hosting, { game, preset, options, seats }: Edition): Promise<void> {
  const all = { game, preset, seats, options };
  const [two, full] = [NAMES.slice(0, 2), NAMES.slice(0, seats)];
  const about = (what: string) => `${preset}, ${what}`;
  const play = (table: Table, moves: number) => playSome(table.lives, { moves, chance: hosting.chance });

  const open = await hosting.table({ ...all, about: about('open'), people: ['Ana'], bots: seats - 2 });
  hosting.leave(open, 'open');

  const running = await hosting.table({ ...all, about: about('running'), people: two, bots: seats - 2 });
  await play(running, 12);
  hosting.leave(running, 'running');

  const paused = await hosting.table({ ...all, about: about('paused'), people: two, bots: seats - 2 });
  await play(paused, 5);
  await pause(paused);
  hosting.leave(paused, 'paused');

  const ended = await hosting.table({ ...all, about: about('ended, of people alone'), people: full });
  await play(ended, TO_THE_END);
  hosting.leave(ended, 'ended');
}

/** Pauses for thirty days, the longest pause. */
async function pause({ lives: [one, other] }: Table): Promise<void> {
  await one?.offer('pause', 43_200);
  await other?.until(({ table }) => table.offer.what === 'pause');
  await other?.reply(true);
}

async function setTables(hosting: Hosting): Promise<void> {
  const play = (table: Table, moves: number) => playSome(table.lives, { moves, chance: hosting.chance });
  const hidden = { visibility: 'private' } as const;
  const privateOpen = { ...SHORT_DUEL, people: ['Ana'] as const, table: hidden, about: 'private, open' };
  hosting.leave(await hosting.table(privateOpen), 'open');

  const privately = await hosting.table({ ...SHORT_DUEL, table: hidden, about: 'private, running' });
  await play(privately, 6);
  hosting.leave(privately, 'running');

  const later = { watching: 'delayed', watchDelaySeconds: 5 } as const;
  const delayed = await hosting.table({ ...SHORT_DUEL, table: later, about: 'watched later' });
  await play(delayed, 8);
  hosting.leave(delayed, 'running');

  const talking = await hosting.table({ ...SHORT_DUEL, about: 'with talk, wishes and an agreement' });
  await talk(talking);
  await play(talking, 4);
  hosting.leave(talking, 'running');

  const given = await hosting.table({ ...SHORT_DUEL, about: 'ended, given up' });
  await play(given, 4);
  await given.lives[0]?.resign();
  hosting.leave(given, 'ended');
}

async function talk({ lives: [one, other] }: Table): Promise<void> {
  await one?.say('Bienvenidos, ¿empezamos?');
  await other?.phrase('good-luck');
  await other?.say('Ya voy — 準備 🌺');
  await one?.asks('none');
  await one?.offer('abort');
  await other?.until(({ table }) => table.offer.what === 'abort');
  await other?.reply(false);
}

async function setClocks(hosting: Hosting): Promise<void> {
  const clocks = [
    { clock: { kind: 'turn', seconds: 3600 }, absence: 'strict' },
    { clock: { kind: 'bank', seconds: 86_400, increment: 30 }, absence: 'fair' },
    { clock: { kind: 'days', days: 30 }, absence: 'casual' },
  ] as const;
  for (const table of clocks) {
    const running = await hosting.table({ ...SHORT_DUEL, table, about: `with a clock: ${table.clock.kind}` });
    await playSome(running.lives, { moves: 5, chance: hosting.chance });
    hosting.leave(running, 'running');
  }
}

/** A bot plays for Ana, who has been away for a minute. */
async function setStandIn(hosting: Hosting): Promise<void> {
  const table = await hosting.table({ ...SHORT_DUEL, about: 'a bot stands in' });
  const [ana, beto] = table.lives;
  ana?.close();
  await playSome(beto === undefined ? [] : [beto], { moves: 200, chance: hosting.chance, until: isStoodIn });
  hosting.leave({ ...table, wanted: { ...table.wanted, people: ['Beto'] } }, 'running');
}

function isStoodIn({ table }: AnyLive): boolean {
  return (table.seats[0]?.bot ?? '') !== '';
}

/** Leaves a hidden window open: a player has moved, and only the seat that is asked knows of the window. */
async function setWindow(hosting: Hosting): Promise<void> {
  const people: readonly Name[] = NAMES.slice(0, 4);
  for (;;) {
    const table = await hosting.table({
      game: FLOWER_WAR.game,
      seats: 4,
      people,
      about: 'in a hidden window',
      table: { reactSeconds: 600 },
    });
    if (await playToWindow(table.lives, hosting.chance)) return hosting.leave(table, 'running');
    hosting.leave(table, 'ended');
  }
}

async function setSequels(hosting: Hosting): Promise<void> {
  const first = await hosting.table({ ...SHORT_DUEL, about: 'ended, and played again' });
  await playSome(first.lives, { moves: TO_THE_END, chance: hosting.chance });
  hosting.leave(first, 'ended');

  const [ana, beto] = [hosting.client('Ana'), hosting.client('Beto')];
  const [one, other] = [await ana.rematch(first.match), await beto.rematch(first.match)];
  const again = { wanted: { ...SHORT_DUEL, about: 'a rematch' }, match: one.id, lives: [one, other] };
  await playSome(again.lives, { moves: 3, chance: hosting.chance });
  hosting.leave(again, 'running');

  const summary = await ana.history.continue(first.match, { seq: 12 });
  const wanted = { ...SHORT_DUEL, about: 'from a position of another match' };
  const onward = await hosting.sitDown({ wanted, summary });
  await playSome(onward.lives, { moves: 3, chance: hosting.chance });
  hosting.leave(onward, 'running');
}
