import { type KeyboardEvent, useRef, useState } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { Day } from './Day.tsx';
import { Ground } from './Ground.tsx';
import { DAYS, dayAfter } from './layout.ts';
import { Middle } from './middle/Middle.tsx';
import type { RingProps } from './ringProps.ts';

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
