/** Options as data, so that forms, checks, types and documentation come from one list. */

export type OptionValue = string | number | boolean;
export type Options = Readonly<Record<string, OptionValue>>;

export interface ChoiceSpec {
  readonly name: string;
  readonly type: 'choice';
  readonly default: string;
  readonly values: readonly string[];
  /** What choosing a value gives other options that are left open. */
  readonly sets?: Readonly<Record<string, Options>>;
}

export interface FlagSpec {
  readonly name: string;
  readonly type: 'flag';
  readonly default: boolean;
}

export interface IntegerSpec {
  readonly name: string;
  readonly type: 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Records that were begun when more was allowed may hold values up to this one. */
  readonly recordMax?: number;
  /** From `min` on, only each so many; 1 if absent. */
  readonly step?: number;
}

export type OptionSpec = ChoiceSpec | FlagSpec | IntegerSpec;

/** Option values under one name; what a preset leaves out has its default. */
export interface Preset {
  readonly id: string;
  readonly options: Options;
}
