import {
  bodies,
  listQuery,
  type MatchSummary,
  RECORD_TYPE,
  type SeatedAnswer,
  tableSettings,
} from '@flower-war/protocol';
import { resolveOptions } from '@flower-war/rules';
import { type Request, Router } from 'express';
import type { z } from 'zod';
import type { Committed, Match, NewOccupant } from '../match/match.ts';
import { reservePlace } from '../rooms/hall.ts';
import type { House } from '../rooms/house.ts';
import { answering, callerOf, parsed, Refused, tokenOf } from './route.ts';
import { summaryOf, takesPart } from './summary.ts';

const MOST_LISTED = 100;

export function matchRoutes(house: House): Router {
  const router = Router();
  const oneByOne = queue();
  const post = (path: string, handler: (request: Request, player: string) => Promise<unknown>) =>
    router.post(
      path,
      answering(async (request) => handler(request, await callerOf(house, request))),
    );

  post('/matches', async ({ body }, player) =>
    summarize(house, await create(house, parsed(bodies.create, body), player), player),
  );
  post('/quick', ({ body }, player) => oneByOne(() => quickPlay(house, parsed(bodies.quick, body), player)));
  post('/matches/:match/seat', ({ params, body }, player) =>
    sit(house, idOf(params), { player, ...parsed(bodies.sit, body) }),
  );
  post('/matches/:match/connect', ({ params }, player) => connect(house, idOf(params), player));
  post('/matches/:match/watch', ({ params, body }, player) =>
    watch(house, idOf(params), { player, ...parsed(bodies.watch, body) }),
  );
  post('/matches/:match/bots', ({ params, body }, player) =>
    addBot(house, idOf(params), { player, ...parsed(bodies.bot, body) }),
  );
  post('/matches/:match/leave', ({ params }, player) => leave(house, idOf(params), player));

  router.get(
    '/matches',
    answering(async ({ query }) => {
      const { status, game } = parsed(listQuery, query);
      const filter = { ...(status && { status }), ...(game && { game }), limit: MOST_LISTED };
      return { matches: (await house.journal.list(filter)).map((index) => summaryOf(house, index)) };
    }),
  );
  router.get(
    '/matches/:match',
    answering(async (request) => summarize(house, idOf(request.params), await tokenOf(house, request))),
  );
  router.get('/matches/:match/record', async (request, response) => {
    response.type(RECORD_TYPE).send(await record(house, idOf(request.params), await tokenOf(house, request)));
  });
  return router;
}

async function create(house: House, wanted: z.infer<typeof bodies.create>, player: string): Promise<string> {
  if (!house.isReady) throw new Refused('unavailable');
  const hosted = house.games.get(wanted.game);
  if (hosted === undefined) throw new Refused('unknown-game');
  const resolved = resolveOptions(hosted.game, wanted.preset, wanted.options ?? {});
  if (!resolved.ok) throw new Refused('bad-options', resolved.option);
  const [fewest, most] = hosted.game.seats;
  const seats = wanted.seats ?? most;
  if (seats < fewest || seats > most) throw new Refused('bad-options', 'seats');
  const bots = wanted.bots ?? [];
  if (bots.length > seats) throw new Refused('match-full');
  for (const { bot } of bots) if (!Object.hasOwn(hosted.bots, bot)) throw new Refused('unknown-bot');
  const { preset, options } = resolved;
  const table = tableSettings.parse(wanted.table ?? {});
  const id = await house.matches.create({ game: wanted.game, preset, options, seats, table, host: player });
  for (const { bot, seat } of bots) await seatOccupant(house, id, { who: { by: 'bot', bot }, seat });
  await house.matches.release(id);
  return id;
}

/** The open public match that lacks the fewest people, else a new one. */
async function quickPlay(
  house: House,
  { game, preset }: z.infer<typeof bodies.quick>,
  player: string,
): Promise<MatchSummary> {
  const hosted = house.games.get(game);
  if (hosted === undefined) throw new Refused('unknown-game');
  const open = (await house.journal.list({ status: 'open', game, limit: MOST_LISTED })).map((index) =>
    summaryOf(house, index),
  );
  const fits = open.filter((match) => match.preset === (preset ?? hosted.game.presets[0]?.id) && free(match) > 0);
  const mine = fits.find((match) => takesPart(match, player));
  const best = mine ?? fits.sort((a, b) => free(a) - free(b) || a.createdAt - b.createdAt)[0];
  return best ?? summarize(house, await create(house, { game, ...(preset && { preset }) }, player), player);
}

async function sit(
  house: House,
  id: string,
  asked: z.infer<typeof bodies.sit> & { player: string },
): Promise<SeatedAnswer> {
  const summary = await admit(house, id, asked);
  if (summary.commitment !== asked.commitment) throw new Refused('commitment-changed');
  const who: NewOccupant = { by: 'player', player: asked.player, contribution: asked.contribution };
  const seat = await seatOccupant(house, id, { who, seat: asked.seat });
  return { seat, connection: await reservePlace(id, { player: asked.player, seat }) };
}

async function connect(house: House, id: string, player: string): Promise<SeatedAnswer> {
  const seat = (await openOr404(house, id)).seatOf(player);
  if (seat === undefined) throw new Refused('not-seated');
  return { seat, connection: await reservePlace(id, { player, seat }) };
}

async function watch(house: House, id: string, asked: { player: string; code?: string | undefined }) {
  const { table } = await admit(house, id, asked);
  if (table.watching === 'off') throw new Refused('watching-off');
  return { connection: await reservePlace(id, { player: asked.player }) };
}

async function addBot(house: House, id: string, asked: z.infer<typeof bodies.bot> & { player: string }) {
  const summary = await summarize(house, id, asked.player);
  if (summary.host !== asked.player) throw new Refused('forbidden');
  if (!Object.hasOwn(house.games.get(summary.game)?.bots ?? {}, asked.bot)) throw new Refused('unknown-bot');
  await seatOccupant(house, id, { who: { by: 'bot', bot: asked.bot }, seat: asked.seat });
  await house.matches.release(id);
  return summarize(house, id, asked.player);
}

async function leave(house: House, id: string, player: string): Promise<MatchSummary> {
  const match = await openOr404(house, id);
  const seat = match.seatOf(player);
  if (seat === undefined) throw new Refused('not-seated');
  if (match.position.status !== 'open') throw new Refused('already-started');
  settled(await match.standUp(seat, house.now()));
  await house.matches.release(id);
  return summarize(house, id, player);
}

async function record(house: House, id: string, player: string | undefined): Promise<string> {
  const summary = await summarize(house, id, player);
  if (summary.status !== 'ended') throw new Refused('not-over');
  if (summary.table.visibility === 'private' && !takesPart(summary, player)) throw new Refused('forbidden');
  const stored = await house.journal.read(id);
  return (stored?.lines ?? []).map((line) => `${line}\n`).join('');
}

async function summarize(house: House, id: string, player: string | undefined): Promise<MatchSummary> {
  const found = await house.journal.index(id);
  if (found === undefined) throw new Refused('no-such-match');
  const summary = summaryOf(house, found.index);
  return found.code !== undefined && takesPart(summary, player) ? { ...summary, code: found.code } : summary;
}

/** Lets people into a private match who know its code, or are in it already. */
async function admit(
  house: House,
  id: string,
  asked: { player: string; code?: string | undefined },
): Promise<MatchSummary> {
  const found = await house.journal.index(id);
  if (found === undefined) throw new Refused('no-such-match');
  const summary = summaryOf(house, found.index);
  const mayEnter = found.code === undefined || found.code === asked.code || takesPart(summary, asked.player);
  if (!mayEnter) throw new Refused('wrong-code');
  return summary;
}

async function seatOccupant(
  house: House,
  id: string,
  wanted: { who: NewOccupant; seat: number | undefined },
): Promise<number> {
  const match = await openOr404(house, id);
  const sat = await match.sit(wanted.who, wanted.seat, house.now());
  settled(sat);
  if (sat.seat === undefined) throw new Error('somebody sat down nowhere');
  return sat.seat;
}

/** Two who look for a match at the same moment must find each other, not each make one. */
function queue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const run = last.then(job, job);
    last = run;
    return run;
  };
}

function settled(committed: Committed): void {
  if (committed.kind === 'refused') throw new Refused(committed.code, committed.reason);
  if (committed.kind === 'retry') throw new Refused('unavailable');
}

async function openOr404(house: House, id: string): Promise<Match> {
  const match = await house.matches.open(id);
  if (match === undefined) throw new Refused('no-such-match');
  return match;
}

function free({ seats }: MatchSummary): number {
  return seats.filter(({ kind }) => kind === 'free').length;
}

function idOf({ match }: Request['params']): string {
  return String(match).slice(0, 64);
}
