/** Whether a player who has just come may stay. */
import { ClientState } from '@colyseus/core';
import { expect, test } from 'vitest';
import { sendHomeIf } from './sendingAway.ts';

/** Joins while the store fails once and then answers. Returns how often it was asked, and whether the player was sent home. */
async function joined(isUnwanted: boolean) {
  let asked = 0;
  let left = false;
  const leave = () => {
    left = true;
  };
  const look = async () => {
    if (asked++ === 0) throw new Error('the store is away');
    return isUnwanted;
  };
  await sendHomeIf(look, { auth: { player: 'p-ana' }, state: ClientState.JOINED, leave } as never);
  return { asked, left };
}

test.each([false, true])('a player stays while the store fails, and it is asked again: unwanted: %s', async (left) => {
  expect(await joined(left)).toEqual({ asked: 2, left });
});
