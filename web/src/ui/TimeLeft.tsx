import { useEffect, useState } from 'react';
import { useLanguage } from '../app/language.tsx';

interface TimeLeftProps {
  /** In milliseconds since 1970; absent or 0 while no clock runs. */
  readonly deadline: number | undefined;
  /** Whether screen readers say it when little is left: only for the player's own question. */
  readonly warns?: boolean;
  /** What it counts, where no sentence says so. */
  readonly label?: string;
}

const URGENT_MS = 10_000;

/** Counts down. The server decides when the time is over. */
export function TimeLeft({ deadline = 0, warns = false, label }: TimeLeftProps) {
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
      {label !== undefined && <small>{label}</small>}
      <span role="timer">{timeText(left)}</span>
      {warns && (
        <span className="hidden" aria-live="assertive">
          {isUrgent ? texts.match.hurry : ''}
        </span>
      )}
    </span>
  );
}

/** `0:09`, `12:30`, `3 h 20`, `2 d 5 h`: short, and the same in all languages. */
export function timeText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  if (days > 0) return `${days} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${padded(minutes % 60)}`;
  return `${minutes}:${padded(seconds % 60)}`;
}

const padded = (n: number): string => `${n}`.padStart(2, '0');
