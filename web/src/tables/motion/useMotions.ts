import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useSetting } from '../../app/setting.ts';
import type { Seen } from '../viewsIn.ts';
import { animate } from './animate.ts';
import { motionsBetween } from './motionsBetween.ts';
import { isStill, SPEED, stepTime } from './speed.ts';

interface Shown extends Seen {
  readonly seat: number | undefined;
}

/** Moves things from where they were to where they are. A picture that comes early ends the motions of the one before. */
export function useMotions(screen: RefObject<HTMLElement | null>, { game, view, seat }: Shown): void {
  const speed = useSetting(SPEED);
  const before = useRef(view);
  const end = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    const then = before.current;
    before.current = view;
    if (then === view || screen.current === null) return;
    end.current?.();
    end.current = undefined;
    const time = isStill() ? 0 : stepTime(speed);
    if (time === 0) return;
    const motions = motionsBetween({ game, view, before: then, seat });
    if (motions.length > 0) end.current = animate(motions, screen.current, time);
  }, [screen, game, view, seat, speed]);
  useEffect(() => () => end.current?.(), []);
}
