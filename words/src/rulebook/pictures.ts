/** Positions of a match that a rulebook shows: a screen draws them from the view of a player or a spectator. */
import type { GameId, ViewOf } from '@flower-war/protocol';
import type { AnchorOf } from './anchors.ts';
import positions from './data/positions.json' with { type: 'json' };

type Positions = typeof positions;

export type PictureOf<G extends GameId> = keyof Positions[G] & string;

/** The rule below which each picture stands. A position without a place does not compile. */
const PLACES: { readonly [G in GameId]: Readonly<Record<PictureOf<G>, AnchorOf<G>>> } = {
  'flower-war': { start: 'setup-5', battle: 'battle-5', trap: 'cards-7', apocalypse: 'apocalypse-2' },
  mexica: { start: 'setup-5', weekCard: 'week-2', tribute: 'tribute-1', apocalypse: 'ending-3' },
  'space-aztecs': { start: 'setup-4', choosing: 'turn-3', saucer: 'saucers-2', shelter: 'aztecs-2' },
  tieqchieq: {
    start: 'board-3',
    ring: 'marks-3',
    battle: 'battle-3',
    sun: 'marks-4',
    fortress: 'move-3',
  },
};

export function placesOf<G extends GameId>(game: G): readonly (readonly [PictureOf<G>, AnchorOf<G>])[] {
  return Object.entries(PLACES[game]) as unknown as readonly (readonly [PictureOf<G>, AnchorOf<G>])[];
}

/** A test of the rules holds the file to what `view` gives. */
export const positionOf = <G extends GameId>(game: G, picture: PictureOf<G>): ViewOf<G> =>
  (positions as unknown as Readonly<Record<string, Readonly<Record<string, ViewOf<G>>>>>)[game]?.[picture] as ViewOf<G>;
