import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { isBelowRules } from '../../app/keyboard.ts';
import { parsed, type Setting, setting, useSetting } from '../../app/setting.ts';
import { KEY_TEXTS } from '../texts.ts';
import { Button } from '../../ui/forms.tsx';
import { Remark } from '../../ui/controls.tsx';

/** All keys, each of which can be changed: tap it, and press another one. */
export function KeyList() {
  const texts = useTexts(KEY_TEXTS);
  const keys = useSetting(KEYS);
  const [changing, setChanging] = useState<Action>();
  useNextKey(changing, () => setChanging(undefined));
  const name = (action: Action) => {
    const place = placeOf(action);
    return place < 0 ? texts[action as Exclude<Action, (typeof MOVES)[number]>] : texts.move(place + 1);
  };
  return (
    <details className="keys">
      <summary>{texts.title}</summary>
      <Remark text={texts.about} />
      <ul>
        {ACTIONS.map((action) => (
          <li key={action}>
            {name(action)}
            <Button
              aria-pressed={changing === action}
              onClick={() => setChanging(action)}
              text={changing === action ? texts.press : (texts.names[keys[action]] ?? keys[action])}
            />
          </li>
        ))}
      </ul>
      <Button className="quiet" onClick={() => KEYS.choose(USUAL_KEYS)} text={texts.usual} />
    </details>
  );
}

/** Takes the next key for the action. The tab key goes on as everywhere. */
function useNextKey(action: Action | undefined, done: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one key for each action that is tapped
  useLayoutEffect(() => {
    if (action === undefined) return;
    const press = (event: KeyboardEvent) => {
      if (event.repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      if (event.key !== 'Tab') {
        event.preventDefault();
        event.stopPropagation();
        KEYS.choose(withKey(KEYS.value(), action, event.key));
      }
      done();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [action]);
}

/** The key that does the same as the button on which it stands. */
export function KeySign({ action }: { readonly action: Action | undefined }) {
  const keys = useSetting(KEYS);
  if (action === undefined) return null;
  return <i className="key" data-key={keys[action]} aria-hidden="true" />;
}

// Which key does what at a table. The person may change each.

const MOVES = ['move1', 'move2', 'move3', 'move4', 'move5', 'move6', 'move7', 'move8', 'move9'] as const;

/**
 * In the order of the list: the moves of the dock, the answer to a move that asks once more, the last move taken back, the way to the
 * moves from anywhere in the match, and the way back.
 */
export const ACTIONS = [...MOVES, 'doIt', 'undo', 'toMoves', 'back'] as const;

export type Action = (typeof ACTIONS)[number];

/** As browsers name keys. */
type Keys = Readonly<Record<Action, string>>;

export const USUAL_KEYS: Keys = {
  move1: '1',
  move2: '2',
  move3: '3',
  move4: '4',
  move5: '5',
  move6: '6',
  move7: '7',
  move8: '8',
  move9: '9',
  doIt: '0',
  undo: 'u',
  toMoves: 'm',
  back: 'Escape',
};

export const actionOf = (keys: Keys, key: string): Action | undefined => ACTIONS.find((action) => keys[action] === key);

/** The action for a move at this place of the dock, from 0 on. */
export const actionAt = (place: number): Action | undefined => MOVES[place];

/** The place of the move that an action plays. */
export const placeOf = (action: Action): number => (MOVES as readonly Action[]).indexOf(action);

/** Each key does one thing: an action that had the key gets the one that is given up. */
export function withKey(keys: Keys, action: Action, key: string): Keys {
  const other = actionOf(keys, key);
  return { ...keys, ...(other !== undefined && { [other]: keys[action] }), [action]: key };
}

/** What is kept may be missing, or of another version of the page. */
export function keysIn(text: string | undefined): Keys {
  const kept: Readonly<Record<string, unknown>> = parsed(text) ?? {};
  return ACTIONS.reduce((keys, action) => {
    const key = kept[action];
    return typeof key === 'string' && key !== '' ? withKey(keys, action, key) : keys;
  }, USUAL_KEYS);
}

export const KEYS: Setting<Keys> = setting('flower-war-keys', { read: keysIn, write: JSON.stringify });

/** A button or link that has the focus answers these keys itself. */
const OWN: readonly string[] = ['Enter', ' '];

/** Calls for each action whose key is pressed. It says whether it has done something with it. */
export function useKeys(act: (action: Action) => boolean): void {
  const keys = useSetting(KEYS);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionOf(keys, event.key);
      if (action === undefined || isForOthers(event)) return;
      if (act(action)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [keys, act]);
}

function isForOthers({ key, target, ctrlKey, metaKey, altKey, repeat, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || isBelowRules()) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input, textarea, select, dialog, .menu[open]') !== null) return true;
  return OWN.includes(key) && target.closest('button, a, summary') !== null;
}

// The way to the moves from anywhere in the match, and back.

export interface WayToMoves {
  /** Brings the focus to the first move, or to what the match waits for. */
  readonly seek: () => void;
  /** Brings it back to where it was before. Says whether it has done so. */
  readonly leave: () => boolean;
  /** Whether they can be seen: a narrow screen may show the cards or the story in their place. */
  readonly isInSight: () => boolean;
}

export function useWayToMoves(part: RefObject<HTMLElement | null>, show: () => void): WayToMoves {
  const [sought, setSought] = useState(0);
  const before = useRef<HTMLElement>(undefined);
  // Before the next key: an effect that comes after the paint would take the focus from who has gone back at once.
  useLayoutEffect(() => {
    const found = (names: string) => part.current?.querySelector<HTMLElement>(names);
    if (sought > 0) (found('.in-beads button, .move:enabled') ?? found('.question'))?.focus();
  }, [sought, part]);
  const seek = () => {
    const { activeElement } = document;
    const isThere = part.current?.contains(activeElement) === true;
    if (!isThere) before.current = activeElement instanceof HTMLElement ? activeElement : undefined;
    show();
    setSought((times) => times + 1);
  };
  const leave = () => {
    const back = before.current;
    before.current = undefined;
    if (back === undefined || part.current?.contains(document.activeElement) !== true) return false;
    if (back === document.body) (document.activeElement as HTMLElement).blur();
    else back.focus();
    return true;
  };
  return { seek, leave, isInSight: () => part.current?.checkVisibility() === true };
}
