import { useEffect, useState } from 'react';
import { useLanguage } from '../app/language.tsx';
import { timeText } from './timeText.ts';

interface Props {
  /** In milliseconds since 1970; absent or 0 while no clock runs. */
  readonly deadline: number | undefined;
  /** Whether screen readers say it when little is left: only for the player's own question. */
  readonly warns?: boolean;
}

const URGENT_MS = 10_000;

/** Counts down. The server decides when the time is over. */
export function TimeLeft({ deadline = 0, warns = false }: Props) {
  const { texts } = useLanguage();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (deadline === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === 0) return null;
  const left = deadline - now;
  const isUrgent = left <= URGENT_MS;
  return (
    <span className={`time${isUrgent ? ' urgent' : ''}`}>
      <span role="timer">{timeText(left)}</span>
      {warns && (
        <span className="hidden" aria-live="assertive">
          {isUrgent ? texts.match.hurry : ''}
        </span>
      )}
    </span>
  );
}
