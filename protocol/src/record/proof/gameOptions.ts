/**
 * Whether the settings of a record are those of its game. Engines trust their options, and any person can write a
 * record.
 */
import type { AnyGame, OptionSpec } from '@flower-war/rules';
import * as z from 'zod';
import type { EntryOf } from '../entry/entries.ts';

/**
 * What is wrong with the seats, preset or options of a match, if anything. The preset matters because ratings count by
 * it.
 */
export function settingsProblem(
  { seats: [fewest, most], presets, options, optionAmiss }: AnyGame,
  created: EntryOf<'created'>,
): string | undefined {
  if (created.seats < fewest || created.seats > most) return `the game is for ${fewest} to ${most} seats`;
  if (!presets.some(({ id }) => id === created.preset)) return `the game has no preset ${created.preset}`;
  const lawful = z.strictObject(Object.fromEntries(options.map((spec) => [spec.name, lawfulFor(spec)])));
  const issue = lawful.safeParse(created.options).error?.issues[0];
  const amiss = issue === undefined && optionAmiss?.(created.options, created.seats);
  if (amiss) return `the option ${amiss} has no value that the game allows with ${created.seats} seats`;
  if (issue === undefined) return undefined;
  if (issue.code === 'unrecognized_keys') return `the game has no option ${issue.keys[0]}`;
  return `the option ${String(issue.path[0])} has no value that the game allows`;
}

function lawfulFor(spec: OptionSpec): z.ZodType {
  switch (spec.type) {
    case 'choice':
      return z.enum(spec.values);
    case 'flag':
      return z.boolean();
    case 'integer':
      return z
        .int()
        .min(spec.min)
        .max(spec.recordMax ?? spec.max)
        .refine((value) => (value - spec.min) % (spec.step ?? 1) === 0);
  }
}
