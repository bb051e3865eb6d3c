import { useEffect, useState } from 'react';
import { timeText } from './timeText.ts';

interface Props {
  /** In milliseconds since 1970; absent or 0 while no clock runs. */
  readonly deadline: number | undefined;
}

const URGENT_MS = 10_000;

/** Counts down. The server decides when the time is over. */
export function TimeLeft({ deadline = 0 }: Props) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (deadline === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === 0) return null;
  const left = deadline - now;
  return (
    <span role="timer" className={`time${left <= URGENT_MS ? ' urgent' : ''}`}>
      {timeText(left)}
    </span>
  );
}
