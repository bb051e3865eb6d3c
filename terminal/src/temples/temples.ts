/** Makes a temple that of whoever sits here, and has it count for the match. */
import { type FlowerWarClient, RefusedError } from '@flower-war/client';
import type { Wanted } from '../options/arguments.ts';
import { Problem } from '../screen/problem.ts';
import type { Teletype } from '../screen/teletype.ts';
import type { PlaceAtTable } from '../session/places.ts';

/** The temple that was asked for, claimed if it has to be; nothing if none was. */
export async function findTemple(
  client: FlowerWarClient,
  wanted: Wanted,
  teletype: Teletype,
): Promise<string | undefined> {
  if (wanted.knock) return byKnock(client, teletype);
  const { temple, 'temple-code': code } = wanted;
  if (temple === undefined) return undefined;
  const isOwn = (await client.temples()).some((own) => own.temple === temple);
  if (isOwn) return temple;
  await client.claimTemple(temple, code ?? (await shownCode(client, temple, teletype)));
  teletype.say(`${temple} is yours.`);
  return temple;
}

async function byKnock(client: FlowerWarClient, teletype: Teletype): Promise<string> {
  const knock = await client.knock();
  teletype.say(
    `Drop ${knock.order.length} beads into your temple, one after another, within a minute:`,
    `  ${knock.order.join(', ')}`,
    'After a wrong one begin again.',
  );
  const temple = await Promise.race([client.knocked(knock), teletype.interrupted]);
  if (typeof temple !== 'string') throw new Problem('No temple has performed that. Try again with --knock.');
  teletype.say(`${temple} is yours.`);
  return temple;
}

async function shownCode(client: FlowerWarClient, temple: string, teletype: Teletype): Promise<string> {
  await client.showTempleCode(temple).catch((error: unknown) => {
    if (!(error instanceof RefusedError) || error.code !== 'temple-silent') throw error;
    throw new Problem(
      `${temple} shows no code: it is not there, has no display, or belongs to somebody. Name the code that is printed on it with --temple-code, or use --knock.`,
    );
  });
  teletype.say('Type the code that the temple shows:');
  teletype.ask();
  const line = await Promise.race([teletype.next(), teletype.interrupted]);
  if (typeof line !== 'string' || line.trim() === '') throw new Problem('Without its code the temple is not yours.');
  return line.trim();
}

/** From now on it counts here. Where it cannot, the match is played on the screen. */
export async function bindTemple(
  client: FlowerWarClient,
  { temple, place, isForTable }: { temple: string | undefined; place: PlaceAtTable; isForTable: boolean },
  teletype: Teletype,
): Promise<void> {
  if (temple === undefined || place.live.seat === undefined) return;
  try {
    await moveHere(client, temple, { place, isForTable, teletype });
    await client.bindTemple(temple, place.live.id, isForTable ? 'table' : 'seat');
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    teletype.say(`${temple} does not count here: ${error.message}`);
  }
}

interface Move {
  readonly place: PlaceAtTable;
  readonly isForTable: boolean;
  readonly teletype: Teletype;
}

/** It can count in one place only. */
async function moveHere(client: FlowerWarClient, temple: string, { place, isForTable, teletype }: Move): Promise<void> {
  const bound = (await client.temples()).find((own) => own.temple === temple)?.bound;
  if (bound === undefined || (bound.match === place.live.id && (bound.seat === undefined) === isForTable)) return;
  await client.unbindTemple(temple);
  teletype.say(`${temple} counts for match ${bound.match} no more; take out what still waited there.`);
}
