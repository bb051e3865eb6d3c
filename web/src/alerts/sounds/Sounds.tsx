import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import { useEffect, useRef, useState } from 'react';
import type { Cue } from './cues.ts';
import { listen } from './listen.ts';
import { type SoundPlayer, soundPlayer } from './player.ts';

const HURRY_MS = 10_000;
/** Timers of browsers wait no longer than some weeks. */
const SOON_MS = 86_400_000;

interface Props {
  readonly live: LiveMatch;
  readonly snapshot: MatchSnapshot;
  /** Whether it is the player's turn, as all at the table know. */
  readonly isTurn: boolean;
}

/** Nothing to see. */
export function Sounds({ live, snapshot: { deadline, windowDeadline }, isTurn }: Props) {
  const play = usePlayer();
  const wasTurn = useRef(isTurn);
  useEffect(() => listen(live, play), [live, play]);
  useEffect(() => {
    if (isTurn && !wasTurn.current) play('turn');
    wasTurn.current = isTurn;
  }, [isTurn, play]);
  const ends = isTurn && windowDeadline === undefined ? deadline : undefined;
  useEffect(() => {
    const wait = (ends ?? Number.POSITIVE_INFINITY) - HURRY_MS - Date.now();
    if (wait > SOON_MS) return;
    const timer = setTimeout(() => play('hurry'), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [ends, play]);
  return null;
}

/** The first touch of the page lets it be heard. */
function usePlayer(): (cue: Cue) => void {
  const player = useRef<SoundPlayer>(undefined);
  useEffect(() => {
    const made = soundPlayer();
    player.current = made;
    return made.close;
  }, []);
  return useState(() => (cue: Cue) => player.current?.play(cue))[0];
}
