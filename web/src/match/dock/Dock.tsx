import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import type { Played } from '@flower-war/client/react';
import { ruleOf, ruleOfQuestion } from '@flower-war/words';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDeed } from '../../app/asked.tsx';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { useSetting } from '../../app/setting.ts';
import {
  aboutThing,
  Art,
  askedCards,
  type Cards,
  CardText,
  type Choice,
  type Chosen,
  forgoneBy,
  Hand,
  hasHand,
  late,
  pictureOfThing,
  type TableProps,
} from '@flower-war/board/drawing';
import { Status, TimeLeft } from '../../ui/controls.tsx';
import { isPaused, pauseText, type TableMatch } from '../place.ts';
import { RuleLink, type Step, Story } from '../Story.tsx';
import { DOCK_TEXTS } from '../texts.ts';
import { Several, type Taps, useAnswering } from './choosing.tsx';
import { type Action, actionAt, KEYS, KeySign, placeOf, useKeys, useWayToMoves, type WayToMoves } from './keys.tsx';
import { Button } from '../../ui/forms.tsx';

interface DockProps {
  readonly match: TableMatch;
  /** Absent at a table without a server, where no temple stands. */
  readonly live?: LiveMatch | undefined;
  readonly table: TableProps;
  readonly snapshot: MatchSnapshot;
  readonly choices: readonly Choice[];
  readonly story: readonly Step[];
  readonly play: (move: string) => Promise<Played>;
  readonly chosen: Chosen;
}

type Tab = 'moves' | 'hand' | 'log';

/** What to do, what the player holds, and what happened. A narrow screen shows one of these at a time. */
export function Dock(props: DockProps) {
  const { texts } = useLanguage();
  const { table, snapshot, story } = props;
  const isWatching = snapshot.seat === undefined;
  const first = isWatching ? 'log' : 'moves';
  const [tab, setTab] = useState<Tab>(first);
  // A new question, and a thing that was tapped, bring the moves back in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is when.
  useEffect(() => setTab(first), [snapshot.decision, table.chosen, first]);
  const moves = useRef<HTMLDivElement>(null);
  const isAsked = snapshot.decision !== undefined;
  const isNeeded = !snapshot.isOver && (isAsked || table.chosen !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question, its moves, and each thing that was tapped.
  useEffect(
    () => (isNeeded ? keepInSight(moves.current) : undefined),
    [isNeeded, snapshot.decision, props.choices, table.chosen],
  );
  // While the player waits, what just happened and the tabs are in sight.
  useEffect(() => {
    if (!isAsked) moves.current?.closest('.side')?.scrollTo(0, 0);
  }, [isAsked]);
  const way = useWayToMoves(moves, () => setTab('moves'));
  const all: readonly Tab[] = hasHand(table) ? ['moves', 'hand', 'log'] : ['moves', 'log'];
  const tabs = isWatching ? all.filter((name) => name !== 'moves').reverse() : all;
  return (
    <section className={`dock shows-${tab}${hasHand(table) ? '' : ' handless'}`}>
      <div className="tabs">
        {tabs.map((name) => (
          <Button
            key={name}
            className={`tab ${name}`}
            aria-pressed={name === tab}
            onClick={() => setTab(name)}
            text={texts.match.tabs[name]}
          />
        ))}
      </div>
      {!isWatching && (
        <div className="part moves" ref={moves}>
          <Moves {...props} {...way} />
        </div>
      )}
      <div className="part hand">
        <Hand {...table} />
      </div>
      <div className="part log">
        <Story story={story} game={table.game} speech={table.speech} />
      </div>
    </section>
  );
}

/** Where the window is too short for all of it, the page or what stands beside the board scrolls to a question that has come. */
function keepInSight(part: HTMLElement | null): () => void {
  const show = () => {
    const page = document.documentElement;
    const frames = [page, part?.closest('.side')].filter((frame) => frame instanceof HTMLElement);
    if (part === null || frames.every(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)) return;
    part.scrollIntoView({ block: part.offsetHeight > page.clientHeight ? 'start' : 'nearest' });
    part.querySelector('.move, .in-beads li')?.scrollIntoView({ block: 'nearest' }); // a long question may stand above
  };
  show();
  // Parts that come late take room from what was in sight.
  const watch = new ResizeObserver(show);
  for (const frame of [document.documentElement, part?.closest('.side')]) if (frame) watch.observe(frame);
  return () => watch.disconnect();
}

// The moves: the question, and its answers in words.

/** Few players have a temple. */
const InBeads = late(async () => (await import('../../temples/AtTable.tsx')).InBeads);

/** A thing that was tapped leaves the moves that are about it. */
function Moves(props: DockProps & WayToMoves) {
  const { texts } = useLanguage();
  const { onTable } = useTexts(DOCK_TEXTS);
  const { match, live, table, snapshot, choices, chosen, seek, leave, isInSight } = props;
  const hasLit = [...table.things.keys()].some((thing) => !thing.startsWith('verb:'));
  const { taps, considered, shown, temple, inBeads, tap, doIt, last, isCautious } = useAnswering(props);
  const { run } = useDeed();
  const undo = () => run(() => match.undo()); // a second press before the answer takes no other move back
  useKeys((action: Action) => {
    if (action === 'undo') return snapshot.canUndo ? did(undo()) : false;
    if (action === 'toMoves') return did(seek());
    if (action === 'back')
      return chosen.pick === undefined && chosen.move === undefined ? leave() : did(chosen.clear());
    if (!isInSight()) return did(seek()); // no key plays what is not seen
    if (action === 'doIt') return considered === undefined ? false : did(doIt());
    const choice = considered === undefined ? shown[placeOf(action)] : undefined;
    return choice === undefined ? false : did(tap(choice));
  });
  return (
    <>
      <Question table={table} snapshot={snapshot} choices={choices} />
      {chosen.hasChanged && <Status>{texts.match.changed}</Status>}
      <Refusal refused={taps.refused} game={table.game} />
      {snapshot.canUndo && <UndoButton takeBack={undo} last={last} />}
      {chosen.pick !== undefined && (
        <p className="chosen-thing">
          <Thing {...table} pick={chosen.pick} isAlone={shown.length + inBeads.length === 0} />
          <Button
            className="quiet"
            onClick={chosen.clear}
            text={choices.length > 0 ? texts.match.allMoves : texts.match.close}
          />
        </p>
      )}
      {live !== undefined && temple !== undefined && inBeads.length > 0 && (
        <Suspense>
          <InBeads live={live} temple={temple} choices={inBeads} />
        </Suspense>
      )}
      {considered !== undefined ? (
        <OneMove choice={considered} all={choices} taps={taps} doIt={doIt} chosen={chosen} />
      ) : (
        <>
          <MoveList choices={shown} all={choices} taps={taps} tap={tap} cards={table.speech.cards} />
          {live && !isCautious && <Several choices={shown} taps={taps} tap={tap} />}
          {hasLit && <p className="on-table">{onTable}</p>}
        </>
      )}
    </>
  );
}

/** The key did something. What the call returned does not matter. */
const did = (_: unknown): true => true;

/** Where a habit or a die follows at once, a move can be taken back for a moment that is too short to do it. */
const LASTS_MS = 100;

/** Takes back the last choice, as long as it has shown nothing. Its room is there from the start: no move slips from under a finger. */
function UndoButton({ takeBack, last }: { readonly takeBack: () => void; readonly last: Choice | undefined }) {
  const { undo, undone } = useTexts(DOCK_TEXTS);
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLasts, LASTS_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="undo" style={{ visibility: lasts ? 'visible' : 'hidden' }}>
      <button type="button" className="quiet" onClick={takeBack}>
        <span aria-hidden="true">↶</span> {undo} <KeySign action="undo" />
      </button>{' '}
      {last !== undefined && <small>{undone(last.sentence)}</small>}
    </p>
  );
}

function Refusal({ refused, game }: { readonly refused: Taps['refused']; readonly game: string }) {
  const { words, texts } = useLanguage();
  if (refused === undefined) return null;
  const text = refused.kind === 'rejected' ? words.refusal(refused, game) : texts.unreachable;
  const rule = refused.kind === 'rejected' ? ruleOf(game, refused.reason ?? '') : undefined;
  return (
    <p role="alert" className="refused">
      {text} <RuleLink game={game} rule={rule} />
    </p>
  );
}

interface MoveListProps {
  readonly choices: readonly Choice[];
  /** All moves of the question, also those that are not about the thing that was tapped. */
  readonly all: readonly Choice[];
  readonly taps: Taps;
  readonly tap: (choice: Choice, times?: number) => void;
  readonly cards: Cards;
}

/** The moves in words. What ends the step stands below the others, which scroll where they have no room. */
function MoveList(props: MoveListProps) {
  const moves = props.choices.map((choice, place) => ({ choice, place }));
  const [acts, passes] = [moves.filter(({ choice }) => !choice.isPass), moves.filter(({ choice }) => choice.isPass)];
  return (
    <>
      {acts.length > 0 && <Buttons {...props} moves={acts} />}
      {passes.length > 0 && <Buttons {...props} moves={passes} />}
    </>
  );
}

interface ButtonsProps extends MoveListProps {
  /** Each with its place among all, which its key has. */
  readonly moves: readonly { readonly choice: Choice; readonly place: number }[];
}

/** Each move has the picture of what it is about. */
function Buttons({ moves, all, taps, tap, cards }: ButtonsProps) {
  const { texts } = useLanguage();
  const { toMoves } = useSetting(KEYS);
  const areShort = moves.every(({ choice }) => choice.isPass || choice.about === '');
  const shape = `${moves.length > 2 ? ' many' : ''}${moves.length > 5 && areShort ? ' in-columns' : ''}`;
  return (
    <ol className={`move-list${shape}`} aria-label={texts.match.tabs.moves} aria-keyshortcuts={toMoves}>
      {moves.map(({ choice, place }) => (
        <li key={choice.move}>
          <button
            type="button"
            className={`move${choice.isPass ? ' pass' : ''}`}
            aria-busy={taps.pending === choice.move}
            disabled={taps.isShut}
            aria-disabled={taps.isFresh}
            data-about={choice.picks.join(' ')}
            onClick={() => tap(choice)}
          >
            <KeySign action={actionAt(place)} />
            <Picture picks={choice.picks} cards={cards} />
            <span>
              {choice.sentence} {choice.about !== '' && <small>{choice.about}</small>}
              <Forgone choice={choice} all={all} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The picture of what the move is about, as it stands on the table. */
function Picture({ picks, cards }: Pick<Choice, 'picks'> & Pick<MoveListProps, 'cards'>) {
  const [picture] = picks.flatMap((pick) => pictureOfThing(pick, cards) ?? []);
  return picture === undefined ? null : <Art of={picture} className="about" />;
}

interface OneMoveProps {
  readonly choice: Choice;
  /** All moves of the question, of which it is one. */
  readonly all: readonly Choice[];
  readonly taps: Taps;
  readonly doIt: () => void;
  readonly chosen: Chosen;
}

/** One move with all that it means, and the button that plays it. It stands at the edge, where no pass ever stands. */
function OneMove({ choice, all, taps, doIt, chosen }: OneMoveProps) {
  const { texts } = useLanguage();
  const { sure } = useTexts(DOCK_TEXTS);
  const button = useRef<HTMLButtonElement>(null);
  /** It was tapped already, and asks once more. */
  const isSecond = chosen.move !== undefined;
  // Before the next key, which answers it.
  useLayoutEffect(() => {
    if (isSecond) button.current?.focus();
  }, [isSecond]);
  return (
    <div className="one-move">
      <p>
        {isSecond && <strong>{sure}</strong>} {choice.sentence} <small>{choice.about}</small>
        <Forgone choice={choice} all={all} />
      </p>
      <button
        type="button"
        className="move main"
        aria-busy={taps.pending === choice.move}
        disabled={taps.isShut}
        aria-disabled={taps.isFresh}
        ref={button}
        onClick={doIt}
      >
        {texts.match.doIt} <KeySign action="doIt" />
      </button>
      {chosen.pick === undefined && <Button className="quiet" onClick={chosen.clear} text={texts.match.allMoves} />}
    </div>
  );
}

type QuestionProps = Pick<DockProps, 'table' | 'snapshot' | 'choices'>;

/** What is asked of the player, with the cards that the question names; or, quietly, what the match waits for. */
function Question({ table, snapshot, choices }: QuestionProps) {
  const { words, texts } = useLanguage();
  const { game, view, speech } = table;
  const { seat, decision, deadline, windowDeadline, clockAhead, isOver } = snapshot;
  const isAsked = seat !== undefined && decision !== undefined && !isOver;
  const isHeld = isPaused(snapshot);
  const isOpen = isAsked && !isHeld;
  const waiting = isOver || seat === undefined ? '' : texts.match.others;
  const cards = isAsked ? askedCards(table) : [];
  return (
    <div className={`question${isOpen ? ' asked' : ''}`} tabIndex={-1}>
      <p aria-live={isOpen ? 'assertive' : 'off'}>
        {isAsked ? (words.prompt(game, view, { ...speech, legal: choices }) ?? texts.match.yourMove) : waiting}
      </p>
      {isAsked && <RuleLink game={game} rule={ruleOfQuestion(game, view)} />}
      {isAsked && isHeld && <small>{pauseText(words, snapshot)}</small>}
      {isOpen && <TimeLeft deadline={deadline} clockAhead={clockAhead} warns />}
      {isAsked && windowDeadline !== undefined && <small>{texts.match.onlyYou}</small>}
      {cards.map((card) => (
        <div key={card.id} className={`cardface of-${card.suit}`}>
          <strong>{card.title}</strong> <CardText card={card} />
        </div>
      ))}
    </div>
  );
}

interface ThingProps extends Pick<TableProps, 'game' | 'view' | 'seat' | 'speech'> {
  readonly pick: NonNullable<TableProps['chosen']>;
  readonly isAlone: boolean;
}

/** What was tapped; explained if no move is about it. */
function Thing({ pick, isAlone, speech, ...seen }: ThingProps) {
  const { words } = useLanguage();
  const { title, lines } = aboutThing(seen, pick, { words, speech });
  if (!isAlone) return <b>{title}</b>; // its name was just read, at the tap
  return (
    <Status as="span">
      <b>{title}</b> {lines.join(' ')}
    </Status>
  );
}

/** How much the player goes without by a pass. */
function Forgone({ choice, all }: { readonly choice: Choice; readonly all: readonly Choice[] }) {
  const { instead } = useTexts(DOCK_TEXTS);
  const { length } = forgoneBy(choice, all);
  return length > 0 ? <small className="forgone">{instead(length)}</small> : null;
}
