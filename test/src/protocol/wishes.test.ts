/** Wishes of players not to be asked, as the record tells them, and those that cannot follow. */
import { verify } from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { sealed } from '../sealed/sealed.ts';
import { type Body, Scribe } from './scribe.ts';

const game: AnyGame = sealed;
const BOTH = 0b11;

/** Two seats that both hold a shield, up to the window in which they are asked. */
function inWindow(wishes: readonly Body[] = [], options: object = {}, second: 'player' | 'bot' = 'player'): Scribe {
  const scribe = new Scribe({ shields: BOTH, ...options }, 1, game).start('player', second);
  for (const wish of wishes) scribe.add(wish);
  while (game.windows?.open(scribe.position.state) === undefined) playFirst(scribe);
  return scribe;
}

function playFirst(scribe: Scribe): void {
  const { state } = scribe.position;
  const [seat = 0] = game.toMove(state);
  scribe.move(seat, game.format(game.legalMoves(state, seat)[0]));
}

const asks = (seat: number, what: 'all' | 'attacks' | 'none'): Body => ({ kind: 'asks', seat, what, id: 1 });
const wish = (seat: number, move = 'pass'): Body => ({ kind: 'move', seat, by: 'wish', move });
/** The seat that is asked first. */
const attacked = (scribe: Scribe) => game.toMove(scribe.position.state)[0] ?? 0;

const begun = () => new Scribe({ shields: BOTH }, 1, game).start('player', 'player');
const inDuel = (what: 'attacks' | 'none') => inWindow([asks(0, what), asks(1, what)], { duel: true });
const stoodInFor = () => inWindow([asks(0, 'none'), { kind: 'absence', seat: 0, what: 'bot', bot: 'random' }]);

test.each<[string, Scribe, number?]>([
  ['in a reaction, for who wants to be asked nothing', inWindow([asks(0, 'none')])],
  ['in a reaction, for who wants to be asked about attacks', inWindow([asks(1, 'attacks')]), 1],
  ['the last that was wished', inWindow([asks(0, 'all'), asks(0, 'attacks')])],
  ['in an attack, for who wants to be asked nothing', inDuel('none'), attacked(inDuel('none'))],
  ['when the player is back', stoodInFor().add({ kind: 'absence', seat: 0, what: 'returned' })],
])('a wish plays %s', (_, scribe, seat = 0) => {
  expect(scribe.outcomeOf(wish(seat))).toMatchObject({ ok: true });
});

test.each<[string, Scribe, Body, string]>([
  ['that nobody had', inWindow(), wish(0), 'not-wished'],
  ['that somebody else had', inWindow([asks(1, 'none')]), wish(0), 'not-wished'],
  ['that was withdrawn', inWindow([asks(0, 'none'), asks(0, 'all')]), wish(0), 'not-wished'],
  ['anything but the fallback', inWindow([asks(0, 'none')]), wish(0, 'shield'), 'not-the-fallback'],
  ['for who was asked and has passed', inWindow([asks(0, 'none')]).add(wish(0)), wish(0), 'not-wished'],
  ['before the start', new Scribe({}, 1, game), wish(0), 'not-running'],
  ['outside a window', begun().add(asks(0, 'none')), wish(0, 'choose 1'), 'not-wished'],
  ['against attacks that are asked about', inDuel('attacks'), wish(attacked(inDuel('attacks'))), 'not-wished'],
  ['while a bot stands in, which is asked', stoodInFor(), wish(0), 'not-wished'],
])('no wish plays %s', (_, scribe, body, reason) => {
  expect(scribe.outcomeOf(body)).toEqual({ ok: false, reason });
});

test.each<[string, Scribe, Body, string]>([
  ['a bot', inWindow([], {}, 'bot'), asks(1, 'none'), 'no-player-there'],
  ['a seat that the match does not have', inWindow(), asks(4, 'none'), 'no-player-there'],
  ['nobody before the start', new Scribe({}, 1, game).sit(0, 'player'), asks(0, 'none'), 'not-running'],
])('%s has no wish', (_, scribe, body, reason) => {
  expect(scribe.outcomeOf(body)).toEqual({ ok: false, reason });
});

test('a record with wishes verifies', async () => {
  const honest = inWindow([asks(0, 'none'), asks(1, 'attacks')])
    .add(wish(0))
    .add(wish(1))
    .end();
  expect(await verify(honest.text, async () => game)).toMatchObject({ ok: true, result: { reason: 'rounds' } });
});
