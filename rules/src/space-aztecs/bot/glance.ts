/** A quick estimate of what a card brings to a city, without scoring the city anew. */
import type { AztecCard, AztecType, Card, Colour, Goal } from '../cards/card.ts';
import { colourOf } from '../cards/cards.ts';
import { aztecsIn, type Quarters } from '../model/table.ts';
import { PAIR, WARRIORS } from '../scoring.ts';

/** What the estimate looks at. */
export interface Glance {
  readonly city: Quarters;
  /** How many Aztecs of each type the city has. */
  readonly types: Readonly<Partial<Record<AztecType, number>>>;
  readonly aztecs: number;
}

export function glanceAt(city: Quarters): Glance {
  const types: Partial<Record<AztecType, number>> = {};
  const aztecs = aztecsIn(city);
  for (const { type } of aztecs) types[type] = (types[type] ?? 0) + 1;
  return { city, types, aztecs: aztecs.length };
}

/** What cards bring later, in points. */
const LATER = { temple: 1.5, agent: 1, sheltered: 0.7 };
/** What it is worth to take an Aztec from a rival, with the point that it brings. */
const ROBBED = 4;

export function gainAtGlance(glance: Glance, card: Card, cities: readonly Quarters[]): number {
  switch (card.kind) {
    case 'aztec':
      return gainOfAztec(glance.types, card);
    case 'temple':
      return LATER.temple + LATER.sheltered * visibleIn(glance.city, card.colour);
    case 'codex':
      return ofCodex(glance, card.goal);
    case 'saucer':
      return ROBBED * cities.filter((city) => city !== glance.city && visibleIn(city, card.colour) > 0).length;
  }
}

const visibleIn = ({ visible }: Quarters, colour: Colour): number =>
  visible.reduce((sum, id) => (colourOf(id) === colour ? sum + 1 : sum), 0);

/** What an Aztec brings beside the others of these types. */
export function gainOfAztec(types: Glance['types'], { type, points = 0 }: AztecCard): number {
  const [priests, aliens] = [types.priest ?? 0, types.alien ?? 0];
  switch (type) {
    case 'eagle':
    case 'jaguar':
    case 'otomi':
      return nextWarrior(WARRIORS[type], types[type] ?? 0);
    case 'priest':
      return aliens > priests ? PAIR - ALONE : 0;
    case 'alien':
      return priests > aliens ? PAIR : points;
    case 'agent':
      return points + LATER.agent;
    case 'villager':
    case 'animal':
    case 'noble':
    case 'archivist':
      return points;
  }
}

/** The points of an Alien without a Priest. */
const ALONE = 3;

const nextWarrior = (worth: readonly number[], have: number): number =>
  have + 1 < worth.length ? (worth[have + 1] ?? 0) - (worth[have] ?? 0) : 0;

/** What a codex counts already, and what it will probably count at the end. */
function ofCodex({ city, aztecs }: Glance, goal: Goal): number {
  switch (goal.kind) {
    case 'hours':
      return goal.points * (1 + aztecs / HOURS);
    case 'temple':
      return goal.points * (1 + city.temples.length);
    case 'sheltered':
      return goal.points * (1 + city.temples.length);
    case 'set':
      return goal.points * (1 + aztecs / SET);
    case 'aztec':
      return goal.points * (2 + aztecs);
  }
}

/** One Aztec of four comes in the hours of a codex. */
const HOURS = 4;
/** This many Aztecs have about one of every colour. */
const SET = 6;
