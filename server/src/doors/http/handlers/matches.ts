/** Creating, joining and reading a match. */
import { setTimeout as after } from 'node:timers/promises';
import { type Acted, type Answer, type MatchSummary, MEDIA, refusal } from '@flower-war/protocol';
import { addressKey, FairShares, whoseAt } from '@flower-war/protocol/hosting';
import { Refused, RefusedAs, RefusedFor } from '../../../base/refused.ts';
import { queue } from '../../../base/scheduling.ts';
import { type Knocking, viewerOf, watch } from '../../../features/table/admission.ts';
import { accept, challenge, challengesOf, decline, withdraw } from '../../../features/table/challenges.ts';
import { answersAhead } from '../../../features/table/ahead.ts';
import { createMatch, decide, emptySeat, hintFor, movesOf, rematch } from '../../../features/table/hosting.ts';
import { quickPlay } from '../../../features/table/quickPlay.ts';
import { addBot, connect, leave, seatOf, sit } from '../../../features/table/seating.ts';
import { isForAll, loadNames, maySee, shown, summarize } from '../../../features/table/summary.ts';
import { pagesOf } from '../../../store/journal/appendQueue.ts';
import { Paces } from '../../rooms/guardedSocket.ts';
import { Reader } from '../../rooms/readers.ts';
import { enterLobby, MOST_LISTED } from '../../rooms/lobby.ts';
import { hear, hearing, tableOf } from '../../rooms/roomPlaces.ts';
import type { TalkAction } from '../../rooms/roomTalk.ts';
import type { PlayerAction } from '../../rooms/sitters.ts';
import type { Services } from '../../services.ts';
import { FOR_ALL, forAll, LongAnswers, oftenAsked, SlowReaders } from '../request/answers.ts';
import { refuseGone } from '../request/callers.ts';
import type { RouteRequest, Sending, SomeHandlers } from '../request/findRoute.ts';

export function matchHandlers(services: Services) {
  const readers = new SlowReaders();
  return {
    createMatch: async ({ body, caller, address }) => {
      const match = await createMatch(services, body, caller.player);
      services.billboard.noteAddress(match, address);
      return summarize(services, match, caller.player);
    },
    takeSeat: ({ params, body, caller, address }) => sit(services, params.match, { ...body, ...caller, address }),
    connectToSeat: ({ params, caller }) => connect(services, params.match, caller),
    watchMatch: ({ params, body, caller, address }) => watch(services, params.match, { ...body, ...caller, address }),
    listMoves: ({ params, caller }) => movesOf(services, params.match, caller.player),
    getHint: ({ params, caller }) => hintFor(services, params.match, caller.player),
    getAhead: ({ params: { match }, caller: { player } }) => answersAhead(services, { match, player }),
    answerAhead: ({ params: { match }, caller: { player }, body: { answers } }) =>
      answersAhead(services, { match, player, answers }),
    seatBot: ({ params, body, caller }) => addBot(services, params.match, { ...body, player: caller.player }),
    leaveSeat: ({ params, caller }) => leave(services, params.match, caller.player),
    getMatch: async ({ params, caller }) => {
      const summary = await summarize(services, params.match, caller?.player);
      return isForAll(summary) ? forAll(summary) : summary;
    },
    getRecord: async ({ params: { match }, caller, address }) => {
      const summary = await mayRead(services, match, caller?.player);
      return async (response) => {
        response.type(MEDIA.Record);
        if (isForAll(summary)) response.set('Cache-Control', FOR_ALL);
        if (response.req.method === 'HEAD') return void response.end();
        await readers.send({ address: addressKey(address), response }, textOf(services, match));
      };
    },
    getAccount: async ({ params: { match }, caller, address }) => {
      const summary = await mayRead(services, match, caller?.player);
      const account = await services.accounts.of(summary, addressKey(address));
      return isForAll(summary) ? forAll(account) : account;
    },
  } satisfies SomeHandlers;
}

async function mayRead(services: Services, id: string, player: string | undefined): Promise<MatchSummary> {
  const summary = await summarize(services, id, player);
  if (summary.status !== 'ended') throw new Refused('not-over');
  if (!(await maySee(services, summary, player))) throw new Refused('forbidden');
  return summary;
}

async function* textOf({ journal }: Services, match: string): AsyncGenerator<string> {
  for await (const page of pagesOf(journal, match)) yield page.map((line) => `${line}\n`).join('');
}

// What players do at the table: each action is a request, and the room answers it as it answers one on a socket.

/** How long a request waits until its outcome is shown. Many proxies give up a little later. */
const ANSWERED_WITHIN_MS = 25_000;

export function actionHandlers(services: Services) {
  const paces = new Paces(services.config.MESSAGES_PER_SECOND);
  const asking = { services, paces };
  return {
    act: (asked) => play(asking, 'act', asked),
    resign: (asked) => play(asking, 'resign', asked),
    asks: (asked) => play(asking, 'asks', asked),
    offer: (asked) => play(asking, 'offer', asked),
    reply: (asked) => play(asking, 'reply', asked),
    back: (asked) => play(asking, 'back', asked),
    beads: (asked) => play(asking, 'beads', asked),
    say: (asked) => talk(asking, 'say', asked),
    phrase: (asked) => talk(asking, 'phrase', asked),
    silence: (asked) => talk(asking, 'silence', asked),
    habits: (asked) => play(asking, 'habits', asked),
  } satisfies SomeHandlers;
}

interface Asking {
  readonly services: Services;
  readonly paces: Paces;
}

async function play(
  { services, paces }: Asking,
  name: PlayerAction,
  asked: RouteRequest<PlayerAction>,
): Promise<Acted> {
  const { body: payload, params, caller } = asked;
  keepPace(services, paces, caller.player);
  const seat = await seatOf(services, params.match, caller.player);
  const table = await tableOf(params.match, false);
  await refuseGone(services, caller); // opening the match took time
  const { player } = caller;
  return settled(services, table.answerTo({ player, seat }, { name, payload }));
}

async function talk({ services, paces }: Asking, name: TalkAction, asked: RouteRequest<TalkAction>): Promise<Acted> {
  const { body: payload, query, params, caller, address } = asked;
  const { player } = caller;
  keepPace(services, paces, player);
  const { visitor, isDelayed } = await viewerOf(services, params.match, { player, address, code: query.code });
  const table = await tableOf(params.match, isDelayed);
  await refuseGone(services, caller);
  return settled(services, table.answerTo(visitor, { name, payload }));
}

function keepPace({ now }: Services, paces: Paces, player: string): void {
  if (paces.next(player, now()) !== 'fine') throw new Refused('too-many', 'pace');
}

/** A rejected action is a refusal like any other. Whether an action counts that is still hidden, only a repeat tells. */
async function settled({ metrics }: Services, asked: Promise<Answer>): Promise<Acted> {
  const patience = new AbortController();
  const retry = after(ANSWERED_WITHIN_MS, { kind: 'retry' } as const, { signal: patience.signal });
  retry.catch(() => {}); // it is not needed any more
  const answer = await Promise.race([asked, retry]);
  patience.abort();
  metrics.countAnswer(answer.kind, answer.kind === 'rejected' ? answer.code : '');
  if (answer.kind === 'rejected' && answer.code === 'slow-talk')
    throw new RefusedFor('slow-talk', Number(answer.reason), answer.reason);
  if (answer.kind === 'rejected') throw new RefusedAs(answer);
  return answer;
}

/** The plain door: the stream of a match. */
export function plainHandlers(services: Services) {
  /** When all are taken, the network, address or player with the most gives one up. */
  const streams = new FairShares<Reader>(services.config.MOST_STREAMS);
  return {
    openStream: async ({ params, query, caller, address }) => {
      const { from, code } = query;
      const asked: Knocking = { ...caller, address, code };
      const viewing = await viewerOf(services, params.match, asked);
      const visitor = await hearing(services.ties, viewing.visitor);
      const table = await tableOf(params.match, viewing.isDelayed);
      await refuseGone(services, caller); // opening the match took time
      return sending((response) => {
        const reader = new Reader(response, visitor, from);
        reader.address = address;
        streams.take(reader, whoseAt(address, visitor.player))?.close(refusal('too-many', 'streams'));
        return table.read(reader).finally(() => streams.release(reader));
      });
    },
    isHere: ({ params, caller }) => ({ streams: hear(params.match, caller.player) }),
  } satisfies SomeHandlers;
}

/** A proxy must pass each line on at once. */
export function sending(send: (response: Parameters<Sending>[0]) => Promise<void>): Sending {
  return (response) => {
    response.type(MEDIA.Stream).setHeader('Cache-Control', 'no-store').setHeader('X-Accel-Buffering', 'no');
    return response.req.method === 'HEAD' ? response.end() : send(response);
  };
}

/** Finding a game, and which players a host lets sit down. */
export function lobbyHandlers(services: Services) {
  // Two players who look for a match at the same moment find each other.
  const [entering, searching, repeating] = [queue(), queue(), queue()];
  const long = new LongAnswers();
  return {
    listMatches: async ({ query }) => {
      const found = services.billboard.find(query, MOST_LISTED);
      await loadNames(services, found);
      return { matches: found.map((posted) => shown(services, posted)) };
    },
    getChannel: async ({ query: { on }, address }) => {
      const find = () => services.channel.find(on);
      const match = on === undefined ? await find() : await long.make(address, 'channel', find);
      return { ...(match !== undefined && { match }) };
    },
    listSharedTables: async () => {
      const shared = await services.sharing.signed();
      if (shared === undefined) throw new Refused('not-shared');
      return oftenAsked(shared);
    },
    listElsewhere: async () => oftenAsked(await services.otherHosts.list()),
    enterLobby: ({ body, caller, address }) => entering(() => enterLobby(services, body, { ...caller, address })),
    quickMatch: async ({ body, caller, address }) => {
      const match = await searching(() => quickPlay(services, body, caller.player));
      services.billboard.noteAddress(match, address);
      return summarize(services, match, caller.player);
    },
    admitPlayer: ({ params, body, caller }) =>
      decide(services, params.match, { host: caller.player, player: body.player, decision: 'admitted' }),
    dismissPlayer: ({ params, body, caller }) =>
      decide(services, params.match, { host: caller.player, player: body.player, decision: 'dismissed' }),
    emptySeat: ({ params, body, caller }) =>
      emptySeat(services, params.match, { host: caller.player, seat: body.seat }),
    challengePlayer: ({ params, body, caller }) =>
      challenge(services, { player: caller.player, other: params.player }, body),
    listChallenges: ({ caller }) => challengesOf(services, caller.player),
    acceptChallenge: ({ params, caller }) => accept(services, caller.player, params.challenge),
    declineChallenge: async ({ params, body, caller }) => {
      await decline(services, { player: caller.player, id: params.challenge, reason: body.reason });
      return { received: true };
    },
    withdrawChallenge: async ({ params, caller }) => {
      await withdraw(services, caller.player, params.challenge);
      return { deleted: true };
    },
    playAgain: ({ params, caller }) => repeating(() => rematch(services, params.match, caller.player)),
  } satisfies SomeHandlers;
}
