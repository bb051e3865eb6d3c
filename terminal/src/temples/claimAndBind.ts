/** Claims a temple for the player at this terminal, and binds it to the match. */
import { type FlowerWarClient, type LiveMatch, RefusedError } from '@flower-war/client';
import type { Wanted } from '../options/arguments.ts';
import { Problem, refusalWords } from '../screen/problem.ts';
import type { Teletype } from '../screen/teletype.ts';

/** The temple that the command line asks for, claimed if it is not the player's yet; nothing if it asks for none. */
export async function findTemple(
  client: FlowerWarClient,
  wanted: Wanted,
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

type Place = Pick<LiveMatch, 'id' | 'seat'>;

interface Binding {
  readonly temple: string | undefined;
  readonly place: Place;
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
