/** Why some rows are not as they should be. A test asks for a remark wherever the table names a fault. */
export interface Remark {
  readonly preset: string;
  /** The lengths that it explains; all if absent. */
  readonly lengths?: readonly string[];
  readonly text: string;
}

export const REMARKS: readonly Remark[] = [
  {
    preset: 'flower-war-early',
    lengths: ['standard'],
    text: `With four seats more matches have no winner than the 51 % of the documents. The documents fix the rules of the standard length, so
they stay. The model of the documents sacrifices less often: there the apocalypse comes in round 75, here in round 55, when the signs
are still scattered. The option \`noWinnerFallback=mostSigns\` gives each match a winner, as the short length does.`,
  },
];
