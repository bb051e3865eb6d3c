import { describe, expect, test } from 'vitest';
import type { Chance } from '../contract/chance.ts';
import type { Viewer } from '../contract/game.ts';
import { cardOf } from '../ring/cards/cards.ts';
import type { CardId } from '../ring/model/card.ts';
import type { Event } from '../ring/model/event.ts';
import type { Move } from '../ring/model/move.ts';
import type { Tribe } from '../ring/model/state.ts';
import { homeDeck } from '../ring/play/hand.ts';
import type { State } from '../ring/view/hidden.ts';
import { testGame } from '../tools/testing.ts';
import { flowerWar } from './index.ts';
import { broken, type FlowerTable } from './table.ts';
import { kindOf, MATCHES, PRESETS, presetOptions, USUAL, wealthy } from './matches.fixture.ts';
import { omens } from './discs.ts';

const read = (text: string): Move => {
  const move = flowerWar.parse(text);
  if (move === undefined) throw new Error(`${text} is not a move`);
  return move;
};

/** Every verb, some of them aimed at nonsense. */
const MOVES = `
  roll, pass, tonantzin, skull, draw, decline, discard, take, done, end, offer war, offer rain,
  offer war 1, offer war 2, offer rain 6, offer rain 7, go tochtli, go xochitl,
  cancel ocelotl, cancel calli, step +1, step -1, step +2, extra 0, give 0, give 1, give 13, give 14, attack @north,
  attack @west, fight @south, fight @zenith, play W01, play W06, play W09, play W09 @north, play W10,
  play W10 @north, play W10 @center, play W12, play W13 @west rain, play W15, play R06, play R07, play R08, play R09,
  play R09 war, play R10, play R11 +2, play R11 -3, play R11, play R12, play R13 @zenith, play R15 olin, play R15,
  play L08W, play L08R tochtli, play D001, play K05, play W99, pick W01, pick L08R, pick WEA, draw war, draw rain,
  take tochtli 1, take tochtli 0, take calli 99, choose @north, choose war, choose tochtli, choose +1,
  choose @west rain
`
  .trim()
  .split(/,\s+/)
  .map(read);

/** Deals the hands of the others and the decks anew. In a hidden window the state stays as it is. */
function redraw(state: State, viewer: Viewer, chance: Chance): State {
  if (state.hidden !== undefined) return state;
  const { tribes, decks } = state;
  const unseen = [...Object.values(decks).flat(), ...tribes.flatMap(({ hand }, seat) => (seat === viewer ? [] : hand))];
  const rest = { war: among(unseen, 'war', chance), rain: among(unseen, 'rain', chance) };
  const anew = (card: CardId) => rest[homeDeck(card) === 'war' ? 'war' : 'rain'].pop() ?? card;
  return {
    ...state,
    tribes: tribes.map((tribe, seat): Tribe => (seat === viewer ? tribe : { ...tribe, hand: tribe.hand.map(anew) })),
    decks: { day: [], war: decks.war.map(anew), rain: decks.rain.map(anew) },
  };
}

const among = (cards: readonly CardId[], deck: 'war' | 'rain', chance: Chance): CardId[] => [
  ...chance.shuffle(cards.filter((card) => homeDeck(card) === deck)),
];

const conserve = (state: State) => broken(state as FlowerTable);
// Invariants 1 to 4, 10, 11 and 15.
const KIT = { candidates: () => MOVES, conserve, redraw };
testGame(flowerWar, { ...KIT, matches: 4 });
describe.each(PRESETS)('as %s plays it', (id) => {
  testGame(flowerWar, { ...KIT, matches: 1, seatsList: [4], optionSets: [presetOptions(id)] });
});
describe('with full hands', () => {
  testGame(wealthy, { ...KIT, matches: 2 });
});

test('[0.3] the clock draws, takes a card of the god with fewer sacrifices, passes, keeps the hand, or says what comes first', () => {
  const seen = new Set<string>();
  for (const { before } of MATCHES.flatMap(({ steps }) => steps)) {
    const { phase, tally } = before;
    if (phase.kind === 'over') continue;
    seen.add(phase.kind);
    const legal = flowerWar.legalMoves(before, phase.seat).map((move) => flowerWar.format(move));
    const wanted = {
      drawing: ['draw'],
      claiming: [tally.rain < tally.war ? 'draw rain' : 'draw war'],
      discarding: ['decline'],
    }[phase.kind as string] ?? ['pass', 'done'];
    const expected = legal.find((text) => wanted.includes(text)) ?? legal[0];
    expect(flowerWar.format(flowerWar.fallback(before, phase.seat))).toBe(expected);
  }
  expect(seen.size).toBeGreaterThan(12);
});

describe('invariants of Part C that one state alone cannot show', () => {
  test('[inv 5] each card that is played moves exactly its price from its player to their own day', () => {
    let paid = 0;
    for (const { before, events } of MATCHES.flatMap(({ stretches }) => stretches)) {
      const now = follow(before);
      for (const event of events) {
        if (event.kind === 'card-played') {
          const price = priceOf(now, event);
          paid += price;
          if (price > 0) expect(now.last).toEqual(paymentOf(now, event.seat, price));
          const { timing } = cardOf(event.card);
          if (timing === 'battle') expect(now.days[now.at[event.seat]! - 1]! - price).toBeLessThan(now.perSpace);
        }
        now.see(event);
      }
    }
    expect(paid).toBeGreaterThan(300);
  });

  test('[inv 6] the track rises by one at most, when who counts begins a turn and the tallies differ', () => {
    for (const { before, after, events } of MATCHES.flatMap(({ stretches }) => stretches)) {
      if (before.apocalypse.kind !== 'counting' || after.apocalypse.kind !== 'counting') continue;
      const { counter, track } = after.apocalypse;
      const begins = events.some((event) => event.kind === 'turn-began' && event.seat === counter);
      const isUneven = after.tally.war !== after.tally.rain || after.favoured !== 'none';
      expect(track - before.apocalypse.track).toBe(begins && isUneven ? 1 : 0);
    }
  });

  test('[inv 6] the match ends exactly with the last step of the track, or at the round cap', () => {
    for (const { seats, stretches } of MATCHES)
      for (const { after } of stretches) {
        const { phase, apocalypse, options, round, turn } = after;
        const isFull = apocalypse.kind === 'counting' && apocalypse.track === options.countdown;
        expect(phase.kind === 'over' && phase.reason === 'countdown').toBe(isFull);
        if (phase.kind === 'over' && !isFull)
          expect(phase.reason === 'balance' || [phase.reason, round, turn.seat]).toEqual(
            phase.reason === 'balance' || ['round-cap', options.roundCap, seats - 1],
          );
        expect(round).toBeLessThanOrEqual(options.roundCap);
      }
  });

  test('[inv 7] discs never go back, and after the trigger no effect changes but by the dog', () => {
    const taken = ({ discs }: FlowerTable) => discs.filter((holder) => holder !== 'day').length;
    for (const { before, after } of USUAL.flatMap(({ stretches }) => stretches)) {
      expect(taken(after)).toBeGreaterThanOrEqual(taken(before));
      if (before.apocalypse.kind === 'counting' && before.phase.kind !== 'cancelling')
        expect(after.omens).toEqual(before.omens);
    }
    expect(USUAL.filter(({ final }) => final.omens.length > 0).length).toBeGreaterThan(3);
  });

  test('[inv 8] without cards and effects for the stake a battle moves one skull at most', () => {
    let battles = 0;
    for (const { stretches } of USUAL) {
      let raised: readonly CardId[] = [];
      for (const { after, events } of stretches)
        for (const event of events) {
          if (event.kind === 'turn-began') raised = [];
          if (event.kind === 'card-played' && ['W06', 'W15'].includes(event.card)) raised = [event.card];
          if (event.kind !== 'skulls' || event.why !== 'stake' || raised.length > 0) continue;
          battles++;
          expect(event.n).toBeLessThanOrEqual(after.omens.includes(14) ? 2 : 1);
        }
    }
    expect(battles).toBeGreaterThan(50);
  });

  test('[inv 9] under a ban no card of that deck is played, lands aside', () => {
    for (const { before, after, events } of MATCHES.flatMap(({ stretches }) => stretches)) {
      const bans: readonly string[] = before.omens === after.omens ? omens(before).bans : [];
      for (const { card } of events.filter(kindOf('card-played')))
        if (!cardOf(card).isLand) expect(bans).not.toContain(cardOf(card).deck);
    }
  });

  test('[inv 12] who wins has the most skulls', () => {
    for (const { final } of MATCHES) {
      const most = Math.max(...final.tribes.map(({ skulls }) => skulls));
      for (const seat of flowerWar.result(final)!.winners) expect(final.tribes[seat]!.skulls).toBe(most);
    }
  });

  test('[inv 13] East begins every round and West ends it', () => {
    for (const { seats, stretches, final } of MATCHES) {
      const turns = stretches.flatMap(({ events }) => events.filter(kindOf('turn-began')));
      expect([final.tribes[0]!.compass, final.tribes.at(-1)!.compass]).toEqual(['east', 'west']);
      for (const [index, { seat, round }] of turns.entries())
        expect([seat, round]).toEqual([(index + 1) % seats, Math.floor((index + 1) / seats) + 1]);
    }
  });

  test('[inv 14] no trap goes off against its owner', () => {
    const sprung = MATCHES.flatMap(({ stretches }) =>
      stretches.flatMap(({ before, events }) =>
        before.options.trapsHitOwner ? [] : events.filter(kindOf('trap-sprung')),
      ),
    );
    expect(sprung.length).toBeGreaterThan(5);
    for (const { seat, owner } of sprung) expect(seat).not.toBe(owner);
  });
});

/** What a viewer can work out about the table from events alone, starting at a public state. */
function follow({ tribes, days, options, turn }: FlowerTable) {
  const discounts = tribes.map(({ modifiers }) => modifiers.filter(({ kind }) => kind === 'play-cost').length);
  const now = {
    at: tribes.map(({ day }) => day),
    days: [...days],
    perSpace: options.perSpace,
    active: turn.seat,
    discounts,
    last: undefined as Event | undefined,
    see(event: Event) {
      if (event.kind === 'moved') now.at[event.seat] = event.to;
      if (event.kind === 'turn-ended') now.discounts[event.seat] = 0;
      if (event.kind === 'skulls') {
        if (typeof event.from === 'object' && 'day' in event.from) now.days[event.from.day - 1]! -= event.n;
        if (typeof event.to === 'object' && 'day' in event.to) now.days[event.to.day - 1]! += event.n;
      }
      now.last = event;
    },
  };
  return now;
}

type Followed = ReturnType<typeof follow>;

const priceOf = ({ discounts }: Followed, { seat, card }: { readonly seat: number; readonly card: CardId }): number =>
  Math.max(0, cardOf(card).cost - discounts[seat]!);

const paymentOf = ({ at }: Followed, seat: number, n: number) => ({
  kind: 'skulls',
  n,
  from: { seat },
  to: { day: at[seat] },
  why: 'card',
});
