import type { AnyGame, OptionSpec, Options, OptionValue } from './game.ts';

export type ResolvedOptions =
  | { readonly ok: true; readonly preset: string; readonly options: Options }
  | {
      readonly ok: false;
      readonly reason: 'unknown-preset' | 'unknown-option' | 'bad-value';
      /** The name that was wrong; for a preset, its id. */
      readonly option: string;
      /** What would have been right. */
      readonly allowed: readonly OptionValue[] | { readonly min: number; readonly max: number };
    };

type Offer = Pick<AnyGame, 'presets' | 'options'>;

/** Every option of the game with a lawful value: given, else from the preset, else the default. */
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
  const chosen = { ...preset.options, ...given } as Options;
  const complete = options.map((spec) => [spec.name, chosen[spec.name] ?? spec.default] as const);
  return { ok: true, preset: preset.id, options: Object.fromEntries(complete) };
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
      return Number.isInteger(value) && Number(value) >= spec.min && Number(value) <= spec.max;
  }
}

function allowedBy(spec: OptionSpec): Refusal['allowed'] {
  switch (spec.type) {
    case 'choice':
      return spec.values;
    case 'flag':
      return [false, true];
    case 'integer':
      return { min: spec.min, max: spec.max };
  }
}
