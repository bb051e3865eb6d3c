/** What a bot counts in the cities before it weighs them. */
import { at } from '../../json.ts';
import {
  type AztecCard,
  type AztecType,
  type Card,
  cardOf,
  type Colour,
  colourOf,
  COLOURS,
  type Goal,
} from '../cards.ts';
import { aztecOf, aztecsIn, type City, type Quarters, shelteredIn, visibleOf } from '../state.ts';
import { PAIR, scoresOf, totalOf, WARRIORS } from '../scoring.ts';

export interface Census {
  readonly score: number;
  readonly types: Readonly<Partial<Record<AztecType, number>>>;
  readonly aztecs: number;
  readonly sheltered: number;
  /** The visible Aztecs by colour: how many there are, and what the dearest brings. */
  readonly visible: readonly Exposed[];
  /** What the visible Archivists would bring under a temple. */
  readonly bonuses: number;
  /** The Agents that are at work. */
  readonly agents: number;
  readonly temples: number;
  /** The colours of the temples. */
  readonly colours: ReadonlySet<Colour>;
  readonly goals: readonly Goal[];
  /** Whether the fewest pink Aztecs are here, if that costs points. */
  readonly isPoor: boolean;
  /** How many pink Aztecs more the city has than the poorest of the others, between -3 and 3. */
  readonly pinkLead: number;
}

interface Exposed {
  readonly colour: Colour;
  readonly count: number;
  readonly dearest: number;
}

/** By seat. */
export function censusesOf(cities: readonly City[], removed: Colour | 'none'): readonly Census[] {
  const scores = scoresOf(cities, removed).map(totalOf);
  const pinks = cities.map((city) => aztecsIn(city).filter(({ colour }) => colour === 'P').length);
  return cities.map((city, seat) => {
    const rivals = pinks.filter((_, other) => other !== seat && cities[other]?.isHere === true);
    const lead = removed === 'P' ? 0 : at(pinks, seat) - Math.min(...rivals);
    return {
      ...counted(city),
      score: at(scores, seat),
      isPoor: removed !== 'P' && lead <= 0,
      pinkLead: Math.max(-MOST_LEAD, Math.min(MOST_LEAD, lead)),
    };
  });
}

const MOST_LEAD = 3;

function counted(city: City): Omit<Census, 'score' | 'isPoor' | 'pinkLead'> {
  const aztecs = aztecsIn(city);
  const types: Partial<Record<AztecType, number>> = {};
  for (const { type } of aztecs) types[type] = (types[type] ?? 0) + 1;
  return {
    types,
    aztecs: aztecs.length,
    sheltered: shelteredIn(city).length,
    visible: COLOURS.map((colour) => exposed(city, colour, types)).filter(({ count }) => count > 0),
    bonuses: city.visible.reduce((sum, id) => sum + (aztecOf(id).bonus ?? 0), 0),
    agents: city.visible.filter((id) => aztecOf(id).type === 'agent').length,
    temples: city.temples.length,
    colours: new Set(city.temples.flatMap(({ card }) => coloured(card))),
    goals: city.codices.flatMap((id) => goalOf(id)),
  };
}

function exposed(city: City, colour: Colour, types: Census['types']): Exposed {
  const brings = visibleOf(city, colour).map((id) => {
    const aztec = aztecOf(id);
    return gainOfAztec({ ...types, [aztec.type]: (types[aztec.type] ?? 0) - 1 }, aztec);
  });
  return { colour, count: brings.length, dearest: Math.max(0, ...brings) };
}

function coloured(id: string): readonly Colour[] {
  const card = cardOf(id);
  return card.kind === 'codex' ? [] : [card.colour];
}

function goalOf(id: string): readonly Goal[] {
  const card = cardOf(id);
  return card.kind === 'codex' ? [card.goal] : [];
}

// A quick estimate of what a card brings to a city, without scoring the city anew.

/** What the estimate looks at. */
interface Glance {
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
function gainOfAztec(types: Glance['types'], { type, points = 0 }: AztecCard): number {
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
