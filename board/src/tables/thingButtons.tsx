/** The things on a table as buttons, which are one stop of the tab key together. */
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../language.tsx';
import type { TableProps, ThingId } from '../moves/choices.ts';
import { RING_TEXTS } from './texts.ts';

interface ThingButtonProps {
  readonly table: Pick<TableProps, 'things' | 'chosen' | 'choose'>;
  readonly pick: ThingId;
  readonly className: string;
  /** What the thing is; the button adds whether it can be chosen. */
  readonly label: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** Its classes tell whether moves are about the thing, and whether it was tapped. */
export function ThingButton({ table, pick, className, label, style, children }: ThingButtonProps) {
  const texts = useTexts(RING_TEXTS);
  const isOpen = table.things.has(pick);
  const isChosen = table.chosen === pick;
  return (
    <button
      type="button"
      className={`${className} thing${isOpen ? ' open' : ''}${isChosen ? ' chosen' : ''}`}
      style={style}
      data-at={pick}
      aria-label={isOpen ? `${label}, ${texts.open}` : label}
      aria-pressed={isChosen}
      title={table.things.get(pick) || undefined}
      onClick={() => table.choose(pick)}
    >
      {children}
    </button>
  );
}

/** How far a key goes among the buttons. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Makes the buttons of a table one stop of the tab key; arrows go on in their order. */
export function useRoving<E extends HTMLElement>(): RefObject<E | null> {
  const table = useRef<E>(null);
  const last = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => settle(buttonsIn(table.current), last.current));
  useEffect(() => {
    const { current } = table;
    if (current === null) return;
    const focus = ({ target }: FocusEvent) => {
      last.current = buttonsIn(current).find((button) => button === target);
      settle(buttonsIn(current), last.current);
    };
    const press = (event: KeyboardEvent) => {
      const next = nextOf(buttonsIn(current), event);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    current.addEventListener('focusin', focus);
    current.addEventListener('keydown', press);
    return () => {
      current.removeEventListener('focusin', focus);
      current.removeEventListener('keydown', press);
    };
  }, []);
  return table;
}

const buttonsIn = (table: HTMLElement | null): readonly HTMLElement[] => [...(table?.querySelectorAll('button') ?? [])];

/** The tab key stops at the button that had the focus last, or else at the first one. */
function settle(buttons: readonly HTMLElement[], last: HTMLElement | undefined): void {
  const stop = buttons.find((button) => button === last) ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

function nextOf(buttons: readonly HTMLElement[], { key, target }: KeyboardEvent): HTMLElement | undefined {
  const here = buttons.indexOf(target as HTMLElement);
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  const step = STEPS[key];
  return step === undefined || here < 0 ? undefined : buttons[(here + step + buttons.length) % buttons.length];
}
