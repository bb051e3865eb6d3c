import { useTexts } from '../app/language.tsx';
import { Choice } from '../ui/Choice.tsx';
import { CLOCK_NAMES, type TableDraft } from './draft.ts';
import { NEW } from './texts.ts';

interface Props {
  readonly table: TableDraft;
  readonly change: (table: TableDraft) => void;
}

const keysOf = <Key extends string>(names: Readonly<Record<Key, string>>) => Object.keys(names) as Key[];

/** What the host chooses beside the rules: time, privacy, talk, absence, habits. */
export function TableManners({ table, change }: Props) {
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

interface SwitchProps {
  readonly title: string;
  readonly isOn: boolean;
  readonly turn: (isOn: boolean) => void;
}

function Switch({ title, isOn, turn }: SwitchProps) {
  return (
    <label className="switch">
      <input type="checkbox" checked={isOn} onChange={() => turn(!isOn)} />
      {title}
    </label>
  );
}
