/** What players do at the table: each action is a request, and the room answers it as it answers one on a socket. */
import { setTimeout as after } from 'node:timers/promises';
import type { Acted, Answer } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import { seatOf, viewerOf } from '../../../features/table/seating.ts';
import { Paces } from '../../connection/pace.ts';
import { tableOf } from '../../rooms/roomPlaces.ts';
import type { TalkAction } from '../../rooms/roomTalk.ts';
import type { PlayerAction } from '../../rooms/tableRoom.ts';
import type { Services } from '../../services.ts';
import { refuseGone } from '../request/claims.ts';
import type { Asked, SomeHandlers } from '../request/handler.ts';

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

async function play({ services, paces }: Asking, name: PlayerAction, asked: Asked<PlayerAction>): Promise<Acted> {
  const { body: payload, params, caller } = asked;
  keepPace(services, paces, caller.player);
  const seat = await seatOf(services, params.match, caller.player);
  const room = await tableOf(params.match, false);
  await refuseGone(services, caller); // opening the match took time
  const { player } = caller;
  return settled(services, room.answerTo({ player, seat }, { name, payload }));
}

async function talk({ services, paces }: Asking, name: TalkAction, asked: Asked<TalkAction>): Promise<Acted> {
  const { body: payload, query, params, caller, address } = asked;
  const { player } = caller;
  keepPace(services, paces, player);
  const { visitor, isDelayed } = await viewerOf(services, params.match, { player, address, code: query.code });
  const room = await tableOf(params.match, isDelayed);
  await refuseGone(services, caller);
  return settled(services, room.answerTo(visitor, { name, payload }));
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
  if (answer.kind === 'rejected') throw new Refused(answer.code, answer.reason);
  return answer;
}
