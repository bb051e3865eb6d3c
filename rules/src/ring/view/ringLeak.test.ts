/**
 * Two matches that differ only in what a viewer must not know look the same to that viewer: the same views, events and
 * refusals from one public step to the next, no matter which seat holds an answer.
 */
import { expect, test } from 'vitest';
import { type Chance, fastChance } from '../../contract/chance.ts';
import { type Seat, SEATS, type Viewer } from '../../contract/game.ts';
import type { Options } from '../../contract/optionSpec.ts';
import { flowerWar } from '../../flower-war/index.ts';
import { at } from '../../json.ts';
import { mexica } from '../../mexica/index.ts';
import { drawOptions, drawSeats, optionsOf } from '../../tools/matches.ts';
import { handsRedrawn } from '../../tools/twins.ts';
import type { Event } from '../model/event.ts';
import type { Reason } from '../model/move.ts';
import type { RingGame } from '../ringGame.ts';
import type { State } from './hidden.ts';

type Ring = RingGame<object>;

const EDITIONS: readonly (readonly [string, Ring, string])[] = [
  ['flower-war', flowerWar, 'flower-war'],
  ['flower-war-rules-of-play', flowerWar, 'flower-war-rules-of-play'],
  ['flower-war-early', mexica, 'flower-war-early'],
  ['mexica', mexica, 'mexica'],
];

const MATCHES = 2;
/** One position of this many is compared. */
const EVERY = 2;

test.each(EDITIONS)('%s: nothing shows what a viewer must not know', (_, game, preset) => {
  const seen = { pairs: 0, windows: 0 };
  for (let seed = 1; seed <= MATCHES; seed++) playPairs(game, { seed, preset, seen });
  expect(seen.pairs).toBeGreaterThan(400);
  expect(seen.windows).toBeGreaterThan(5);
});

interface Run {
  readonly seed: number;
  readonly preset: string;
  readonly seen: { pairs: number; windows: number };
}

function playPairs(game: Ring, { seed, preset, seen }: Run): void {
  const choice = fastChance(seed);
  const options = optionsFor(game, preset, { seed, choice });
  const seats = drawSeats(game.seats, choice);
  let state = game.setup(options, seats, choice);
  for (let move = 0; game.toMove(state).length > 0 && move < 2500; move++) {
    if (state.hidden === undefined && move % EVERY === 0)
      comparePair(game, state, { seed: seed * 10_007 + move, seats, seen });
    const seat = at(game.toMove(state), 0);
    const applied = game.apply(state, seat, choice.pick(game.legalMoves(state, seat)), choice);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
}

/** Default options for half of the matches, random ones for the other half. */
function optionsFor(
  game: Ring,
  preset: string,
  { seed, choice }: { readonly seed: number; readonly choice: Chance },
): Options {
  return seed % 2 === 0 ? drawOptions(game.options, choice) : optionsOf(game, preset);
}

function comparePair(
  game: Ring,
  state: State,
  { seed, seats, seen }: { readonly seed: number; readonly seats: number; readonly seen: Run['seen'] },
): void {
  const chance = fastChance(seed);
  const viewer: Viewer = chance.pick([...SEATS.slice(0, seats), 'spectator'] as const);
  const other = handsRedrawn(state, viewer, chance);
  const [mover] = game.toMove(state);
  if (mover === undefined) return;
  const both = game.legalMoves(state, mover).filter((move) => game.refusal(other, mover, move) === undefined);
  const told = [state, other].map((one) => JSON.stringify(lookAt(game, one, viewer)));
  expect(told[1], `seed ${seed}: before the move, ${viewer} sees the same`).toBe(told[0]);
  if (both.length === 0) return;
  const move = chance.pick(both);
  const shown = [state, other].map((one) => follow(game, one, { seat: mover, move, viewer, seed }));
  if (shown.some((one) => one.reveals)) return;
  seen.pairs++;
  if (at(shown, 0).windows !== at(shown, 1).windows) seen.windows++;
  const [a, b] = shown.map(({ events, look }) => JSON.stringify({ events, look }));
  expect(b, `seed ${seed}: ${viewer} cannot tell what followed ${game.format(move)} of ${mover}`).toBe(a);
}

/** Everything that a viewer can find out by looking and by trying moves. */
function lookAt(game: Ring, state: State, viewer: Viewer) {
  const tries = ['roll', 'pass', 'done', 'offer war', 'play W10 @north', 'play R06', 'pick W01', 'draw', 'tonantzin'];
  const moves = tries.flatMap((text) => game.parse(text) ?? []);
  const seat = typeof viewer === 'number' ? viewer : undefined;
  const view = game.view(state, viewer);
  const legal = seat === undefined ? [] : game.legalMoves(state, seat);
  const { options } = state;
  return {
    view,
    legal: legal.map((move) => game.format(move)),
    parts: seat === undefined ? [] : legal.map((move) => game.parts({ view, seat, options, legal }, move)),
    refusals: seat === undefined ? [] : moves.map((move) => game.refusal(state, seat, move) ?? ''),
  };
}

interface Step {
  readonly seat: Seat;
  readonly move: Parameters<Ring['format']>[0];
  readonly viewer: Viewer;
  readonly seed: number;
}

/** Plays on to the next public step. A seat that is asked in secret passes, unless it is the viewer. */
function follow(game: Ring, state: State, { seat, move, viewer, seed }: Step) {
  const luck = fastChance(seed); // passing in a window uses none of it
  const events: Event[] = [];
  const before = game.view(state, viewer);
  let windows = 0;
  let [now, mover, answer] = [state, seat, move];
  for (;;) {
    const applied = game.apply(now, mover, answer, luck);
    if (!applied.ok) throw new Error(applied.reason);
    now = applied.state;
    events.push(...applied.events);
    const next = game.toMove(now)[0];
    if (game.windows.open(now) === undefined || next === undefined || next === viewer) break;
    expect(applied.events, 'nothing is told while a window is open').toEqual([]);
    expect(game.view(now, viewer), `seed ${seed}: ${viewer} sees that ${next} is asked`).toEqual(before);
    windows++;
    [mover, answer] = [next, game.fallback(now, next)];
  }
  const own = events.flatMap((event) => game.viewEvent(event, viewer) ?? []);
  return {
    windows,
    events: own,
    look: lookAt(game, now, viewer),
    reveals:
      isDealing(now, viewer) || [...events, ...(now.hidden?.events ?? [])].some((event) => isRevealing(event, viewer)),
  };
}

/** Whether the viewer is dealing and so sees the top of a deck. */
const isDealing = ({ phase }: State, viewer: Viewer): boolean => phase.kind === 'dealing' && phase.seat === viewer;

/** Whether an event lawfully reveals a hidden card: the viewer draws it, another player shows it or gives it away. */
function isRevealing(event: Event, viewer: Viewer): boolean {
  if (['card-discarded', 'card-offered', 'event-revealed'].includes(event.kind))
    return 'seat' in event && event.seat !== viewer;
  if (event.kind === 'card-drawn') return event.seat === viewer;
  return event.kind === 'card-given' && (event.from === viewer || event.to === viewer);
}

/** Deliberate leaks, each of which the test must find. */
const LEAKS: readonly (readonly [string, (game: Ring) => Partial<Ring>])[] = [
  [
    'a card of another hand',
    (game) => ({ view: (state, viewer) => ({ ...game.view(state, viewer), leak: state.tribes[1]?.hand[0] ?? '' }) }),
  ],
  [
    'a card deep in a deck',
    (game) => ({ view: (state, viewer) => ({ ...game.view(state, viewer), leak: state.decks.war[0] ?? '' }) }),
  ],
  [
    'that a seat is asked',
    (game) => ({ view: (state, viewer) => ({ ...game.view(state, viewer), leak: state.hidden !== undefined }) }),
  ],
  ['who drew which card', () => ({ viewEvent: (event) => event })],
  [
    'a refusal that knows a hand',
    (game) => ({
      refusal: (state, seat, move) => game.refusal(state, seat, move) ?? (state.tribes[1]?.hand[0] as Reason),
    }),
  ],
  [
    'what was done while a window is open',
    (game) => ({
      apply: (state, seat, move, chance) => {
        const applied = game.apply(state, seat, move, chance);
        return applied.ok ? { ...applied, events: applied.state.hidden?.events ?? applied.events } : applied;
      },
    }),
  ],
];

test.each(LEAKS)('a leak is found: %s', (_, leak) => {
  const game = { ...flowerWar, ...leak(flowerWar) };
  const seen = { pairs: 0, windows: 0 };
  const search = () => {
    for (let seed = 1; seed <= MATCHES; seed++) playPairs(game, { seed, preset: 'flower-war', seen });
  };
  expect(search).toThrow();
});
