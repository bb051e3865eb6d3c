import { type bodies, type MatchSummary, tableSettings } from '@flower-war/protocol';
import { deepEqual, resolveOptions } from '@flower-war/rules';
import type { z } from 'zod';
import type { Hosted } from '../hosted.ts';
import type { House } from '../rooms/house.ts';
import { mayHostOneMore } from './holdings.ts';
import { Refused } from './route.ts';
import { seatOccupant } from './seating.ts';
import { MOST_LISTED, summarize, summaryOf, takesPart } from './summary.ts';

type Wanted = z.infer<typeof bodies.create>;

/** Makes a match and seats the bots that are named; whoever makes it has no seat yet. */
export async function createMatch(house: House, wanted: Wanted, player: string): Promise<string> {
  mustBeOpen(house);
  const hosted = house.games.get(wanted.game);
  if (hosted === undefined) throw new Refused('unknown-game');
  const resolved = resolveOptions(hosted.game, wanted.preset, wanted.options ?? {});
  if (!resolved.ok) throw new Refused('bad-options', resolved.option);
  const [fewest, most] = hosted.game.seats;
  const seats = wanted.seats ?? hosted.game.usualSeats ?? most;
  if (seats < fewest || seats > most) throw new Refused('bad-options', 'seats');
  const bots = wanted.bots ?? [];
  checkBots(hosted, seats, bots);
  await mayHostOneMore(house, player);
  const { preset, options } = resolved;
  const table = tableSettings.parse(wanted.table ?? {});
  const id = await house.matches.create({ game: wanted.game, preset, options, seats, table, host: player });
  await seatBots(house, id, bots);
  return id;
}

type Bots = NonNullable<Wanted['bots']>;

export async function seatBots(house: House, id: string, bots: Bots): Promise<void> {
  const named = bots.filter(({ seat }) => seat !== undefined);
  const others = bots.filter(({ seat }) => seat === undefined);
  for (const { bot, seat } of [...named, ...others]) await seatOccupant(house, id, { who: { by: 'bot', bot }, seat });
  await house.matches.release(id);
}

export function mustBeOpen({ readiness }: House): void {
  if (readiness.phase !== 'open') throw new Refused('unavailable', readiness.state);
}

/** Before anything is made, so that a refusal leaves no half-filled match behind. */
export function checkBots(hosted: Hosted, seats: number, bots: Bots): void {
  if (bots.length > seats) throw new Refused('match-full');
  const named = bots.flatMap(({ seat }) => seat ?? []);
  if (named.some((seat) => seat >= seats)) throw new Refused('bad-request', 'bots');
  if (new Set(named).size < named.length) throw new Refused('seat-taken');
  for (const { bot } of bots) if (!Object.hasOwn(hosted.bots, bot)) throw new Refused('unknown-bot');
}

/** The open public match, of this preset and nobody's own options, that lacks the fewest people; else a new one. */
export async function quickPlay(
  house: House,
  { game, preset }: z.infer<typeof bodies.quick>,
  player: string,
): Promise<MatchSummary> {
  const hosted = house.games.get(game);
  if (hosted === undefined) throw new Refused('unknown-game');
  const usual = resolveOptions(hosted.game, preset, {});
  if (!usual.ok) throw new Refused('bad-options', usual.option);
  const open = (await house.journal.list({ status: 'open', game, limit: MOST_LISTED })).map((index) =>
    summaryOf(house, index),
  );
  const fits = open.filter(({ options, seats }) => free({ seats }) > 0 && deepEqual(options, usual.options));
  const mine = fits.find((match) => takesPart(match, player));
  const best = mine ?? fits.sort((a, b) => free(a) - free(b) || a.createdAt - b.createdAt)[0];
  return best ?? summarize(house, await createMatch(house, { game, ...(preset && { preset }) }, player), player);
}

/** Two who look for a match at the same moment must find each other, not each make one. */
export function queue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const run = last.then(job, job);
    last = run;
    return run;
  };
}

function free({ seats }: Pick<MatchSummary, 'seats'>): number {
  return seats.filter(({ kind }) => kind === 'free').length;
}
