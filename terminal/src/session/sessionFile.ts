/** Keeps the player's sessions between visits, one for each server. Only the user of this machine may read the file. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { SignedIn } from '@flower-war/client';

type Sessions = Readonly<Record<string, SignedIn>>;

/** The file, in the folder for state of the XDG base directories. */
export function sessionFile({ XDG_STATE_HOME = '' }: NodeJS.ProcessEnv): string {
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), '.local', 'state');
  return join(state, 'flower-war', 'session.json');
}

export function readSession(file: string, url: string): SignedIn | undefined {
  const session = sessionsIn(file)[keyOf(url)];
  return typeof session?.refresh === 'string' ? session : undefined;
}

/** Replaces the file in one step, so that a crash leaves the old one. Without `session` it forgets this server's. */
export function keepSession(file: string, url: string, session: SignedIn | undefined): void {
  const { [keyOf(url)]: _, ...others } = sessionsIn(file);
  const sessions = session === undefined ? others : { ...others, [keyOf(url)]: session };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(sessions), { mode: 0o600 });
  renameSync(draft, file);
}

/** A file that is missing or damaged holds no session. */
function sessionsIn(file: string): Sessions {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Sessions) : {};
  } catch {
    return {};
  }
}

/** `http://host/` and `HTTP://HOST` are one server. */
function keyOf(url: string): string {
  return new URL(url).href;
}
