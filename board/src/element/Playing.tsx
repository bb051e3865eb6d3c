/** A match from the player’s own seat: the legal moves are buttons, and what they are about lies on the board to be tapped. */
import type { FlowerWarClient, GameEvent } from '@flower-war/client';
import { type MatchState, type Played, type ShownMatch, useMatch } from '@flower-war/client/react';
import { useEffect, useMemo, useState } from 'react';
import { neverBegan, sitterName, useTexts, useWords } from '../language.tsx';
import { useSpeech } from '../moves/cardWords.ts';
import { afterTap, type Choice, choicesOf, narrowed, type ThingId, thingsOf } from '../moves/choices.ts';
import { type Chosen, useChosen, useMoves } from '../moves/choosing.ts';
import { hasTimeToConfirm, wantsCare } from '../moves/stakes.ts';
import { BOARD_TEXTS } from '../tables/texts.ts';
import { Ending, Failed } from './Outcomes.tsx';
import type { BoardCard, Tell } from './source.ts';
import { Table } from './Table.tsx';
import { ELEMENT_TEXTS } from './texts.ts';

interface PlayingProps {
  readonly client: FlowerWarClient;
  readonly match: string;
  readonly cards: readonly BoardCard[];
  readonly tell: Tell;
}

export function Playing({ client, match, ...rest }: PlayingProps) {
  const { loading } = useTexts(BOARD_TEXTS);
  // The board shows matches of every game, and reads their views as plain records.
  const state = useMatch(client, { join: match }) as unknown as MatchState;
  if (state.status === 'failed') return <Failed error={state.error} retry={state.retry} tell={rest.tell} />;
  return state.status === 'live' ? <Seat {...state} {...rest} match={match} /> : <p className="notice">{loading}</p>;
}

type SeatProps = ShownMatch<string> & Pick<PlayingProps, 'match' | 'cards' | 'tell'>;

function Seat({ live, snapshot, play, match, cards, tell }: SeatProps) {
  const words = useWords();
  const texts = useTexts(ELEMENT_TEXTS);
  const { game } = live;
  const { view, table, decision, isOver } = snapshot;
  const speech = useSpeech(game, view, { listed: cards, options: live.options });
  const moves = useMoves(live, snapshot);
  const choices = useMemo(() => choicesOf(moves, { game, words, speech }), [moves, game, words, speech]);
  const chosen = useChosen(decision, choices);
  const { answer, refused } = useAnswer({ play, chosen, tell });
  const events = useEvents(live, tell);
  useEffect(() => {
    if (isOver) tell('end', { result: live.table.result });
  }, [isOver, live, tell]);
  if (table.status === 'open') return <p className="notice">{texts.waiting}</p>;
  if (neverBegan(table)) return <Ending game={game} view={view} result={table.result} />;
  const tap = (choice: Choice) => {
    if (hasTimeToConfirm(snapshot, Date.now()) && wantsCare(choice, choices)) chosen.consider(choice.move);
    else answer(choice.move);
  };
  const choose = (pick: ThingId) => {
    const about = narrowed(choices, ...afterTap(choices, chosen.picks, pick));
    const [only] = about;
    if (about.length === 1 && only !== undefined && !chosen.picks.includes(pick) && !chosen.isFresh) tap(only);
    else chosen.choose(pick);
  };
  const touch = { things: thingsOf(choices), chosen: chosen.pick, choose };
  const names = table.seats.map((sitter, seat) => sitterName(words, sitter, { match, seat }));
  const about = narrowed(choices, ...chosen.picks);
  return (
    <Table {...{ game, view, cards, events, names, touch }} seat={live.seat ?? 0} options={live.options}>
      {isOver ? (
        <Ending game={game} view={view} result={table.result} />
      ) : (
        <p role="status">
          <b>{decision === undefined ? texts.others : texts.yourMove}</b>{' '}
          {decision !== undefined && words.prompt(game, view, { ...speech, legal: moves })}
        </p>
      )}
      {snapshot.connection.state !== 'connected' && !isOver && <p className="notice">{texts.lost}</p>}
      {refused !== undefined && <Refused refused={refused} game={game} />}
      <Moves choices={about.length > 0 ? about : choices} all={choices} chosen={chosen} tap={tap} answer={answer} />
    </Table>
  );
}

interface MovesProps {
  readonly choices: readonly Choice[];
  readonly all: readonly Choice[];
  readonly chosen: Chosen;
  readonly tap: (choice: Choice) => void;
  readonly answer: (move: string) => void;
}

/** The moves about what was tapped, or all of them. One that costs much asks once more. */
function Moves({ choices, all, chosen, tap, answer }: MovesProps) {
  const texts = useTexts(ELEMENT_TEXTS);
  if (all.length === 0) return null;
  const considered = all.find(({ move }) => move === chosen.move);
  return (
    <section className="moves" part="moves" aria-label={texts.moves}>
      {considered === undefined ? (
        choices.map((choice) => (
          <button
            key={choice.move}
            type="button"
            part="move"
            aria-disabled={chosen.isFresh}
            onClick={() => tap(choice)}
          >
            {choice.sentence}
          </button>
        ))
      ) : (
        <div className="sure" role="alertdialog" aria-label={considered.sentence}>
          <p>{considered.sentence}</p>
          <button type="button" className="main" part="move" onClick={() => answer(considered.move)}>
            {texts.sure}
          </button>
          <button type="button" onClick={chosen.clear}>
            {texts.notYet}
          </button>
        </div>
      )}
      {choices.length < all.length && considered === undefined && (
        <button type="button" className="quiet" onClick={chosen.clear}>
          {texts.allMoves}
        </button>
      )}
    </section>
  );
}

/** Why the last move was not played. */
function Refused({ refused, game }: { readonly refused: Played; readonly game: string }) {
  const words = useWords();
  const { unreachable } = useTexts(ELEMENT_TEXTS);
  const text = refused.kind === 'rejected' ? words.refusal(refused, game) : unreachable;
  return (
    <p className="notice" role="alert">
      {text}
    </p>
  );
}

interface Answering {
  readonly play: ShownMatch<string>['play'];
  readonly chosen: Chosen;
  readonly tell: Tell;
}

/** Plays one move at a time. */
function useAnswer({ play, chosen, tell }: Answering) {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Played>();
  const answer = (move: string) => {
    if (isBusy || chosen.isFresh) return;
    setBusy(true);
    setRefused(undefined);
    chosen.answer();
    void play(move).then((told) => {
      setBusy(false);
      if (told.kind === 'accepted') return tell('move', { move });
      setRefused(told);
      chosen.clear();
    });
  };
  return { answer, refused };
}

/** What happened in the last step. */
function useEvents(live: ShownMatch<string>['live'], tell: Tell): readonly GameEvent[] {
  const [events, setEvents] = useState<readonly GameEvent[]>([]);
  useEffect(
    () =>
      live.on('events', (happened) => {
        setEvents(happened);
        tell('step', { events: happened });
      }),
    [live, tell],
  );
  return events;
}
