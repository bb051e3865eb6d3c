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
