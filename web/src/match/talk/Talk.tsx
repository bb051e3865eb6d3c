import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import { useEffect, useState } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Lines } from './Lines.tsx';
import { Saying } from './Saying.tsx';

interface Props {
  readonly live: LiveMatch;
  readonly lines: MatchSnapshot['lines'];
  /** What the table allows: `free`, `phrases` alone, or `off`. */
  readonly mode: string;
}

/** What people at the table say. A sign tells how many lines are new. */
export function Talk({ live, lines, mode }: Props) {
  const { texts } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const fresh = useFresh(lines, isOpen);
  if (mode === 'off') return null;
  const label = fresh === 0 ? texts.talk.title : `${texts.talk.title}, ${texts.talk.fresh(fresh)}`;
  return (
    <Menu label={label} sign={<Bubble fresh={fresh} />} className="talk" onToggle={setOpen}>
      <Lines lines={lines} live={live} />
      <small>{texts.talk.audience}</small>
      <Saying live={live} isFree={mode === 'free'} />
    </Menu>
  );
}

/** How many lines came since the talk was last in sight. */
function useFresh(lines: Props['lines'], isOpen: boolean): number {
  const last = lines.at(-1)?.n ?? 0;
  const [seen, setSeen] = useState(last);
  useEffect(() => {
    if (isOpen) setSeen(last);
  }, [isOpen, last]);
  return isOpen ? 0 : lines.filter(({ n }) => n > seen).length;
}

function Bubble({ fresh }: { readonly fresh: number }) {
  return (
    <span className="bubble">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 5h16v11h-9l-5 4v-4H4z" />
      </svg>
      {fresh > 0 && <b data-count={fresh} />}
    </span>
  );
}
