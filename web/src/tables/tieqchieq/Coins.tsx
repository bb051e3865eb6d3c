import { useLanguage, useTexts } from '../../app/language.tsx';
import { thingState } from '../thingState.ts';
import { coinsLabel } from './about.ts';
import { WALK_TEXTS } from './texts.ts';
import type { WalkProps } from './walkView.ts';

const COINS = [1, 2, 3, 4];
const PICK = 'verb:toss';

/** The four coins, on the side of the player who tosses. */
export function Coins({ view, near, ...table }: WalkProps & { readonly near: number }) {
  const { words } = useLanguage();
  const texts = useTexts(WALK_TEXTS);
  const { turn, roll, phase } = view;
  if (phase === 'over') return null;
  const label = coinsLabel(view, { words });
  return (
    <button
      type="button"
      className={`coins ${turn === near ? 'near' : 'far'} side${turn}${thingState(table, PICK)}`}
      aria-label={table.things.has(PICK) ? `${label}, ${texts.open}` : label}
      aria-pressed={table.chosen === PICK}
      onClick={() => table.choose(PICK)}
    >
      {COINS.map((coin) => (
        <svg
          key={coin}
          className={`coin${coin <= roll ? ' heads' : ''}`}
          data-at={`coin:${coin}`}
          viewBox="0 0 24 24"
          aria-hidden="true"
        >
          <circle cx="12" cy="12" r="10.5" />
          <path d={coin <= roll ? HEADS : TAILS} />
        </svg>
      ))}
    </button>
  );
}

const HEADS = 'M8 17v-4a4 4 0 1 1 7.5 -2l1.5 2.5h-1.5V17M12 10h.1';
const TAILS = 'M7 7l10 10M17 7L7 17';
