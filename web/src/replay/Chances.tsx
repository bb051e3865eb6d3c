/** The chances of all seats over a match, as a curve, and the moments in which luck or a mistake changed them most. */
import type { Moment } from '@flower-war/client';
import type { Mark } from '@flower-war/rules/telling';
import { useMemo } from 'react';
import { useTexts } from '../app/language.tsx';
import { Chart, InNumbers, Legend, quartersOf, signsOf } from '../match/ending/Ending.tsx';
import { ENDING_TEXTS } from '../match/ending/texts.ts';
import { stepAt, useMarkWords, usePercents, useTelling } from '../match/Luck.tsx';
import type { AccountSource } from '../match/outcome.ts';
import { ringIn, type TableProps } from '@flower-war/board/drawing';
import { REPLAY } from './texts.ts';
import { Button } from '../ui/forms.tsx';

interface ChancesProps {
  readonly account: AccountSource;
  readonly moments: readonly Moment[];
  /** The moment that is shown. */
  readonly index: number;
  /** The last one that the person may know. */
  readonly until: number;
  readonly isHidden: boolean;
  readonly table: Pick<TableProps, 'game' | 'view' | 'seat' | 'speech'>;
  readonly go: (index: number) => void;
}

/** What comes later than `until` changes nothing here: not the width of the curve, and not the number of marks. */
export function Chances({ account, moments, index, until, isHidden, table, go }: ChancesProps) {
  const texts = useTexts(REPLAY);
  const ending = useTexts(ENDING_TEXTS);
  const { telling, state } = useTelling(account);
  const { plain } = usePercents();
  const { seat: viewer, speech } = table;
  const byMoment = useMemo(() => chancesAt(moments, telling?.chances ?? []), [moments, telling]);
  if (telling === undefined)
    return (
      <section className={`chances card ${state}`}>
        <h2>{texts.chances}</h2>
        <p role="status">{ending.states[state]}</p>
      </section>
    );
  const known = byMoment.slice(0, until + 1);
  const seats = (known[0] ?? []).map((_, seat) => seat);
  const names = seats.map((seat) => speech.name(seat));
  const [signs, paints] = [signsOf(names), seats.map((seat) => paintOf(table, seat))];
  const numbered = marksUntil(telling.marks[viewer ?? seats.length] ?? [], moments, until);
  return (
    <section className={`chances card${isHidden ? ' hiding' : ''}`}>
      <h2>{texts.chances}</h2>
      <Chart
        lines={seats.map((seat) => known.map((by) => by[seat] ?? 0))}
        signs={signs}
        range={[0, MILLION]}
        label={isHidden ? texts.chartHidden : texts.chart}
        paints={paints}
        levels={[0, 0.5, 1].map((part) => ({ value: part * MILLION, text: plain(part * MILLION) }))}
        here={index}
        marks={numbered.map(({ mark, at }) => ({ index: at, line: mark.of }))}
      />
      <Legend
        signs={signs}
        names={names}
        paints={paints}
        values={seats.map((seat) => plain(known[index]?.[seat] ?? 0))}
      />
      <Marks marks={numbered} isComing={state === 'coming'} moments={moments} index={index} table={table} go={go} />
      <InNumbers
        names={names}
        rows={quartersOf(known.length).map((row) => ({
          index: row,
          cells: seats.map((seat) => plain(known[row]?.[seat] ?? 0)),
        }))}
      />
    </section>
  );
}

const MILLION = 1_000_000;

/** The chances at each moment of a replay: those after the last entry that it shows. */
export function chancesAt(
  moments: readonly Pick<Moment, 'seq'>[],
  chances: readonly { readonly seq: number; readonly by: readonly number[] }[],
): readonly (readonly number[])[] {
  let next = 0;
  return moments.map(({ seq = 0 }) => {
    while ((chances[next + 1]?.seq ?? Number.POSITIVE_INFINITY) <= seq) next++;
    return chances[next]?.by ?? [];
  });
}

/** The colours of the tribes, also in games without tribes. */
const PAINTS = ['east', 'west', 'south', 'center', 'north', 'zenith'];

const paintOf = (table: ChancesProps['table'], seat: number): string =>
  `paint ${ringIn(table)?.tribes[seat]?.compass ?? PAINTS[seat]}`;

interface Numbered {
  readonly mark: Mark;
  /** Its place in the replay. */
  readonly at: number;
}

function marksUntil(marks: readonly Mark[], moments: readonly Moment[], until: number): readonly Numbered[] {
  return marks.map((mark) => ({ mark, at: stepAt(moments, mark.seq) })).filter(({ at }) => at >= 0 && at <= until);
}

interface MarksProps extends Pick<ChancesProps, 'moments' | 'index' | 'table' | 'go'> {
  readonly marks: readonly Numbered[];
  readonly isComing: boolean;
}

/** Each opens its step, and says there what happened. */
function Marks({ marks, isComing, moments, index, table: { game, seat, speech }, go }: MarksProps) {
  const texts = useTexts(REPLAY);
  const { signed } = usePercents();
  const tell = useMarkWords({ game, speech, viewer: seat });
  const none = isComing ? texts.marksComing : texts.noMarks;
  return (
    <>
      <h3>{texts.marks}</h3>
      {marks.length === 0 && <p role="status">{none}</p>}
      <ol className="marks-worth">
        {marks.map(({ mark, at }, number) => (
          <li key={mark.seq}>
            <Button
              aria-expanded={at === index}
              onClick={() => go(at)}
              text={texts.marked(number + 1, at + 1, texts.mark[mark.kind], speech.name(mark.of), signed(mark.by))}
            />
            {at === index && <p>{tell(mark, moments[at]?.events ?? [])}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}
