import { useLayoutEffect, useRef } from 'react';
import { FALLING } from './animate.ts';
import type { Roll } from './rollIn.ts';
import { isStill, SPEED, stepTime } from './speed.ts';

/** The die of this turn, which rolls when it comes. The story tells it in words. */
export function RolledDie({ roll }: { readonly roll: Roll | undefined }) {
  return roll && <Die key={roll.step} die={roll.die} />;
}

function Die({ die }: Pick<Roll, 'die'>) {
  const drawn = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const duration = isStill() ? 0 : stepTime(SPEED.value());
    if (duration > 0) drawn.current?.animate(FALLING, { duration, easing: 'ease-out' });
  }, []);
  return (
    <i className="die counts rolled" aria-hidden="true" ref={drawn}>
      {die}
    </i>
  );
}
