/** Claims a temple for the player at this terminal, and binds it to the match. */
import { type FlowerWarClient, type LiveMatch, RefusedError } from '@flower-war/client';
import type { OwnTemple, TempleSettings } from '@flower-war/protocol';
import type { Screen } from '@flower-war/words';
import { readPairs, type TerminalArguments } from '../options/arguments.ts';
import { Problem, refusalWords } from '../screen/problem.ts';
import type { Teletype } from '../screen/teletype.ts';

/** The temple that the command line asks for, claimed if it is not the player's yet; nothing if it asks for none. */
export async function findTemple(
  client: FlowerWarClient,
  wanted: TerminalArguments,
  teletype: Teletype,
): Promise<string | undefined> {
  if (wanted.knock) return byKnock(client, teletype);
  const { temple, 'temple-code': code } = wanted;
  if (temple === undefined) return undefined;
  const isOwn = (await client.temples.list()).some((own) => own.temple === temple);
  if (isOwn) return temple;
  await client.temples.claim(temple, code ?? (await shownCode(client, temple, teletype)));
  teletype.say(teletype.words.screen.ownTemples.isYours(temple));
  return temple;
}

async function byKnock(client: FlowerWarClient, teletype: Teletype): Promise<string> {
  const knock = await client.temples.knock();
  const { ownTemples, temples } = teletype.words.screen;
  const order = knock.order.map((slot) => temples.slots[slot]).join(', ');
  teletype.say(ownTemples.knock(knock.order.length), `  ${order}`, ownTemples.knockAgain);
  const temple = await Promise.race([client.temples.knocked(knock), teletype.interrupted]);
  if (typeof temple !== 'string') throw new Problem((problems) => problems.noKnock);
  teletype.say(ownTemples.isYours(temple));
  return temple;
}

async function shownCode(client: FlowerWarClient, temple: string, teletype: Teletype): Promise<string> {
  await client.temples.showCode(temple).catch((error: unknown) => {
    if (!(error instanceof RefusedError) || error.code !== 'temple-silent') throw error;
    throw new Problem((problems) => problems.noShownCode(temple));
  });
  teletype.say(teletype.words.screen.ownTemples.typeCode);
  teletype.ask();
  const line = await Promise.race([teletype.next(), teletype.interrupted]);
  if (typeof line !== 'string' || line.trim() === '') throw new Problem((problems) => problems.noTempleCode);
  return line.trim();
}

type LiveSeat = Pick<LiveMatch, 'id' | 'seat'>;

interface Binding {
  readonly temple: string | undefined;
  readonly place: LiveSeat;
  readonly isForTable: boolean;
}

/** Binds the temple to this match. If the server refuses, the player makes offerings on the screen. */
export async function bindTemple(
  client: FlowerWarClient,
  { temple, place, isForTable }: Binding,
  teletype: Teletype,
): Promise<void> {
  if (temple === undefined || place.seat === undefined) return;
  try {
    await unbindElsewhere(client, { temple, place, isForTable }, teletype);
    await client.temples.bind(temple, place.id, isForTable ? 'table' : 'seat');
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { words } = teletype;
    teletype.say(words.screen.ownTemples.notHere(temple, refusalWords(error, words)));
  }
}

/** A temple can count in one place only. */
async function unbindElsewhere(
  client: FlowerWarClient,
  { temple, place, isForTable }: Binding & { readonly temple: string },
  teletype: Teletype,
): Promise<void> {
  const bound = (await client.temples.list()).find((own) => own.temple === temple)?.bound;
  if (bound === undefined || (bound.match === place.id && (bound.seat === undefined) === isForTable)) return;
  await client.temples.unbind(temple);
  teletype.say(teletype.words.screen.ownTemples.unbound(temple, bound.match));
}

// Options for the player's temples without a match: list them, set one, give one up.

/** Runs such an option. Says whether there was one. */
export async function runTempleCommand(
  client: FlowerWarClient,
  wanted: TerminalArguments,
  teletype: Teletype,
): Promise<boolean> {
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

/** `templo-7f3a (At home): online; 12 war and 5 rain beads; for match K7Q42M8A; debounceMs 60`. */
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
