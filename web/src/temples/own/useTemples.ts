import type { OwnTemple } from '@flower-war/client';
import { useCallback, useEffect } from 'react';
import { usePlayer } from '../../app/player.tsx';
import { type Asked, useAsked } from '../../app/useAsked.ts';

const ASK_EVERY_MS = 3000;

/** The temples of the player. The server tells of changes at a table only, so this asks again while the page is in sight. */
export function useTemples(): Asked<readonly OwnTemple[]> {
  const { client } = usePlayer();
  const asked = useAsked(useCallback(() => client.temples.list(), [client]));
  const { again } = asked;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [again]);
  return asked;
}
