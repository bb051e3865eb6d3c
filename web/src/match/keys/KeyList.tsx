import { useLayoutEffect, useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { useSetting } from '../../app/setting.ts';
import { type Action, ACTIONS, KEYS, placeOf, USUAL_KEYS, withKey } from './keys.ts';

const NAMES_EN: Readonly<Record<string, string>> = { ' ': 'Space' };
const NAMES_ES: Readonly<Record<string, string>> = { ' ': 'Espacio', Enter: 'Intro', Escape: 'Esc' };

const KEY_TEXTS = {
  en: {
    title: 'Keys',
    about: 'Tap a key to change it. Arrow keys go around the table, and the tab key goes on from there.',
    move: (number: number) => `Move ${number}`,
    doIt: 'Do it',
    back: 'All moves',
    press: 'Press a key …',
    usual: 'The usual keys',
    names: NAMES_EN,
  },
  es: {
    title: 'Teclas',
    about: 'Toca una tecla para cambiarla. Las flechas recorren la mesa, y el tabulador sigue desde ahí.',
    move: (number: number) => `Jugada ${number}`,
    doIt: 'Hacerlo',
    back: 'Todas las jugadas',
    press: 'Pulsa una tecla …',
    usual: 'Las teclas de siempre',
    names: NAMES_ES,
  },
};

/** All keys, each of which can be changed: tap it, and press another one. */
export function KeyList() {
  const texts = useTexts(KEY_TEXTS);
  const keys = useSetting(KEYS);
  const [changing, setChanging] = useState<Action>();
  useNextKey(changing, () => setChanging(undefined));
  const name = (action: Action) => {
    if (action === 'doIt' || action === 'back') return texts[action];
    return texts.move(placeOf(action) + 1);
  };
  return (
    <details className="keys">
      <summary>{texts.title}</summary>
      <p>
        <small>{texts.about}</small>
      </p>
      <ul>
        {ACTIONS.map((action) => (
          <li key={action}>
            {name(action)}
            <button type="button" aria-pressed={changing === action} onClick={() => setChanging(action)}>
              {changing === action ? texts.press : (texts.names[keys[action]] ?? keys[action])}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="quiet" onClick={() => KEYS.choose(USUAL_KEYS)}>
        {texts.usual}
      </button>
    </details>
  );
}

/** Takes the next key for the action. The tab key goes on as everywhere. */
function useNextKey(action: Action | undefined, done: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one key for each action that is tapped
  useLayoutEffect(() => {
    if (action === undefined) return;
    const press = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
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
