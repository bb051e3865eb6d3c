/** The matches that this browser's person has given up. The others may still play there. */
import type { LiveMatch } from '@flower-war/client';
import { type Setting, setting } from '../app/setting.ts';

const MOST = 20;

export const GIVEN_UP: Setting<readonly string[]> = setting('flower-war-given-up', {
  read: (text = ''): readonly string[] => text.split(' ').filter(Boolean),
  write: (matches) => matches.join(' '),
});

export async function giveUp(live: LiveMatch): Promise<void> {
  const answer = await live.resign();
  if (answer.kind === 'accepted') GIVEN_UP.choose([live.id, ...GIVEN_UP.value()].slice(0, MOST));
}
