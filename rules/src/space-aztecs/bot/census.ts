/** What a bot counts in the cities before it weighs them. */
import { at } from '../../json/at.ts';
import { type AztecType, COLOURS, type Colour, type Goal } from '../cards/card.ts';
import { cardOf } from '../cards/cards.ts';
import { aztecOf, aztecsIn, shelteredIn, visibleOf } from '../model/table.ts';
import type { City } from '../model/state.ts';
import { scoresOf, totalOf } from '../scoring.ts';
import { gainOfAztec } from './glance.ts';

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
