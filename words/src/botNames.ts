/** Names for bots, so that a list of matches does not show the same bot at every seat. They are the same in every language. */
const NAMES: readonly string[] = [
  'Citlali',
  'Tenoch',
  'Nenetl',
  'Yaotl',
  'Papan',
  'Chimalli',
  'Izel',
  'Necalli',
  'Tonalli',
  'Zolin',
  'Ameyalli',
  'Itzcoatl',
  'Nelli',
  'Yoltic',
  'Eztli',
  'Huemac',
  'Tepin',
  'Centli',
];
/** Has no divisor in common with the number of names, so that no two seats of a match share a name. */
const STEP = 5;

/** A seat of a match. */
export interface SeatOfMatch {
  readonly match: string;
  readonly seat: number;
}

/** The same place always gives the same name. */
export function botNameAt({ match, seat }: SeatOfMatch): string {
  const start = [...match].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 0);
  return NAMES[(start + STEP * seat) % NAMES.length] ?? match;
}
