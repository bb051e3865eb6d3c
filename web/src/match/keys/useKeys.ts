import { useEffect } from 'react';
import { useSetting } from '../../app/setting.ts';
import { type Action, actionOf, KEYS } from './keys.ts';

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
  if (ctrlKey || metaKey || altKey || repeat || defaultPrevented) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input, textarea, select, dialog, .menu[open]') !== null) return true;
  return OWN.includes(key) && target.closest('button, a, summary') !== null;
}
