/** Who sits at this terminal: the same player as last time, and what can be done about that instead of playing. */
import { hostname } from 'node:os';
import { type ClientOptions, FlowerWarClient, RefusedError } from '@flower-war/client';
import type { Wanted } from '../options/arguments.ts';
import { Problem } from '../screen/problem.ts';
import type { Teletype } from '../screen/teletype.ts';
import { showHistory, showLeaderboard } from '../words/lists.ts';
import { keepSession, readSession, sessionFile } from './sessionFile.ts';

const LABEL = `Terminal on ${hostname()}`.slice(0, 40);

/** Signs in as whoever was here last, or as somebody new. */
export async function signIn(wanted: Wanted, teletype: Teletype): Promise<FlowerWarClient> {
  const client = new FlowerWarClient(optionsFor(wanted, teletype));
  const known = await knownAs(client);
  if (known === undefined) await client.signIn(wanted.name);
  else if (wanted.name !== undefined && wanted.name !== known) {
    const { recoveryCode } = await client.account.choose(wanted.name);
    if (recoveryCode !== undefined) teletype.say(...recoveryWords(recoveryCode), '');
  }
  return client;
}

/** Does what was asked for instead of playing; says whether anything was. */
export async function runAccountCommand(wanted: Wanted, teletype: Teletype): Promise<boolean> {
  if (wanted.link) await showLink(await signIn(wanted, teletype), teletype);
  else if (wanted['recovery-code'])
    teletype.say(...recoveryWords(await (await signIn(wanted, teletype)).account.recoveryCode()));
  else if (wanted.redeem !== undefined) {
    greet(await FlowerWarClient.redeem(strangerFor(wanted, teletype), wanted.redeem), teletype);
  } else if (wanted.recover) {
    const code = await readCode(teletype);
    greet(await FlowerWarClient.recover(strangerFor(wanted, teletype), code), teletype);
  } else if (wanted.history) await showHistory(await signIn(wanted, teletype), wanted, teletype);
  else if (wanted.leaderboard) await showLeaderboard(await signIn(wanted, teletype), wanted, teletype);
  else if (wanted['sign-out']) await signOut(wanted, teletype);
  else return false;
  return true;
}

function optionsFor({ url, guest }: Wanted, teletype: Teletype): ClientOptions {
  if (guest) return { url, label: LABEL };
  const file = sessionFile(process.env);
  const session = readSession(file, url);
  const onSession: ClientOptions['onSession'] = (next) => {
    try {
      keepSession(file, url, next);
    } catch (error) {
      teletype.say(`You will not be known here next time: ${(error as Error).message}`);
    }
  };
  return { url, label: LABEL, onSession, ...(session !== undefined && { session }) };
}

/** Without the session of whoever was here before; it is kept until the new one has come. */
function strangerFor(wanted: Wanted, teletype: Teletype): ClientOptions {
  const { session: _, ...options } = optionsFor(wanted, teletype);
  return options;
}

/** Nothing for a stranger, and for who was signed out meanwhile. */
async function knownAs(client: FlowerWarClient): Promise<string | undefined> {
  if (client.session === undefined) return undefined;
  try {
    return (await client.account.me()).name;
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'unauthorized') return undefined;
    throw error;
  }
}

async function showLink(client: FlowerWarClient, teletype: Teletype): Promise<void> {
  const { code, text, expiresAt } = await client.account.link();
  teletype.say(
    `On the other device: npm run play -- --redeem ${code}`,
    `As a QR code: ${text}`,
    `It works once, until ${new Date(expiresAt).toLocaleTimeString()}.`,
  );
}

function recoveryWords(code: string): readonly string[] {
  return [
    `Your recovery code: ${code}`,
    'Write it down: it is not shown again. With --recover it brings you back on any device.',
  ];
}

async function readCode(teletype: Teletype): Promise<string> {
  teletype.say('Your recovery code:');
  for await (const line of teletype.lines()) return line;
  throw new Problem('There was no recovery code to read.');
}

function greet({ session }: FlowerWarClient, teletype: Teletype): void {
  teletype.say(`You are ${session?.name} here now. Play: npm run play`);
}

async function signOut(wanted: Wanted, teletype: Teletype): Promise<void> {
  const client = new FlowerWarClient(optionsFor(wanted, teletype));
  if ((await knownAs(client)) !== undefined) await client.account.signOut();
  else keepSession(sessionFile(process.env), wanted.url, undefined);
  teletype.say('You are nobody here now. The recovery code, or another device, brings the player back.');
}
