/** The player at this terminal: signs in as the same player as last time, and runs the options about accounts. */
import { hostname } from 'node:os';
import { type ClientOptions, FlowerWarClient, RefusedError } from '@flower-war/client';
import type { Wanted } from '../options/arguments.ts';
import { Problem } from '../screen/problem.ts';
import type { Teletype } from '../screen/teletype.ts';
import { showHistory, showLeaderboard } from '../words/lists.ts';
import { keepSession, readSession, sessionFile } from './sessionFile.ts';

const LABEL = `Terminal on ${hostname()}`.slice(0, 40);

/** Signs in as the last player at this terminal, or as a new player. */
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

/** Runs an option like --link or --history instead of a match. Says whether there was one. */
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
      teletype.say(`Your session cannot be saved; next time you are a new player here: ${(error as Error).message}`);
    }
  };
  return { url, label: LABEL, onSession, ...(session !== undefined && { session }) };
}

/** Leaves out the session of the last player. The file keeps it until the new session has come. */
function strangerFor(wanted: Wanted, teletype: Teletype): ClientOptions {
  const { session: _, ...options } = optionsFor(wanted, teletype);
  return options;
}

/** The player's name; nothing for a new player, or for one who was signed out meanwhile. */
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
  throw new Problem('No recovery code was typed.');
}

function greet({ session }: FlowerWarClient, teletype: Teletype): void {
  teletype.say(`You are ${session?.name} here now. Play: npm run play`);
}

async function signOut(wanted: Wanted, teletype: Teletype): Promise<void> {
  const client = new FlowerWarClient(optionsFor(wanted, teletype));
  if ((await knownAs(client)) !== undefined) await client.account.signOut();
  else keepSession(sessionFile(process.env), wanted.url, undefined);
  teletype.say('You are signed out here. Your recovery code or another device signs you in again.');
}
