import { type KeyboardEvent, useRef, useState } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { CardList } from '../cards/CardList.tsx';
import { Day } from './Day.tsx';
import { omenCard } from './about.ts';
import { Middle } from './middle/Middle.tsx';
import { dayAfter, DAYS, isFlower, type RingProps, type RingView } from './ringView.ts';

/** How far an arrow key goes along the ring. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** The ring of twenty days. It is one stop of the tab key; arrows go on in the order of travel. */
export function Ring(props: RingProps) {
  const { texts } = useLanguage();
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
    <section className="ring" ref={ring} aria-label={texts.table.ring}>
      <Ground />
      {DAYS.map((day) => (
        <Day key={day} {...props} day={day} isStop={stop === day} onFocus={setFocused} onKeyDown={move} />
      ))}
      <Middle {...props} />
    </section>
  );
}

/** What lies under the buttons: the lake with its waves, and the causeways from the city to the four quarters, each with its letter. */
function Ground() {
  const { words } = useLanguage();
  const { compass } = words.screen.names;
  return (
    <svg className="ground" viewBox="0 0 600 600" aria-hidden="true">
      <rect className="earth" width="600" height="600" rx="26" />
      <rect className="lake" x="98" y="98" width="404" height="404" rx="34" />
      <g className="waves">
        {WAVES.map((y) => (
          <path key={y} d={`M108 ${y}${' q12 -10 24 0 t24 0'.repeat(8)}`} />
        ))}
      </g>
      <g className="causeways">
        <path d="M300 98V502M98 300H502" />
      </g>
      <g className="letters">
        {CORNERS.map(({ quarter, x, y }) => (
          <text key={quarter} x={x} y={y}>
            {compass[quarter].slice(0, 1)}
          </text>
        ))}
      </g>
      <rect className="island" x="152" y="152" width="296" height="296" rx="60" />
    </svg>
  );
}

/** Where the quarters of the sky meet the lake. */
const CORNERS = [
  { quarter: 'east', x: 472, y: 142 },
  { quarter: 'north', x: 128, y: 142 },
  { quarter: 'west', x: 128, y: 476 },
  { quarter: 'south', x: 472, y: 476 },
] as const;

const WAVES = [122, 144, 458, 480];

/** The cards that the viewer holds or sees, in sentences, and the omens that change the rules now. */
export function RingCards(props: RingProps) {
  const { words } = useLanguage();
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

const omensIn = (view: RingView): readonly string[] => (isFlower(view) ? view.omens.map(omenCard) : []);
