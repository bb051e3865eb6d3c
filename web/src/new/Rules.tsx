import type { OptionValue } from '@flower-war/client';
import { useId } from 'react';
import { useLanguage, useTexts } from '../app/language.tsx';
import { type Draft, type Hosted, type OptionSpec, optionIn, withOption } from './draft.ts';
import { NEW } from './texts.ts';

interface Props {
  readonly game: Hosted;
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
}

/** Every rule of the game that a host can change, each value in a sentence. */
export function Rules({ game, draft, change }: Props) {
  const told = useTexts(NEW);
  const specs = game.options.filter(({ name }) => name !== 'length');
  const changed = specs.filter(({ name }) => draft.options[name] !== undefined).length;
  return (
    <details className="card">
      <summary>
        {told.rules(specs.length)} {changed > 0 && <small>{told.changed(changed)}</small>}
      </summary>
      {changed > 0 && (
        <button type="button" onClick={() => change({ ...draft, options: {} })}>
          {told.asBefore}
        </button>
      )}
      <div className="manners">
        {specs.map((spec) => (
          <Rule
            key={spec.name}
            game={game}
            spec={spec}
            value={optionIn(game, draft, spec)}
            choose={(value) => change(withOption(game, draft, spec, value))}
          />
        ))}
      </div>
    </details>
  );
}

interface RuleProps {
  readonly game: Hosted;
  readonly spec: OptionSpec;
  readonly value: OptionValue;
  readonly choose: (value: OptionValue) => void;
}

function Rule({ game, spec, value, choose }: RuleProps) {
  const { words } = useLanguage();
  const id = useId();
  const { title, value: sentence } = words.option(game.id, spec.name, value);
  return (
    <div className="rule-choice">
      <label htmlFor={id}>{title}</label>
      {spec.type === 'integer' ? (
        <>
          <Count id={id} spec={spec} value={Number(value)} choose={choose} />
          <small>{sentence}</small>
        </>
      ) : (
        <select
          id={id}
          value={String(value)}
          onChange={({ currentTarget }) => choose(valueIn(spec, currentTarget.value))}
        >
          {valuesOf(spec).map((one) => (
            <option key={String(one)} value={String(one)}>
              {words.option(game.id, spec.name, one).value}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

interface CountProps {
  readonly id: string;
  readonly spec: Extract<OptionSpec, { readonly type: 'integer' }>;
  readonly value: number;
  readonly choose: (value: number) => void;
}

/** A number that the rules do not allow is not taken. */
function Count({ id, spec: { min, max, step = 1 }, value, choose }: CountProps) {
  const { number } = useTexts(NEW);
  return (
    <input
      id={id}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      step={step}
      defaultValue={value}
      key={value}
      title={number(min, max)}
      onChange={({ currentTarget }) => currentTarget.validity.valid && choose(currentTarget.valueAsNumber)}
    />
  );
}

const valuesOf = (spec: OptionSpec): readonly OptionValue[] => (spec.type === 'choice' ? spec.values : [true, false]);

const valueIn = (spec: OptionSpec, text: string): OptionValue => (spec.type === 'flag' ? text === 'true' : text);
