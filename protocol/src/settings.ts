/** Whether a record was begun as its game allows: engines trust their options, and a record may come from anybody. */
import type { AnyGame, OptionSpec } from '@flower-war/rules';
import type { EntryOf } from './record.ts';

/** What is wrong with the seats or options of a match, if anything. The preset is a label, which no rule reads. */
export function settingsProblem(
  { seats: [fewest, most], options }: AnyGame,
  created: EntryOf<'created'>,
): string | undefined {
  if (created.seats < fewest || created.seats > most) return `the game is for ${fewest} to ${most} seats`;
  const stray = Object.keys(created.options).find((given) => !options.some(({ name }) => name === given));
  if (stray !== undefined) return `the game has no option ${stray}`;
  const bad = options.find((spec) => !allows(spec, created.options[spec.name]));
  return bad && `the option ${bad.name} has no value that the game allows`;
}

function allows(spec: OptionSpec, value: unknown): boolean {
  switch (spec.type) {
    case 'choice':
      return typeof value === 'string' && spec.values.includes(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isInteger(value) && Number(value) >= spec.min && Number(value) <= spec.max;
  }
}
