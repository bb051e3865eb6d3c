/** Reads the settings of a program from its environment: once, frozen, with a clear message for each bad value. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { isMasterKey } from '../temple/credentials.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export class BadConfig extends Error {}

export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** A value without a visible character counts as absent. `secret` names the settings whose values no message ever shows. */
export function readSettings<T extends z.ZodObject>(
  settings: T,
  environment: Environment,
  secret: readonly string[] = [],
): Readonly<z.infer<T>> {
  const given: Readonly<Record<string, string | undefined>> = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => {
      const value = secret.includes(name) ? environment[name] : environment[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const parsed = settings.safeParse(given, { error: wordsOf });
  const wrong = parsed.success ? unplainNumbers(parsed.data, given) : parsed.error.issues;
  if (parsed.success && wrong.length === 0) return Object.freeze(parsed.data);
  const lines = wrong.map(({ path: [key], message }) => {
    const name = String(key);
    const isHidden = given[name] !== undefined && (secret.includes(name) || hasUser(given[name]));
    return `  ${name}=${isHidden ? '(hidden)' : (given[name] ?? '')}: ${message}`;
  });
  throw new BadConfig(`These settings cannot be used; correct or unset them:\n${lines.join('\n')}`);
}

/** Where a setting takes only some words, and says nothing itself. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_value' ? `must be ${issue.values.join(' or ')}` : undefined;
}

/** Other forms of a number, like 1e3, are more likely a slip than meant. */
function unplainNumbers(read: object, given: Readonly<Record<string, string | undefined>>) {
  return Object.entries(read).flatMap(([name, value]) => {
    const isPlain = typeof value !== 'number' || /^\+?(\d+\.?\d*|\.\d+)$/.test(given[name] ?? '0');
    return isPlain ? [] : [{ path: [name], message: 'must be a number in digits' }];
  });
}

/** Whether the text may be a url with a password, also a misspelt one. */
const hasUser = (text: string) => /:\/\/.*@/s.test(text);

/** Of a password with an unescaped `/`, `?` or `#`, the rest is taken for what follows the host, and shown with it. Values in a query may have an @. */
export function isTornUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { pathname, search, hash } = new URL(url);
  return `${pathname}${hash}`.includes('@') || /^[^=]*@/.test(search);
}

export const TORN_URL = 'has an @ behind its host. In a user name or a password write @ as %40 and / as %2F';

/** One line for each setting, with its meaning, its default and the other words that it takes, for `--help` and the documentation. */
export function describeSettings(settings: z.ZodObject, width = 20): string {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description = '', default: fallback, enum: words = [] } = property as z.core.JSONSchema.JSONSchema;
    const others = words.filter((word) => word !== fallback).join(', ');
    return `  ${name.padEnd(width)} ${description} (${String(fallback ?? '') || 'none'}${others && `; or ${others}`})`;
  });
  return rows.join('\n');
}

/** What is wrong if the machine does not know the host at which a program is to listen. `setting` names it. */
export function whyUnknownHost(setting: string, error: unknown): string | undefined {
  const { code = '', syscall, hostname } = error as NodeJS.ErrnoException & { readonly hostname?: string };
  if (syscall !== 'getaddrinfo') return undefined;
  return `${setting}=${hostname} is not a name or address that this machine knows (${code}). Correct it, or choose another ${setting}; an IPv6 address stands there without brackets, like ::1.`;
}

// The file of the master key. The first program that needs the key makes it.

export class BadKey extends Error {}

export const KEY_FILE = 'temples.key';

/** The master key in the data folder, in lower-case hex. If the file is absent, it is made with the fresh key. */
export async function masterKeyIn(folder: string, fresh = newMasterKey()): Promise<string> {
  const path = join(folder, KEY_FILE);
  return (await readKey(path)) ?? (await makeKey(path, fresh));
}

/** The master key in the data folder, if there is one. */
export function findMasterKey(folder: string): Promise<string | undefined> {
  return readKey(join(folder, KEY_FILE));
}

export function newMasterKey(): string {
  return randomBytes(32).toString('hex');
}

async function makeKey(path: string, fresh: string): Promise<string> {
  const own = `${path}.${randomBytes(4).toString('hex')}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeDurably(own, `${fresh}\n`);
    // A link appears whole or not at all. It never replaces a key that another process has just made.
    await link(own, path).catch(unlessItExists);
  } catch (error) {
    throw new BadKey(`The key of the temples could not be written to ${path}: ${reasonOf(error)}. ${CHOOSE}`);
  } finally {
    await rm(own, { force: true });
  }
  const key = await readKey(path);
  if (key === undefined)
    throw new BadKey(`The key of the temples, ${path}, was deleted while it was made. Start again.`);
  return key;
}

/** `undefined` if the file is absent. */
async function readKey(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new BadKey(`The key of the temples, ${path}, cannot be read: ${reasonOf(error)}. ${CHOOSE}`);
  });
  if (text === undefined) return undefined;
  if (isMasterKey(text.trim())) return text.trim().toLowerCase();
  throw new BadKey(
    `The key of the temples, ${path}, is damaged: it must be 64 hexadecimal digits. Restore it from a backup; ` +
      'if you delete it, a new one is made, and every temple must be given its new password.',
  );
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

const CHOOSE = 'Let this user read and write there, or set DATA_DIR to another folder.';

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
