/** A board with what belongs to it wherever it is shown: what moves on it, what a tapped thing is, and what happened last, in words. */
import '../tables/tables.css';
import '../tables/ring/ring.css';
import type { GameEvent } from '@flower-war/client';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts, useWords } from '../language.tsx';
import type { MatchOptions } from '@flower-war/words';
import { useMotions } from '../motion/animate.tsx';
import { useSpeech } from '../moves/cardWords.ts';
import { type ThingId, UNTOUCHED } from '../moves/choices.ts';
import { aboutThing, figuresIn, isTurnOf } from '../tables/aboutThing.ts';
import { Board, Hand, hasHand } from '../tables/Board.tsx';
import { SeatSign } from '../tables/pieces.tsx';
import type { BoardPosition } from './source.ts';
import { ELEMENT_TEXTS } from './texts.ts';

/** What a seat that plays may tap. */
export interface Touch {
  readonly things: ReadonlyMap<ThingId, string>;
  readonly chosen: ThingId | undefined;
  readonly choose: (pick: ThingId) => void;
}

export interface TableProps extends BoardPosition {
  readonly events?: readonly GameEvent[] | undefined;
  /** Those of the match. */
  readonly options?: MatchOptions | undefined;
  /** The names of the players and bots, by seat. */
  readonly names?: readonly string[] | undefined;
  readonly touch?: Touch | undefined;
  /** What stands between the board and the cards. */
  readonly children?: ReactNode;
}

export function Table({ game, view, seat, cards, options, events = [], names = [], touch, children }: TableProps) {
  const texts = useTexts(ELEMENT_TEXTS);
  const screen = useRef<HTMLDivElement>(null);
  const speech = useSpeech(game, view, { listed: cards, options });
  const [looked, setLooked] = useState<ThingId>();
  const look: Touch = {
    ...UNTOUCHED,
    chosen: looked,
    choose: (pick) => setLooked(pick === looked ? undefined : pick),
  };
  const props = { game, view, seat, speech, ...(touch ?? look) };
  useMotions(screen, { game, view, seat, speed: 1 });
  return (
    <div className="table" ref={screen}>
      <section className="board picture" part="board" aria-label={texts.board}>
        <Board {...props} />
      </section>
      <Said {...props} events={events} pick={props.chosen} />
      <Players {...props} names={names} />
      {children}
      {seat !== undefined && hasHand(props) && (
        <div className="held" part="cards">
          <Hand {...props} />
        </div>
      )}
    </div>
  );
}

type Drawn = Parameters<typeof Board>[0];

/** What a person taps is explained; else what happened last is told, once for each step. */
function Said({
  events,
  pick,
  ...seen
}: Drawn & { readonly events: readonly GameEvent[]; readonly pick: ThingId | undefined }) {
  const words = useWords();
  const { game, speech } = seen;
  const told = events.flatMap((event) => words.event(game, event, speech) ?? []).join(' ');
  const { title, lines } = pick === undefined ? { title: '', lines: [] } : aboutThing(seen, pick, { words, speech });
  return (
    <>
      <p className="latest" part="story" aria-live="polite" aria-atomic="true">
        {told}
      </p>
      {title !== '' && (
        <p className="told" role="status">
          <b>{title}</b> {lines.join(' ')}
        </p>
      )}
    </>
  );
}

function Players({ names, ...seen }: Drawn & { readonly names: readonly string[] }) {
  const words = useWords();
  if (names.length === 0) return null;
  return (
    <ul className="players" part="players">
      {names.map((name, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
        <li key={seat}>
          <SeatSign {...seen} seat={seat} />
          <span className={isTurnOf(seen, seat) ? 'turn' : ''}>
            {seen.speech.name(seat)}
            {name !== '' && ` · ${name}`}
          </span>
          <small>{figuresIn(seen, seat, { words })}</small>
        </li>
      ))}
    </ul>
  );
}
