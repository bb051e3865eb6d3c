import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { Hand, hasHand } from '../../tables/Board.tsx';
import { Story } from '../Story.tsx';
import { type DockProps, Moves } from './Moves.tsx';

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question, its moves, and each thing that was tapped.
  useEffect(() => keepInSight(moves.current), [snapshot.decision, props.choices, table.chosen]);
  const all: readonly Tab[] = hasHand(table) ? ['moves', 'hand', 'log'] : ['moves', 'log'];
  const tabs = isWatching ? all.filter((name) => name !== 'moves').reverse() : all;
  return (
    <section className={`dock shows-${tab}${hasHand(table) ? '' : ' handless'}`}>
      <div className="tabs">
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            className={`tab ${name}`}
            aria-pressed={name === tab}
            onClick={() => setTab(name)}
          >
            {texts.match.tabs[name]}
          </button>
        ))}
      </div>
      {!isWatching && (
        <div className="part moves" ref={moves}>
          <Moves {...props} />
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
  addEventListener('resize', show);
  return () => removeEventListener('resize', show);
}
