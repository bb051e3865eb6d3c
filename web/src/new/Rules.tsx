import type { OptionValue } from '@flower-war/client';
import { useId } from 'react';
import { useLanguage, useTexts } from '../app/language.tsx';
import { Choice } from '../ui/Choice.tsx';
import {
  CLOCK_NAMES,
  type Draft,
  type Hosted,
  optionIn,
  type OptionSpec,
  type TableDraft,
  withOption,
} from './draft.ts';
import { NEW } from './texts.ts';

/** Every rule of the game that a host can change, each value in a sentence. */
export function Rules({
  game,
  draft,
  change,
}: {
  readonly game: Hosted;
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
}) {
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

function Rule({
  game,
  spec,
  value,
  choose,
}: {
  readonly game: Hosted;
  readonly spec: OptionSpec;
  readonly value: OptionValue;
  readonly choose: (value: OptionValue) => void;
}) {
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

/** A number that the rules do not allow is not taken. */
function Count({
  id,
  spec: { min, max, step = 1 },
  value,
  choose,
}: {
  readonly id: string;
  readonly spec: Extract<OptionSpec, { readonly type: 'integer' }>;
  readonly value: number;
  readonly choose: (value: number) => void;
}) {
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
const keysOf = <Key extends string>(names: Readonly<Record<Key, string>>) => Object.keys(names) as Key[];

/** What the host chooses beside the rules: time, privacy, talk, absence, habits. */
export function TableManners({
  table,
  change,
}: {
  readonly table: TableDraft;
  readonly change: (table: TableDraft) => void;
}) {
  const told = useTexts(NEW);
  return (
    <div className="manners">
      <Choice
        title={told.clock}
        values={CLOCK_NAMES}
        chosen={table.clock}
        name={(clock) => told.clocks[clock]}
        choose={(clock) => change({ ...table, clock })}
      />
      <Choice
        title={told.visibility}
        values={keysOf(told.visibilities)}
        chosen={table.visibility}
        name={(visibility) => told.visibilities[visibility]}
        choose={(visibility) => change({ ...table, visibility })}
      />
      <Switch title={told.approval} isOn={table.approval} turn={(approval) => change({ ...table, approval })} />
      <Switch title={told.fills} isOn={table.fills} turn={(fills) => change({ ...table, fills })} />
      <Choice
        title={told.watching}
        values={keysOf(told.watchings)}
        chosen={table.watching}
        name={(watching) => told.watchings[watching]}
        choose={(watching) => change({ ...table, watching })}
      />
      <Choice
        title={told.talk}
        values={keysOf(told.talks)}
        chosen={table.talk}
        name={(talk) => told.talks[talk]}
        choose={(talk) => change({ ...table, talk })}
      />
      <Choice
        title={told.absence}
        values={keysOf(told.absences)}
        chosen={table.absence}
        name={(absence) => told.absences[absence]}
        choose={(absence) => change({ ...table, absence })}
      />
      <Choice
        title={told.habits}
        values={keysOf(told.paces)}
        chosen={table.habits}
        name={(habits) => told.paces[habits]}
        choose={(habits) => change({ ...table, habits })}
      />
      <Switch title={told.rated} isOn={table.rated} turn={(rated) => change({ ...table, rated })} />
    </div>
  );
}

function Switch({
  title,
  isOn,
  turn,
}: {
  readonly title: string;
  readonly isOn: boolean;
  readonly turn: (isOn: boolean) => void;
}) {
  return (
    <label className="switch">
      <input type="checkbox" checked={isOn} onChange={() => turn(!isOn)} />
      {title}
    </label>
  );
}
