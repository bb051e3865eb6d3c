import { useSetting } from '../../app/setting.ts';
import { type Action, KEYS } from './keys.ts';

/** The key that does the same as the button on which it stands. */
export function KeySign({ action }: { readonly action: Action | undefined }) {
  const keys = useSetting(KEYS);
  if (action === undefined) return null;
  return <i className="key" data-key={keys[action]} aria-hidden="true" />;
}
