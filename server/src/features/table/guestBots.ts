/** The bots that a host brings: files `GAME.NAME.js` and `GAME.NAME.wasm` in the folder of the setting BOTS. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BadConfig } from '@flower-war/protocol/hosting';
import { GAMES } from '@flower-war/rules';
import { BOTS_BY_LEVEL, english } from '@flower-war/words';
import type { GuestBot, HostedGames } from '../../base/hostedGames.ts';
import { metered } from '../../matches/cells/metered.ts';
import { UnfitModule } from '../../matches/cells/wasmBytes.ts';
import { NameFilter, REFUSED_NAMES } from '../people/nameFilter.ts';

const MOST_FILES = 100;
const MOST_BYTES: Readonly<Record<string, number>> = { js: 65_536, wasm: 2 ** 20 };
const SHOWN = 10;
const VERSION_LENGTH = 12;

const FILE = /^([a-z0-9-]+)\.([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\.(js|wasm)$/;
const LONGEST_NAME = 24;
/** The default of STAND_IN, also where tests host games without bots. */
const USUAL = 'greedy';

/** What people take for another bot, for no bot at all, or for a part of the server. */
const LEVELS = BOTS_BY_LEVEL.flatMap((bot) => [bot, english.bot(bot).level]);
const RESERVED = new NameFilter(REFUSED_NAMES.concat(LEVELS.concat('none').map((name) => `=${name}`)));

/** All bots in the folder; none without one. Throws with all that is wrong. */
export function guestBotsIn(folder: string): readonly GuestBot[] {
  if (folder === '') return [];
  const files = filesIn(folder);
  const bots = files.map((file) => botIn(folder, file));
  const wrong = bots.flatMap((bot, n) => {
    const flaw = typeof bot === 'string' ? bot : twinOf(bot, bots.slice(0, n));
    return flaw === undefined ? [] : [`  ${JSON.stringify(files[n])} ${flaw}`];
  });
  if (wrong.length === 0) return bots.filter((bot) => typeof bot !== 'string');
  const more = wrong.length > SHOWN ? [`  and ${wrong.length - SHOWN} more`] : [];
  throw unusable(folder, ['has wrong files; correct or remove them:', ...wrong.slice(0, SHOWN), ...more].join('\n'));
}

/** Throws if the setting names a bot that no game has. */
export function mustHaveStandIn({ all }: HostedGames, name: string): void {
  const known = [...new Set(all.flatMap(({ bots }) => Object.keys(bots)))];
  if (!known.includes(name) && name !== USUAL)
    throw new BadConfig(
      `STAND_IN=${name} is a bot that no game has here. They are ${known.join(', ')}. Correct or unset it.`,
    );
}

const unusable = (folder: string, why: string) => new BadConfig(`BOTS=${folder} ${why}`);

/** Hidden files are none of the bots: systems and editors leave them. */
function filesIn(folder: string): readonly string[] {
  const files = reading(folder, () => readdirSync(folder))
    .filter((file) => !file.startsWith('.'))
    .toSorted();
  if (files.length <= MOST_FILES) return files;
  throw unusable(folder, `holds ${files.length} files, and may hold ${MOST_FILES}. Remove those that no player needs.`);
}

function reading<T>(folder: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException;
    throw unusable(
      folder,
      `cannot be read (${code}, ${path}). Name a folder of files GAME.NAME.js or GAME.NAME.wasm, or unset it.`,
    );
  }
}

/** The bot, or what is wrong with its file. */
function botIn(folder: string, file: string): GuestBot | string {
  const [, game = '', name = '', form = ''] = FILE.exec(file) ?? [];
  const flaw = flawOf(folder, { file, game, name, most: MOST_BYTES[form] ?? 0 });
  if (flaw !== undefined) return flaw;
  const bytes = reading(folder, () => readFileSync(join(folder, file)));
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, VERSION_LENGTH);
  try {
    return { id: `${game}.${name}`, game, name, version, code: form === 'js' ? bytes.toString() : metered(bytes) };
  } catch (error) {
    if (error instanceof UnfitModule) return error.message;
    throw error;
  }
}

interface Named {
  readonly file: string;
  readonly game: string;
  readonly name: string;
  readonly most: number;
}

function flawOf(folder: string, { file, game, name, most }: Named): string | undefined {
  const found = reading(folder, () => statSync(join(folder, file), { throwIfNoEntry: false }));
  if (found === undefined) return 'is a link to nothing';
  if (name === '')
    return 'is not named like tieqchieq.my-bot.js or tieqchieq.my-bot.wasm: a game, and a name of small letters and digits that begins with a letter; single hyphens may stand between them';
  if (!GAMES.has(game)) return `is for a game that is not here; the games are ${[...GAMES.keys()].join(', ')}`;
  if (name.length > LONGEST_NAME) return `has a name of more than ${LONGEST_NAME} characters`;
  if (name in {} || RESERVED.refuses(name)) return 'has a name that is taken or means something else here';
  if (!found.isFile()) return 'is not a file';
  return found.size > most ? `has ${found.size} bytes, and may have ${most}` : undefined;
}

/** Two forms of one name would be one bot. */
function twinOf(bot: GuestBot, before: readonly (GuestBot | string)[]): string | undefined {
  const isTaken = before.some((other) => typeof other !== 'string' && other.id === bot.id);
  return isTaken ? 'has the name of another file here: a bot has one file' : undefined;
}
