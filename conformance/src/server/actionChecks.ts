/** What a seat may ask, and what it is answered. */
import type { Answer, Code } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { Caller } from '../wire/caller.ts';
import type { Connection } from '../wire/connection.ts';
import { type Checking, comeBack, type Game, hangUp, newGame, toMove, watch } from './table.ts';

const GAME = 'tieqchieq';

export async function checkActions(checking: Checking): Promise<void> {
  const check = (name: string, body: (game: Game) => Promise<void>) =>
    checking.report.run(name, async () => {
      const game = await newGame(checking, GAME);
      await body(game);
      hangUp(game);
    });

  await check('an illegal move is refused, and changes nothing', async (game) => {
    const seat = await toMove(game);
    for (const move of ['fly away', 'stay', '', 'x'.repeat(121)])
      if (!seat.own?.legal.includes(move)) await refused(seat, ['act', [1, seat.own?.decision ?? 0, move]]);
  });
  await check('a move of the seat whose turn it is not is refused', async (game) => {
    const seat = await toMove(game);
    const other = game.seats.find((one) => one !== seat) as Connection;
    await refused(other, ['act', [1, 0, seat.own?.legal[0]]], 'stale-decision');
    await refused(other, ['act', [1, seat.own?.decision, seat.own?.legal[0]]]);
  });
  await check('a move that answers a decision of before is refused as stale', async (game) => {
    const seat = await toMove(game);
    const { decision = 0, legal = [] } = seat.own ?? {};
    accepted(await seat.request('act', [1, decision, legal[0]]));
    await refused(seat, ['act', [2, decision, legal[0]]], 'stale-decision');
  });
  await check('a repeated action gets the same answer, and is not played twice', async (game) => {
    const seat = await toMove(game);
    const action = [77, seat.own?.decision, seat.own?.legal[0]];
    const first = accepted(await seat.request('act', action));
    const [step, messages] = [seat.step, seat.messages.length];
    const second = accepted(await seat.request('act', action));
    await seat.settle();
    if (second.repeated !== true || second.step !== first.step) throw new Error(`answered ${JSON.stringify(second)}`);
    if (seat.step !== step || seat.messages.length !== messages) throw new Error('the repeat changed something');
    await refused(seat, ['act', [77, action[1], 'another move']], 'id-reused');
  });
  await check('an action id that was used before a loss is known after it', async (game) => {
    const seat = await toMove(game);
    const action = [78, seat.own?.decision, seat.own?.legal[0]];
    seat.send('act', action);
    seat.drop();
    const caller = game.callers[game.seats.indexOf(seat)] as Caller;
    const back = await comeBack(caller, game.match);
    const answer = accepted(await back.request('act', action));
    const again = accepted(await back.request('act', action));
    if (again.repeated !== true || again.step !== answer.step) throw new Error(`answered ${JSON.stringify(again)}`);
    back.drop();
  });
  await check('an unknown action, or one of another form, is refused with one answer', async (game) => {
    const [seat] = game.seats as [Connection];
    for (const [name, payload] of ODD) await refused(seat, [name, payload]);
  });
  await check('malformed frames disturb no other connection', async (game) => {
    const chance = fastChance(checking.seed);
    const bad = await comeBack(game.callers[0] as Caller, game.match);
    for (let count = 0; count < 60 && !bad.isClosed; count++) {
      const bytes = Buffer.from(Array.from({ length: chance.die(40) }, () => chance.die(256) - 1));
      if (((bytes[0] ?? 0) & 0x1f) !== 0x0c) bad.socket.send(bytes);
    }
    bad.drop();
    for (const seat of game.seats) await seat.settle();
    const seat = await toMove(game);
    accepted(await seat.request('act', [1, seat.own?.decision, seat.own?.legal[0]]));
  });
  await check('two connections of one seat are told the same, and each may act', async (game) => {
    const first = await toMove(game);
    const caller = game.callers[game.seats.indexOf(first)] as Caller;
    const second = await comeBack(caller, game.match);
    if (JSON.stringify(second.own) !== JSON.stringify(first.own)) throw new Error('the second is told something else');
    accepted(await second.request('act', [1, second.own?.decision, second.own?.legal[0]]));
    await first.settle();
    if (first.step !== second.step) throw new Error(`one is at step ${first.step}, the other at ${second.step}`);
    second.drop();
    await first.settle();
  });
  await check('a player who comes back is told all of the present', async (game) => {
    const seat = await toMove(game);
    const index = game.seats.indexOf(seat);
    seat.drop();
    const other = game.seats[1 - index] as Connection;
    await other.until('the absence to show', () => other.table?.seats[index]?.present === false);
    const back = await comeBack(game.callers[index] as Caller, game.match);
    await other.until('the presence to show', () => other.table?.seats[index]?.present === true);
    if (back.step !== seat.step || JSON.stringify(back.own) !== JSON.stringify(seat.own))
      throw new Error(`told ${JSON.stringify(back.own)} instead of ${JSON.stringify(seat.own)}`);
    back.drop();
  });
  await check('players and spectators do not hear each other', async (game) => {
    const [seat, other] = game.seats as [Connection, Connection];
    const spectator = await watch(await Caller.guest(checking.url, checking.report), game.match);
    accepted(await seat.request('phrase', ['conformance-phrase-1', 'hello']));
    await other.until('the phrase', () => other.messages.some(({ name }) => name === 2));
    await spectator.settle();
    if (spectator.messages.some(({ name }) => name === 2)) throw new Error('a spectator heard a player');
    spectator.drop();
  });
  await check('a player who resigns ends the match of two', async (game) => {
    const [seat, other] = game.seats as [Connection, Connection];
    accepted(await seat.request('resign', ['conformance-resign-1']));
    await other.until('the end', () => other.isOver);
    if (!other.table?.result.winners.includes(other.seat ?? -1)) throw new Error('the other player did not win');
  });
}

const ODD: readonly (readonly [name: string, payload: unknown])[] = [
  ['no-such-action', [1]],
  ['__proto__', [1]],
  ['act', undefined],
  ['act', 7],
  ['act', [1]],
  ['act', ['x'.repeat(37), 1, 'toss']],
  ['act', { id: 1 }],
  ['offer', ['an-id-of-some-length', 'the moon']],
];

function accepted(answer: Answer): Extract<Answer, { kind: 'accepted' }> {
  if (answer.kind !== 'accepted') throw new Error(`answered ${JSON.stringify(answer)}`);
  return answer;
}

/** Throws unless the action is refused, with this code if one is named, and nothing has changed. */
async function refused(seat: Connection, [name, payload]: readonly [string, unknown], code?: Code): Promise<void> {
  const step = seat.step;
  const answer = await seat.request(name, payload);
  await seat.settle();
  const isRight = answer.kind === 'rejected' && (code === undefined || answer.code === code);
  if (!isRight)
    throw new Error(`${name} ${JSON.stringify(payload)?.slice(0, 60)} is answered ${JSON.stringify(answer)}`);
  if (seat.step !== step) throw new Error('a refused action changed something');
}
