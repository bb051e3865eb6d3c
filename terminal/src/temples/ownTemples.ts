/** Options for the player's temples without a match: list them, set one, give one up. */

import type { FlowerWarClient } from '@flower-war/client';
import type { OwnTemple, TempleSettings } from '@flower-war/protocol';
import type { Screen } from '@flower-war/words';
import { readPairs, type Wanted } from '../options/arguments.ts';
import { Problem } from '../screen/problem.ts';
import type { Teletype } from '../screen/teletype.ts';

/** Runs such an option. Says whether there was one. */
export async function runTempleCommand(client: FlowerWarClient, wanted: Wanted, teletype: Teletype): Promise<boolean> {
  const { temples, temple, 'temple-set': settings, 'temple-release': isReleased } = wanted;
  const { screen } = teletype.words;
  if (temples) {
    const own = await client.temples.list();
    const lines = own.map((one) => lineOf(one, screen));
    teletype.say(...(own.length === 0 ? [screen.ownTemples.none] : lines));
    return true;
  }
  if (temple === undefined || (settings === undefined && !isReleased)) return false;
  if (settings !== undefined) teletype.say(lineOf(await client.temples.set(temple, settingsIn(settings)), screen));
  else {
    await client.temples.release(temple);
    teletype.say(screen.ownTemples.released(temple));
  }
  return true;
}

/** `templo-7f3a (At home): online; war 12, rain 5 counted; for match K7Q42M8A; debounceMs 60`. */
function lineOf(own: OwnTemple, { ownTemples: words, temples }: Screen): string {
  const { temple, name, online, ledger, bound, settings } = own;
  const { war, rain } = ledger.sensed;
  const { rev: _, name: __, names, ...set } = settings;
  const told = Object.entries({ ...set, ...names }).map(([field, value]) => `; ${field} ${value}`);
  const called = name === temple ? '' : ` (${name})`;
  const match = bound === undefined ? '' : `; ${words.forMatch(bound.match)}`;
  const state = online ? temples.online : temples.offline;
  return `${temple}${called}: ${state}; ${words.counted(war, rain)}${match}${told.join('')}`;
}

/** How to read the text of each setting; nothing for a text that cannot be one. */
const SETTINGS: Readonly<Record<string, (text: string) => TempleSettings | undefined>> = {
  name: (name) => ({ name }),
  light: (text) => numbered(text, (light) => ({ light })),
  debounceMs: (text) => numbered(text, (debounceMs) => ({ debounceMs })),
  swapped: (text) => (text === 'true' || text === 'false' ? { swapped: text === 'true' } : undefined),
};

function numbered(text: string, as: (value: number) => TempleSettings): TempleSettings | undefined {
  return /^\d{1,4}$/.test(text) ? as(Number(text)) : undefined;
}

export function settingsIn(text: string): TempleSettings {
  const settings = Object.entries(readPairs(text)).map(([name, value]) => {
    const read = Object.hasOwn(SETTINGS, name) ? SETTINGS[name]?.(value) : undefined;
    if (read === undefined) throw new Problem((problems) => problems.noSetting(`${name}=${value}`));
    return read;
  });
  return Object.assign({}, ...settings) as TempleSettings;
}
