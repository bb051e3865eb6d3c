/** A match as its host plans it, and what the server is asked for in the end. */
import type { OptionValue, TableSettings } from '@flower-war/client';
import { type Hosted, usualBot } from '../app/player.tsx';
import lengths from './data/lengths.json' with { type: 'json' };

export type OptionSpec = Hosted['options'][number];
type Options = Readonly<Record<string, OptionValue>>;

/** Clocks that people know, by their names on the page. The protocol has every other one. */
const CLOCKS = {
  none: { kind: 'none' },
  quick: { kind: 'turn', seconds: 30 },
  turn: { kind: 'turn', seconds: 90 },
  bank: { kind: 'bank', seconds: 900, increment: 5 },
  days: { kind: 'days', days: 2 },
} as const satisfies Readonly<Record<string, TableSettings['clock']>>;

/** What the host chooses beside the rules. */
export interface TableDraft
  extends Pick<TableSettings, 'absence' | 'visibility' | 'watching' | 'talk' | 'approval' | 'rated'> {
  readonly clock: keyof typeof CLOCKS;
  readonly habits: NonNullable<TableSettings['habits']>;
  /** Whether the clock of a player on vacation stands. Only a clock of days asks for it. */
  readonly vacation: boolean;
  /** Whether bots take the seats that stay free. */
  readonly fills: boolean;
  /** Whether bots of players may sit down. */
  readonly programs: boolean;
}

export interface Draft {
  readonly preset: string;
  readonly seats: number;
  /** How many bots sit down at once, and which. */
  readonly bots: number;
  readonly bot: string;
  /** What differs from the preset. */
  readonly options: Options;
  readonly table: TableDraft;
}

const USUAL_TABLE: TableDraft = {
  clock: 'none',
  absence: 'casual',
  habits: 'usual',
  visibility: 'private',
  watching: 'open',
  talk: 'free',
  approval: false,
  rated: true,
  vacation: true,
  fills: false,
  programs: false,
};

const FILL_SECONDS = 60;

export function usualDraft({ presets, usualSeats, bots }: Hosted): Draft {
  return {
    preset: presets[0]?.id ?? '',
    seats: usualSeats,
    bots: 0,
    bot: usualBot(bots),
    options: {},
    table: USUAL_TABLE,
  };
}

/** The player and the challenged one; bots take all other seats. */
export const withTwoPeople = (draft: Draft): Draft => ({ ...draft, bots: Math.max(draft.seats - 2, 0) });

/** As the server resolves it: the host's value, else one that another option brings, else the preset's, else the usual one. */
export function optionIn(
  game: Hosted,
  { preset, options }: Pick<Draft, 'preset' | 'options'>,
  spec: OptionSpec,
): OptionValue {
  const given: Options = presetOptions(game, preset);
  const own = options[spec.name];
  if (own !== undefined) return own;
  return (
    broughtIn(game.options, (other) => options[other.name] ?? given[other.name] ?? other.default, spec.name) ??
    given[spec.name] ??
    spec.default
  );
}

export const presetOptions = ({ presets }: Hosted, preset: string): Options =>
  (presets.find(({ id }) => id === preset)?.options ?? {}) as Options;

function broughtIn(specs: readonly OptionSpec[], value: (spec: OptionSpec) => OptionValue, name: string) {
  for (const spec of specs) {
    const brought = spec.type === 'choice' ? spec.sets?.[String(value(spec))]?.[name] : undefined;
    if (brought !== undefined) return brought;
  }
  return undefined;
}

/** The same draft with another value of an option. A value that holds anyhow is not kept. */
export function withOption(game: Hosted, draft: Draft, spec: OptionSpec, value: OptionValue): Draft {
  const { [spec.name]: _, ...others } = draft.options;
  const left: Draft = { ...draft, options: others };
  return optionIn(game, left, spec) === value ? left : { ...draft, options: { ...others, [spec.name]: value } };
}

export function matchOf(game: Hosted, { preset, seats, bots, bot, options, table }: Draft) {
  const { clock, fills, programs, vacation, ...others } = table;
  const days = clock === 'days' ? { vacation } : {};
  const open = programs ? { programs: 'allowed' as const } : {};
  return {
    game: game.id as string,
    preset,
    seats,
    options,
    table: { ...others, ...days, ...open, clock: CLOCKS[clock], fillSeconds: fills ? FILL_SECONDS : 0 },
    bots: Array.from({ length: bots }, () => ({ bot })),
  };
}

// What was measured of matches between equal bots. `npm run do -- lengths --write` makes the data.

type Measured = (typeof lengths)[number];

/** Nothing if no match with these rules was measured. */
export function measuredOf(game: Hosted, draft: Draft): Measured | undefined {
  const spec = game.options.find(({ name }) => name === 'length');
  const length = spec === undefined ? '' : String(optionIn(game, draft, spec));
  if (Object.keys(draft.options).some((name) => name !== 'length')) return undefined;
  return lengths.find((one) => one.preset === draft.preset && one.length === length && one.seats === draft.seats);
}
