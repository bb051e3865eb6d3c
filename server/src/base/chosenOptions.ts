/** The options of a match, from what a player has chosen of a game. */
import { type Options, type ResolvedOptions, resolveOptions } from '@flower-war/rules';
import type { Hosted } from './hostedGames.ts';
import { Refused } from './refused.ts';

interface Chosen {
  readonly preset?: string | undefined;
  readonly options?: object | undefined;
}

/** A preset and a value for each option. Refuses what the game does not have, and says what it has. */
export function chosenOptions(
  { game }: Hosted,
  { preset, options = {} }: Chosen,
): { preset: string; options: Options } {
  const resolved = resolveOptions(game, preset, options);
  if (!resolved.ok) throw new Refused('bad-options', resolved.option, wordsFor(resolved));
  return resolved;
}

/** Refuses a number of seats that the game does not have. */
export function mustSeat({ game }: Hosted, seats: number): void {
  const [fewest, most] = game.seats;
  if (seats < fewest || seats > most) throw new Refused('bad-options', 'seats', `It has ${fewest} to ${most} seats.`);
}

function wordsFor({ reason, allowed }: Extract<ResolvedOptions, { ok: false }>): string {
  const known = 'min' in allowed ? rangeOf(allowed) : allowed.join(', ');
  switch (reason) {
    case 'unknown-preset':
      return `Its presets are ${known}.`;
    case 'unknown-option':
      return `Its options are ${known}.`;
    case 'bad-value':
      return `This option takes ${known}.`;
  }
}

function rangeOf({
  min,
  max,
  step = 1,
}: {
  readonly min: number;
  readonly max: number;
  readonly step?: number;
}): string {
  return `a whole number from ${min} to ${max}${step === 1 ? '' : ` in steps of ${step}`}`;
}
