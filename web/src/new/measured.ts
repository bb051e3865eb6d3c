/** What was measured of matches between equal bots. `npm run do -- lengths --write` makes the data. */
import lengths from './data/lengths.json' with { type: 'json' };
import { type Draft, type Hosted, optionIn } from './draft.ts';

export type Measured = (typeof lengths)[number];

/** Nothing if no match with these rules was measured. */
export function measuredOf(game: Hosted, draft: Draft): Measured | undefined {
  const spec = game.options.find(({ name }) => name === 'length');
  const length = spec === undefined ? '' : String(optionIn(game, draft, spec));
  if (Object.keys(draft.options).some((name) => name !== 'length')) return undefined;
  return lengths.find((one) => one.preset === draft.preset && one.length === length && one.seats === draft.seats);
}
