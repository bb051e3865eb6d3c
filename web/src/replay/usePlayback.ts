/** Plays a replay by itself, and obeys keys. */
import { useEffect, useState } from 'react';

/** How long a step is shown. One that tells nothing passes sooner. */
const STEP_MS = 1400;
const SILENT_MS = 350;
/** The last moment of the match, also while moments still come. */
export const END = Number.MAX_SAFE_INTEGER;

export interface Wound {
  readonly index: number;
  /** The last moment that there is. */
  readonly last: number;
  /** Whether the moment tells something. */
  readonly tells: boolean;
  /** Whether more moments come. */
  readonly isComing: boolean;
  readonly go: (index: number) => void;
}

export interface Playback {
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
  /** Plays, or pauses. At the end it begins anew. */
  readonly toggle: () => void;
  readonly pause: () => void;
}

export function usePlayback(wound: Wound): Playback {
  const [isWanted, setWanted] = useState(false);
  const [speed, setSpeed] = useState(1);
  const { index, last, tells, isComing, go } = wound;
  const isAtEnd = index >= last;
  const isPlaying = isWanted && (!isAtEnd || isComing);
  useEffect(() => {
    if (!isWanted || isAtEnd) return;
    const timer = setTimeout(() => go(index + 1), (tells ? STEP_MS : SILENT_MS) / speed);
    return () => clearTimeout(timer);
  }, [isWanted, isAtEnd, index, tells, speed, go]);
  useEffect(() => {
    if (isAtEnd && !isComing) setWanted(false);
  }, [isAtEnd, isComing]);
  const toggle = () => {
    if (!isPlaying && isAtEnd && !isComing) go(0);
    setWanted(!isPlaying);
  };
  const playback = { isPlaying, speed, setSpeed, toggle, pause: () => setWanted(false) };
  useKeys(wound, playback);
  return playback;
}

/** Things that need these keys themselves. */
const OWN_KEYS = 'input, select, textarea, button, a, summary, [role="radio"]';

function useKeys({ index, last, go }: Wound, { toggle, pause }: Playback): void {
  useEffect(() => {
    const places: Readonly<Record<string, number>> = {
      ArrowRight: Math.min(last, index + 1),
      ArrowLeft: Math.max(0, index - 1),
      Home: 0,
      End: END,
    };
    const press = (event: KeyboardEvent) => {
      const hasOwn = event.target instanceof Element && event.target.closest(OWN_KEYS) !== null;
      if (hasOwn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const place = places[event.key];
      if (place === undefined && event.key !== ' ') return;
      event.preventDefault();
      if (place === undefined) return toggle();
      pause();
      go(place);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [index, last, go, toggle, pause]);
}
