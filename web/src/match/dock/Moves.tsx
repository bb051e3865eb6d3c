import { lazy, Suspense } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { useSetting } from '../../app/setting.ts';
import { type Choice, narrowed } from '../../moves/picks.ts';
import { takingTemple } from '../../moves/takingTemple.ts';
import { hasTimeToConfirm, wantsCare } from '../../moves/stakes.ts';
import { type Action, placeOf } from '../keys/keys.ts';
import { useKeys } from '../keys/useKeys.ts';
import { CAUTION } from './caution.ts';
import type { DockProps } from './dockProps.ts';
import { MoveList } from './MoveList.tsx';
import { OneMove } from './OneMove.tsx';
import { Question } from './Question.tsx';
import { Thing } from './Thing.tsx';
import { type Taps, useTaps } from './useTaps.ts';

/** Few players have a temple. */
const InBeads = lazy(async () => ({ default: (await import('../../temples/table/InBeads.tsx')).InBeads }));

/** The question, and its answers in words. A thing that was tapped leaves the moves that are about it. */
export function Moves(props: DockProps) {
  const { texts } = useLanguage();
  const { live, table, snapshot, choices, chosen } = props;
  const { taps, considered, shown, temple, inBeads, tap, doIt } = useAnswering(props);
  useKeys((action: Action) => {
    if (action === 'back') return chosen.pick === undefined && chosen.move === undefined ? false : did(chosen.clear());
    if (action === 'doIt') return considered === undefined ? false : did(doIt());
    const choice = considered === undefined ? shown[placeOf(action)] : undefined;
    return choice === undefined ? false : did(tap(choice));
  });
  return (
    <>
      <Question table={table} snapshot={snapshot} />
      {chosen.hasChanged && <p role="status">{texts.match.changed}</p>}
      <Refusal refused={taps.refused} game={table.game} />
      {chosen.pick !== undefined && (
        <p className="chosen-thing">
          <Thing {...table} pick={chosen.pick} isAlone={shown.length + inBeads.length === 0} />
          <button type="button" className="quiet" onClick={chosen.clear}>
            {choices.length > 0 ? texts.match.allMoves : texts.match.close}
          </button>
        </p>
      )}
      {temple !== undefined && inBeads.length > 0 && (
        <Suspense>
          <InBeads live={live} temple={temple} choices={inBeads} />
        </Suspense>
      )}
      {considered !== undefined ? (
        <OneMove choice={considered} all={choices} taps={taps} doIt={doIt} chosen={chosen} />
      ) : (
        <MoveList choices={shown} all={choices} taps={taps} tap={tap} />
      )}
    </>
  );
}

/** The key did something. What the call returned does not matter. */
const did = (_: unknown): true => true;

/** A tap plays a move, or asks once more where a slip of the finger would cost something. */
function useAnswering({ snapshot, choices, play, chosen }: DockProps) {
  const isCautious = useSetting(CAUTION);
  const taps = useTaps(play, chosen.isFresh);
  const temple = takingTemple(snapshot.table, snapshot.seat);
  const isInBeads = ({ isPaidInBeads }: Choice) => temple !== undefined && isPaidInBeads;
  const about = narrowed(choices, chosen.pick);
  const inBeads = about.filter(isInBeads);
  const shown = about.filter((choice) => !isInBeads(choice));
  const answer = ({ move }: Choice) => {
    if (!taps.isOpen()) return;
    chosen.answer();
    void taps.tap(move);
  };
  const tap = (choice: Choice) => {
    if (!taps.isOpen()) return;
    const { deadline } = snapshot;
    const hasTime = hasTimeToConfirm(deadline === undefined ? undefined : deadline - Date.now());
    if (isCautious && hasTime && wantsCare(choice, choices)) chosen.consider(choice.move);
    else answer(choice);
  };
  const considered =
    shown.find(({ move }) => move === chosen.move) ??
    (chosen.pick !== undefined && shown.length === 1 ? shown[0] : undefined);
  const doIt = () => considered !== undefined && answer(considered);
  return { taps, shown, temple, inBeads, considered, tap, doIt };
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
