/** Steps of a match, one after the other: buttons and keys go through them. */
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTexts } from '../language.tsx';
import { late } from '../late.ts';
import { BOARD_TEXTS } from '../tables/texts.ts';
import type { BoardPosition, Film, Tell } from './source.ts';
import type { TableProps } from './Table.tsx';
import { ELEMENT_TEXTS } from './texts.ts';

/** The tables come once there is something to lay on them. */
const LateTable = late(async () => (await import('./Table.tsx')).Table);

/** It alone waits for the tables: React runs the effects of all that waits again, and a match would be read twice. */
export function Table(props: TableProps) {
  const { loading } = useTexts(BOARD_TEXTS);
  return (
    <Suspense fallback={<p className="notice">{loading}</p>}>
      <LateTable {...props} />
    </Suspense>
  );
}

interface PastProps {
  readonly film: Film;
  readonly names?: readonly string[] | undefined;
  /** The match still goes on: the last step is shown until the person goes back. */
  readonly isRunning?: boolean;
  /** How late a running match is shown, in words; absent if it is shown at once. */
  readonly late?: string | undefined;
  /** How the match ended. The last step shows it, and none before. */
  readonly ending?: ReactNode;
  readonly tell: Tell;
}

export function Past({ film: { moments, ...rest }, names, isRunning = false, late: behind, ending, tell }: PastProps) {
  const texts = useTexts(ELEMENT_TEXTS);
  const last = moments.length - 1;
  const [chosen, setChosen] = useState<number | undefined>(isRunning ? undefined : 0);
  const index = Math.min(chosen ?? last, last);
  const moment = moments[index];
  const go = (to: number) => setChosen(isRunning && to >= last ? undefined : Math.max(0, Math.min(last, to)));
  useEffect(() => tell('step', { index, of: last + 1 }), [index, last, tell]);
  if (moment === undefined) return null;
  const press = (event: KeyboardEvent) => {
    const to = placeOf(event.key, { index, last });
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  const table: Omit<BoardPosition, 'view'> = rest;
  return (
    <Table {...table} view={moment.view} events={moment.events} names={names}>
      <fieldset className="steps" part="steps" aria-label={texts.steps} title={texts.keys} onKeyDown={press}>
        {WAYS.map(([name, lines, key]) => {
          const to = placeOf(key, { index, last }) ?? index;
          return (
            <button
              key={name}
              type="button"
              aria-label={texts[name]}
              aria-disabled={to === index}
              onClick={() => go(to)}
            >
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={lines} />
              </svg>
            </button>
          );
        })}
        <span>{texts.place(index + 1, last + 1)}</span>
        {isRunning && chosen === undefined && <small>{behind ?? texts.follows}</small>}
      </fieldset>
      {index === last && ending}
    </Table>
  );
}

const WAYS = [
  ['first', 'M6 5v14M19 5l-9 7 9 7z', 'Home'],
  ['back', 'M15 5l-8 7 8 7', 'ArrowLeft'],
  ['forward', 'M9 5l8 7-8 7', 'ArrowRight'],
  ['last', 'M18 5v14M5 5l9 7-9 7z', 'End'],
] as const;

/** Where a key leads; nothing for other keys. */
function placeOf(key: string, { index, last }: { readonly index: number; readonly last: number }) {
  const places: Readonly<Record<string, number>> = {
    Home: 0,
    ArrowLeft: Math.max(0, index - 1),
    ArrowRight: Math.min(last, index + 1),
    End: last,
  };
  return Object.hasOwn(places, key) ? places[key] : undefined;
}
