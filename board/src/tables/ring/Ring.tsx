import type { Words } from '@flower-war/words';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { useTexts, useWords } from '../../language.tsx';
import { Art, dayPicture, type Picture } from '../../art/Art.tsx';
import { CardList, Pawn, stacksOf } from '../pieces.tsx';
import {
  cellOf,
  counterOf,
  DAYS,
  dayAfter,
  dayLabel,
  endingLine,
  isFlower,
  liveOn,
  omenCard,
  pileOn,
  prizeOf,
  quarterOf,
  type RingProps,
  type RingView,
  seatsOn,
} from './ringView.ts';
import { RING_TEXTS } from '../texts.ts';
import { Battle, Lake, Temple } from './Scenery.tsx';

/** How far an arrow key goes along the ring. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** The ring of twenty days. It is one stop of the tab key; arrows go on in the order of travel. */
export function Ring(props: RingProps) {
  const texts = useTexts(RING_TEXTS);
  const { view, seat } = props;
  const ring = useRef<HTMLElement>(null);
  const home = (seat === undefined ? undefined : view.tribes[seat]?.day) ?? 1;
  const [focused, setFocused] = useState<number>();
  const stop = focused ?? home;
  const move = (event: KeyboardEvent) => {
    const day = event.key === 'Home' ? home : dayAfter(stop, STEPS[event.key] ?? 0);
    if (event.key !== 'Home' && STEPS[event.key] === undefined) return;
    event.preventDefault();
    setFocused(day);
    ring.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  };
  return (
    <section className={`ring${endIn(view)}`} ref={ring} aria-label={texts.ring}>
      <Lake view={view} />
      {DAYS.map((day) => (
        <Day key={day} {...props} day={day} isStop={stop === day} onFocus={setFocused} onKeyDown={move} />
      ))}
      <Middle {...props} />
    </section>
  );
}

/** How the board shows that the match has ended, and by what. */
function endIn({ phase, apocalypse, ending }: RingView): string {
  if (phase !== 'over' || !apocalypse || ending === 'none' || ending === 'open') return '';
  return ending === 'flood' ? ' ends-flood' : ' ends-war';
}

/** The cards that the viewer holds or sees, in sentences, and the omens that change the rules now. */
export function RingCards(props: RingProps) {
  const words = useWords();
  const { view } = props;
  const { ring } = words.screen;
  const lists = [
    [ring.played, view.card === '' ? [] : [view.card]],
    [ring.toDeal, view.looked],
    [ring.yourCards, view.hand],
    [ring.yourEvents, view.pending],
    [ring.omens, omensIn(view)],
  ] as const;
  const shown = lists.filter(([, ids]) => ids.length > 0);
  return (
    <>
      {shown.length === 0 && <p className="none">{ring.noCards}</p>}
      {shown.map(([title, ids]) => (
        <CardList key={title} title={title} ids={ids} {...props} />
      ))}
    </>
  );
}

/** The cards that the viewer may play, by their pictures and titles. A card that is tapped tells the rest of itself. */
export function RingStrip({ view, things, chosen, choose, speech }: RingProps) {
  const words = useWords();
  const texts = useTexts(RING_TEXTS);
  const isOpen = (id: string) => things.has(`card:${id}`);
  const all = [...view.hand, ...view.pending, ...view.looked];
  const held = all.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)));
  if (held.length === 0) return null;
  return (
    <section className="held-cards" aria-label={words.screen.ring.yourCards}>
      {stacksOf(held, speech).map(({ id, card, title }) => {
        const pick = `card:${id}` as const;
        return (
          <button
            key={id}
            type="button"
            className={`held-card of-${card?.suit} thing${things.has(pick) ? ' open' : ''}${chosen === pick ? ' chosen' : ''}`}
            data-at={pick}
            aria-label={things.has(pick) ? `${title}, ${texts.open}` : undefined}
            aria-pressed={chosen === pick}
            onClick={() => choose(pick)}
          >
            {card && <Art of={card.emblem} />}
            <span>{title}</span>
          </button>
        );
      })}
    </section>
  );
}

const omensIn = (view: RingView): readonly string[] => (isFlower(view) ? view.omens.map(omenCard) : []);

interface DayProps extends RingProps {
  readonly day: number;
  /** Whether the tab key stops here. */
  readonly isStop: boolean;
  readonly onFocus: (day: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A day of the ring as a button: its sign, what lies on it, and who stands there. */
function Day({ day, view, seat: own, speech, things, chosen, choose, isStop, onFocus, onKeyDown }: DayProps) {
  const words = useWords();
  const { row, column } = cellOf(day);
  const pick = `day:${day}` as const;
  const isOpen = things.has(pick);
  const here = seatsOn(view, day);
  const state = `${isOpen ? ' open' : ''}${chosen === pick ? ' chosen' : ''}${view.day === day ? ' asked' : ''}${here.length > 0 ? ' met' : ''}`;
  return (
    <button
      type="button"
      className={`day quarter${quarterOf(day)}${state}`}
      style={{ gridRow: String(row), gridColumn: String(column) }}
      data-day={day}
      data-at={pick}
      tabIndex={isStop ? 0 : -1}
      aria-label={dayLabel(view, day, { words, speech, isOpen })}
      aria-pressed={chosen === pick}
      title={things.get(pick) || undefined}
      onClick={() => choose(pick)}
      onFocus={() => onFocus(day)}
      onKeyDown={onKeyDown}
    >
      <Face
        sign={dayPicture(day)}
        name={words.shortDay(day)}
        counter={counterOf(view)}
        stock={view.days[day - 1] ?? 0}
        {...prizeOn(view, day, speech.name)}
      />
      <span className={`pawns of${Math.min(here.length, 3)}`}>
        {here.map((seat) => (
          <Pawn
            key={seat}
            tribe={view.tribes[seat]}
            name={speech.name(seat)}
            isTurn={view.turn === seat}
            isOwn={seat === own}
            at={`pawn:${seat}`}
          />
        ))}
      </span>
    </button>
  );
}

/** The disc or week card of the day, with the letter of the tribe that holds it, and the cards under the day. */
function prizeOn(view: RingView, day: number, name: (seat: number) => string): PrizeProps {
  const prize = prizeOf(view, day);
  const letter = typeof prize === 'object' ? name(prize.seat).slice(0, 1) : '';
  const prizePicture = isFlower(view) ? 'ring#disc' : 'ring#week';
  const cards = pileOn(view, day).length;
  return { prize: prize === 'gone' ? undefined : prizePicture, letter, cards, isLive: liveOn(view, day) !== undefined };
}

interface PrizeProps {
  readonly prize: Picture | undefined;
  readonly letter: string;
  readonly cards: number;
  readonly isLive: boolean;
}

interface FaceProps extends PrizeProps {
  readonly sign: Picture;
  readonly name: string;
  readonly counter: Picture;
  readonly stock: number;
}

/** What lies on a day. Of twenty days a move changes one or two, and the others are not drawn anew. */
const Face = memo(function Face({ sign, name, counter, stock, prize, letter, cards, isLive }: FaceProps) {
  return (
    <>
      <Art of={sign} className="sign" />
      <span className="name">{name}</span>{' '}
      <span className="stock">
        <Art of={counter} className="counter" />
        {stock}
      </span>
      <span className="marks">
        {prize !== undefined && (
          <i className={`prize${letter ? ' taken' : ''}`} data-letter={letter}>
            <Art of={prize} />
          </i>
        )}
        {cards > 0 && <i className={`pile${isLive ? ' live' : ''}`} data-letter={cards} />}
      </span>
    </>
  );
});

/** The city in the lake: the temple with its two gods, the stocks, and the end of the world; or a battle. */
function Middle(props: RingProps) {
  const words = useWords();
  const texts = useTexts(RING_TEXTS);
  const { view, speech } = props;
  const { ring } = words.screen;
  if (view.tribes.length === 0) return <div className="middle" />;
  return (
    <div className="middle" data-at="middle">
      <p className="round">{ring.round(view.round, view.roundCap)}</p>
      {view.battle.on ? <Battle {...props} /> : <Temple {...props} />}
      <p data-at="pool">{texts.pool(view.pool, view.out)}</p>
      <p>{decksLine(view, words)}</p>
      <p className="ending">
        {isFlower(view) && !view.apocalypse && <Art of="ring#disc" />} {endingLine(view, { words, speech })}
      </p>
    </div>
  );
}

function decksLine(view: RingView, { screen }: Words): string {
  const { decks, deck } = screen.ring;
  const day = isFlower(view) ? '' : ` · ${deck.day} ${view.dayDeck}`;
  return `${decks}: ${deck.war} ${view.warDeck} · ${deck.rain} ${view.rainDeck}${day}`;
}
