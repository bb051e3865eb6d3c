import { useEffect } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { type Choice, narrowed } from '../../moves/picks.ts';
import { aboutThing } from '../../tables/aboutThing.ts';
import { TimeLeft } from '../../ui/TimeLeft.tsx';
import type { DockProps } from './dockProps.ts';
import { type Taps, useTaps } from './useTaps.ts';

/** The question, and its answers in words. A thing that was tapped leaves the moves that are about it. */
export function Moves({ table, snapshot, choices, play, unchoose, hasChanged }: DockProps) {
  const { texts } = useLanguage();
  const { chosen } = table;
  const taps = useTaps(play, snapshot.decision);
  const shown = narrowed(choices, chosen);
  useDigits(shown, taps);
  return (
    <>
      <Question table={table} snapshot={snapshot} />
      {hasChanged && <p role="status">{texts.match.changed}</p>}
      <Refusal refused={taps.refused} game={table.game} />
      {chosen !== undefined && (
        <p className="chosen-thing">
          <Thing {...table} pick={chosen} isAlone={shown.length === 0} />
          <button type="button" className="quiet" onClick={unchoose}>
            {choices.length > 0 ? texts.match.allMoves : texts.match.close}
          </button>
        </p>
      )}
      {chosen !== undefined && shown.length === 1 ? (
        <OneMove choice={shown[0]} taps={taps} />
      ) : (
        <MoveList choices={shown} taps={taps} />
      )}
    </>
  );
}

type TableAndSnapshot = Pick<DockProps, 'table' | 'snapshot'>;

/** What is asked of the player; or, quietly, what the match waits for. */
function Question({ table, snapshot }: TableAndSnapshot) {
  const { words, texts } = useLanguage();
  const { game, view, speech } = table;
  const { seat, decision, deadline, windowDeadline, isOver } = snapshot;
  const isAsked = seat !== undefined && decision !== undefined && !isOver;
  return (
    <div className={`question${isAsked ? ' asked' : ''}`}>
      <p aria-live={isAsked ? 'assertive' : 'off'}>
        {isAsked
          ? (words.prompt(game, view, speech) ?? texts.match.yourMove)
          : isOver || seat === undefined
            ? ''
            : texts.match.others}
      </p>
      {isAsked && <TimeLeft deadline={deadline} warns />}
      {isAsked && windowDeadline !== undefined && <small>{texts.match.onlyYou}</small>}
    </div>
  );
}

function Refusal({ refused, game }: { readonly refused: Taps['refused']; readonly game: string }) {
  const { words, texts } = useLanguage();
  if (refused === undefined) return null;
  const text = refused.kind === 'rejected' ? words.refusal(refused, game) : texts.unreachable;
  return (
    <p role="alert" className="refused">
      {text}
    </p>
  );
}

interface ThingProps extends Pick<DockProps['table'], 'game' | 'view' | 'speech'> {
  readonly pick: NonNullable<DockProps['table']['chosen']>;
  readonly isAlone: boolean;
}

/** What was tapped; explained if no move is about it. */
function Thing({ pick, isAlone, speech, ...seen }: ThingProps) {
  const { words, texts } = useLanguage();
  const { title, lines } = aboutThing(seen, pick, { words, texts, speech });
  return (
    <span>
      <b>{title}</b> {isAlone && lines.join(' ')}
    </span>
  );
}

interface OneMoveProps {
  readonly choice: Choice | undefined;
  readonly taps: Taps;
}

function OneMove({ choice, taps }: OneMoveProps) {
  const { texts } = useLanguage();
  if (choice === undefined) return null;
  return (
    <div className="one-move">
      <p>
        {choice.sentence} <small>{choice.about}</small>
      </p>
      <button
        type="button"
        className="move main"
        aria-busy={taps.pending === choice.move}
        disabled={taps.pending !== undefined}
        onClick={() => void taps.tap(choice.move)}
      >
        {texts.match.doIt}
      </button>
    </div>
  );
}

interface MoveListProps {
  readonly choices: readonly Choice[];
  readonly taps: Taps;
}

function MoveList({ choices, taps }: MoveListProps) {
  return (
    <ol className="move-list">
      {choices.map(({ move, sentence, about }, place) => (
        <li key={move}>
          <button
            type="button"
            className="move"
            aria-busy={taps.pending === move}
            disabled={taps.pending !== undefined}
            onClick={() => void taps.tap(move)}
          >
            {place < KEYS && (
              <i className="key" aria-hidden="true">
                {place + 1}
              </i>
            )}
            <span>
              {sentence} {about !== '' && <small>{about}</small>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The keys 1 to 9 play the first moves of the list. */
const KEYS = 9;

function useDigits(choices: readonly Choice[], { tap }: Taps): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null;
      const choice = choices[Number(event.key) - 1];
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (/^[1-9]$/.test(event.key) && choice !== undefined) void tap(choice.move);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [choices, tap]);
}
