import type { KeyboardEvent } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { dayLabel } from './about.ts';
import { cellOf, quarterOf } from './layout.ts';
import { Pawn } from './Pawn.tsx';
import { Rack } from './Rack.tsx';
import type { RingProps } from './ringProps.ts';
import { isFlower, liveOn, pileOn, prizeOf, type RingView, seatsOn } from './ringView.ts';
import { SIGNS } from './signs.ts';

interface Props extends RingProps {
  readonly day: number;
  /** Whether the tab key stops here. */
  readonly isStop: boolean;
  readonly onFocus: (day: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A day of the ring as a button: its sign, what lies on it, and who stands there. */
export function Day({ day, view, speech, things, chosen, choose, isStop, onFocus, onKeyDown }: Props) {
  const { words, texts } = useLanguage();
  const { row, column } = cellOf(day);
  const pick = `day:${day}` as const;
  const isOpen = things.has(pick);
  const state = `${isOpen ? ' open' : ''}${chosen === pick ? ' chosen' : ''}${view.day === day ? ' asked' : ''}`;
  return (
    <button
      type="button"
      className={`day quarter${quarterOf(day)}${state}`}
      style={{ gridRow: String(row), gridColumn: String(column) }}
      data-day={day}
      data-at={pick}
      tabIndex={isStop ? 0 : -1}
      aria-label={dayLabel(view, day, { words, texts, speech, isOpen })}
      aria-pressed={chosen === pick}
      onClick={() => choose(pick)}
      onFocus={() => onFocus(day)}
      onKeyDown={onKeyDown}
    >
      <svg className="sign" viewBox="0 0 24 24" aria-hidden="true">
        <path d={SIGNS[day - 1] ?? ''} />
      </svg>
      <span className="name">{words.shortDay(day)}</span>{' '}
      <span className="stock">
        <Counter isSkull={isFlower(view)} />
        {view.days[day - 1] ?? 0}
      </span>
      <Rack skulls={view.days[day - 1] ?? 0} most={view.perSpace} />
      <Prize view={view} day={day} name={speech.name} />
      <span className="pawns">
        {seatsOn(view, day).map((seat) => (
          <Pawn
            key={seat}
            tribe={view.tribes[seat]}
            name={speech.name(seat)}
            isTurn={view.turn === seat}
            at={`pawn:${seat}`}
          />
        ))}
      </span>
    </button>
  );
}

/** What lies on the days: a skull, or the token of the older game. */
function Counter({ isSkull }: { readonly isSkull: boolean }) {
  if (!isSkull)
    return (
      <svg className="counter" viewBox="0 0 12 12" aria-hidden="true">
        <circle className="token" cx="6" cy="6" r="3.9" />
      </svg>
    );
  return (
    <svg className="counter" viewBox="0 0 12 12" aria-hidden="true">
      <path d="M6 1a4.4 4.4 0 0 0-2.8 7.8V11h5.6V8.8A4.4 4.4 0 0 0 6 1z" />
      <circle cx="4.4" cy="5.6" r="1.1" />
      <circle cx="7.6" cy="5.6" r="1.1" />
    </svg>
  );
}

interface PrizeProps {
  readonly view: RingView;
  readonly day: number;
  readonly name: (seat: number) => string;
}

/** The disc or week card of the day, with the letter of the tribe that holds it, and the cards under the day. */
function Prize({ view, day, name }: PrizeProps) {
  const prize = prizeOf(view, day);
  const cards = pileOn(view, day).length;
  const letter = typeof prize === 'object' ? name(prize.seat).slice(0, 1) : '';
  return (
    <span className="marks">
      {prize !== 'gone' && (
        <i className={`${isFlower(view) ? 'disc' : 'week'}${letter ? ' taken' : ''}`} data-letter={letter} />
      )}
      {cards > 0 && <i className={`pile${liveOn(view, day) ? ' live' : ''}`} data-letter={cards} />}
    </span>
  );
}
