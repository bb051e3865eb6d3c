/** Options as data, so that forms, checks, types and documentation come from one list. */

export type OptionValue = string | number | boolean;

export type Options = Readonly<Record<string, OptionValue>>;

export interface ChoiceSpec<Name extends string = string, Value extends string = string> {
  readonly name: Name;
  readonly type: 'choice';
  readonly default: Value;
  readonly values: readonly Value[];
  /** For each value, the values that it gives to other options that the host leaves open. */
  readonly sets?: Readonly<Record<string, Options>>;
}

export interface FlagSpec<Name extends string = string> {
  readonly name: Name;
  readonly type: 'flag';
  readonly default: boolean;
}

export interface IntegerSpec<Name extends string = string> extends Bounds {
  readonly name: Name;
  readonly type: 'integer';
}

interface Bounds {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Old records may hold values up to this one, because `max` was once higher. */
  readonly recordMax?: number;
  /** The distance between allowed values, counted from `min`; 1 if absent. */
  readonly step?: number;
}

export type OptionSpec = ChoiceSpec | FlagSpec | IntegerSpec;

/** The first value is the default. */
export const choice = <const Name extends string, const Value extends string>(
  name: Name,
  ...values: readonly [Value, ...Value[]]
): ChoiceSpec<Name, Value> => ({ name, type: 'choice', default: values[0], values });

export const flag = <const Name extends string>(name: Name, value = false): FlagSpec<Name> => ({
  name,
  type: 'flag',
  default: value,
});

export const integer = <const Name extends string>(name: Name, bounds: Bounds): IntegerSpec<Name> => ({
  name,
  type: 'integer',
  ...bounds,
});

/** A value for each option of a list, as `resolveOptions` gives them. */
export type SettingsOf<List extends readonly OptionSpec[]> = {
  readonly [Spec in List[number] as Spec['name']]: ValueOf<Spec>;
};

type ValueOf<Spec extends OptionSpec> = Spec extends ChoiceSpec
  ? Spec['values'][number]
  : Spec extends FlagSpec
    ? boolean
    : number;

/** Option values under one name. An option that the preset leaves out has its default. */
export interface Preset {
  readonly id: string;
  readonly options: Options;
}

/** The presets of a game with these options. */
export type PresetsFor<Settings> = readonly { readonly id: string; readonly options: Partial<Settings> }[];

export type ResolvedOptions =
  | { readonly ok: true; readonly preset: string; readonly options: Options }
  | {
      readonly ok: false;
      readonly reason: 'unknown-preset' | 'unknown-option' | 'bad-value';
      /** The name that was wrong; for a preset, its id. */
      readonly option: string;
      /** The values that are allowed. */
      readonly allowed: readonly OptionValue[] | { readonly min: number; readonly max: number; readonly step?: number };
    };

interface Offer {
  readonly presets: readonly Preset[];
  readonly options: readonly OptionSpec[];
}

/** Gives every option a value: the given one, else one set by another option, else the preset's, else its default. */
export function resolveOptions(
  { presets, options }: Offer,
  presetId: string | undefined,
  given: object,
): ResolvedOptions {
  const preset = presetId === undefined ? presets[0] : presets.find(({ id }) => id === presetId);
  if (!preset)
    return no(
      'unknown-preset',
      String(presetId),
      presets.map(({ id }) => id),
    );
  const names = options.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) return no('unknown-option', unknown, names);
  const bad = options.find((spec) => Object.hasOwn(given, spec.name) && !lawful(spec, Reflect.get(given, spec.name)));
  if (bad) return no('bad-value', bad.name, allowedBy(bad));
  const wanted = { ...preset.options, ...given } as Options;
  const chosen = { ...preset.options, ...setBy(options, wanted), ...given } as Options;
  const complete = options.map((spec) => [spec.name, chosen[spec.name] ?? spec.default] as const);
  return { ok: true, preset: preset.id, options: Object.fromEntries(complete) };
}

/** The values that the chosen values set for other options. */
function setBy(options: readonly OptionSpec[], chosen: Options): Options {
  const sets = options.map((spec) => (spec.type === 'choice' ? spec.sets?.[String(chosen[spec.name])] : undefined));
  return Object.assign({}, ...sets);
}

type Refusal = Extract<ResolvedOptions, { ok: false }>;

const no = (reason: Refusal['reason'], option: string, allowed: Refusal['allowed']): Refusal => ({
  ok: false,
  reason,
  option,
  allowed,
});

function lawful(spec: OptionSpec, value: unknown): boolean {
  switch (spec.type) {
    case 'choice':
      return typeof value === 'string' && spec.values.includes(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isInteger(value) && isWithin(spec, Number(value));
  }
}

const isWithin = ({ min, max, step = 1 }: Extract<OptionSpec, { type: 'integer' }>, value: number): boolean =>
  value >= min && value <= max && (value - min) % step === 0;

function allowedBy(spec: OptionSpec): Refusal['allowed'] {
  switch (spec.type) {
    case 'choice':
      return spec.values;
    case 'flag':
      return [false, true];
    case 'integer':
      return { min: spec.min, max: spec.max, ...(spec.step !== undefined && { step: spec.step }) };
  }
}
