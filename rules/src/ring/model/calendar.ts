/** The ring of twenty days: the print on the board, and its arithmetic. */

/** 1..20, in the order of travel. */
export type Day = number;
export const DAYS = 20;

export const DAY_NAMES = [
  'cipactli',
  'ehecatl',
  'calli',
  'cuetzpalin',
  'coatl',
  'miquiztli',
  'mazatl',
  'tochtli',
  'atl',
  'itzcuintli',
  'ozomahtli',
  'malinalli',
  'acatl',
  'ocelotl',
  'cuauhtli',
  'cozcacuauhtli',
  'olin',
  'tecpatl',
  'quiyahuitl',
  'xochitl',
] as const;

/** Where a tribe comes from; also the name of its seat. */
export type Compass = 'east' | 'north' | 'west' | 'south' | 'center' | 'zenith';
export const COMPASS: readonly Compass[] = ['east', 'north', 'west', 'south', 'center', 'zenith'];

const NUMBERS: ReadonlyMap<string, Day> = new Map(DAY_NAMES.map((name, index) => [name, index + 1]));

export const dayNamed = (name: string): Day | undefined => NUMBERS.get(name);
export const nameOf = (day: Day): string => DAY_NAMES[day - 1] ?? '';

/** The day to which any number wraps around, forward or back. */
export const wrap = (day: number): Day => ((((day - 1) % DAYS) + DAYS) % DAYS) + 1;

/** Steps in the direction of travel. */
export const forward = (from: Day, to: Day): number => (to - from + DAYS) % DAYS;
export const distance = (a: Day, b: Day): number => Math.min(forward(a, b), forward(b, a));

/** The day just before a seat's line on the board, so that its first step enters its own quarter. */
const THRESHOLDS: Readonly<Record<Compass, Day>> = { east: 20, north: 5, west: 10, south: 15, center: 13, zenith: 3 };
const FIRSTS: Readonly<Record<Compass, Day>> = { east: 1, north: 6, west: 11, south: 16, center: 13, zenith: 3 };

export const START_DAYS = { threshold: THRESHOLDS, firstOfQuadrant: FIRSTS } as const;
