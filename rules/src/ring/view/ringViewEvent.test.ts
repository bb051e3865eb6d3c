/** An event shows a card to all viewers if the card lies open afterwards, and only then. */
import { expect, test } from 'vitest';
import { fastChance } from '../../contract/chance.ts';
import { SEATS, type Viewer } from '../../contract/game.ts';
import { flowerWar } from '../../flower-war/index.ts';
import { mexica } from '../../mexica/index.ts';
import type { Event } from '../model/event.ts';
import { optionsOf } from '../../tools/matches.ts';

/** The victory cards of a seat in a view. */
const victories = (view: object, seat: number): readonly string[] =>
  (view as ReturnType<typeof mexica.view>).tribes[seat]?.victories ?? [];

type CardEvent = Extract<Event, { kind: 'card-drawn' | 'card-given' }>;
const isAboutCard = (event: Event): event is CardEvent => event.kind === 'card-drawn' || event.kind === 'card-given';

test.each([true, false])('[2.1] victory cards that change hands, face up: %s', (victoryCardsPublic) => {
  const options = optionsOf(mexica, undefined, { length: 'short', victoryCardsPublic });
  let changed = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const chance = fastChance(seed);
    let state = mexica.setup(options, 4, chance);
    for (let [seat] = mexica.toMove(state); seat !== undefined; [seat] = mexica.toMove(state)) {
      const applied = mexica.apply(state, seat, chance.pick(mexica.legalMoves(state, seat)), chance);
      if (!applied.ok) throw new Error(applied.reason);
      for (const event of applied.events.filter(isAboutCard)) {
        const to = event.kind === 'card-given' ? event.to : event.seat;
        for (const viewer of [...SEATS.slice(0, 4), 'spectator'] satisfies Viewer[]) {
          const told = mexica.viewEvent(event, viewer) as CardEvent;
          const isSeen = victories(mexica.view(applied.state, viewer), to).includes(event.card ?? '');
          const wasSeen = victories(mexica.view(state, viewer), to).includes(event.card ?? '');
          if (isSeen && !wasSeen) expect(told.card, `seed ${seed}, ${event.kind} for ${viewer}`).toBe(event.card);
          const isParty = viewer === to || (event.kind === 'card-given' && viewer === event.from);
          if (!isSeen && !isParty && !event.isOpen) expect(told.card).toBeUndefined();
          if (event.kind === 'card-given' && isSeen) changed++;
        }
      }
      state = applied.state;
    }
  }
  expect(changed).toBeGreaterThan(0);
});

test.each([flowerWar, mexica])('[4.1] $id begins with the turn of its first seat', (game) => {
  const state = game.setup(optionsOf(game, undefined, { length: 'short' }), 3, fastChance(1));
  expect(game.opening?.(state)).toEqual([{ kind: 'turn-began', seat: 0, round: 1, extra: false }]);
});
