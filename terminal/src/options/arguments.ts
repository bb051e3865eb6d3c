/** The command line of `npm run play`. */
import { parseArgs } from 'node:util';
import { readInviteLink } from '@flower-war/client';
import { Problem } from '../screen/problem.ts';

export const DEFAULT_URL = 'http://127.0.0.1:2567';

export const USAGE = `npm run play [-- options] plays or watches a match in this terminal.

  --game GAME          the game to play (the first game of the server)
  --bot NAME           the bot on the other seats: greedy or random; none waits for people (greedy)
  --seats N            how many seats the table has (the usual number of the game)
  --auto               watches bots play each other, saves the record, and ends
  --preset ID          a named set of options
  --options A=1,B=two  single options
  --clock TIME         60 (seconds for a turn), 600+5 (600 seconds in all, 5 more for each turn), 3d (days for a turn)
  --absence POLICY     how the match treats absent players: casual, fair or strict (casual)
  --lobby              lists the open and running matches, and lets you choose one
  --quick              plays with the next people who come; bots take the seats that stay free
  --join MATCH         takes a seat in another player's match; MATCH is its id or its link
  --watch MATCH        watches a match
  --replay MATCH       shows a match again, step by step; p plays on from any position against bots
  --as SEAT|all        with --replay: shows what a seat saw, counted from 0, or all secrets (what a spectator saw)
  --code CODE          the code of a private match, with --join or --watch
  --temple ID          uses your temple for your seat: templo-7f3a; if it is not yours yet, it shows a code to type
                       (instead of ID, the link in the QR code on its label)
  --temple-code CODE   the code that is printed on the temple
  --knock              finds your temple by the beads that you drop into it
  --temple-table       uses the temple for all players at the table, if you are the host
  --name NAME          your name for other players; this terminal stays the same player until --sign-out
  --guest              plays as a new player, this time only
  --out FILE           where the record is saved at the end (MATCH.jsonl in this folder)
  --url URL            the server (${DEFAULT_URL})
  --help               this text

Instead of playing:
  --history            lists your matches, the newest first; with --game those of one game
  --leaderboard        lists the best players of a game (--game, --preset)
  --temples            lists your temples
  --temple-set A=1,B=2 with --temple: sets name, light (percent), debounceMs, swapped (true or false) of the device
  --temple-release     with --temple: gives your temple up, so that another player can claim it
  --link               shows a code that signs another device in as the same player
  --redeem CODE        signs this device in with that code
  --recovery-code      shows a new code for the day when you lose all your devices; the old code stops working
  --recover            asks for that code and signs you in
  --sign-out           signs this terminal out`;

const OPTIONS = {
  game: { type: 'string' },
  bot: { type: 'string' },
  seats: { type: 'string' },
  auto: { type: 'boolean', default: false },
  preset: { type: 'string' },
  options: { type: 'string' },
  clock: { type: 'string' },
  absence: { type: 'string' },
  lobby: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  join: { type: 'string' },
  watch: { type: 'string' },
  replay: { type: 'string' },
  as: { type: 'string' },
  code: { type: 'string' },
  temple: { type: 'string' },
  'temple-code': { type: 'string' },
  'temple-table': { type: 'boolean', default: false },
  'temple-set': { type: 'string' },
  'temple-release': { type: 'boolean', default: false },
  temples: { type: 'boolean', default: false },
  knock: { type: 'boolean', default: false },
  name: { type: 'string' },
  guest: { type: 'boolean', default: false },
  history: { type: 'boolean', default: false },
  leaderboard: { type: 'boolean', default: false },
  link: { type: 'boolean', default: false },
  redeem: { type: 'string' },
  'recovery-code': { type: 'boolean', default: false },
  recover: { type: 'boolean', default: false },
  'sign-out': { type: 'boolean', default: false },
  out: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** The player may give only one of these. */
const WAYS = [
  'lobby',
  'quick',
  'join',
  'watch',
  'replay',
  'auto',
  'history',
  'leaderboard',
  'temples',
  'temple-set',
  'temple-release',
  'link',
  'redeem',
  'recovery-code',
  'recover',
  'sign-out',
] as const;

type Parsed = ReturnType<typeof parse>;
export type Wanted = Omit<Parsed, 'url'> & { readonly url: string };

/** Throws a Problem when the arguments contradict each other. */
export function readArguments(given: readonly string[]): Wanted {
  const followed = followClaim(followLink(parse(given)));
  const wanted = { ...followed, url: followed.url ?? DEFAULT_URL };
  const ways = WAYS.filter((way) => wanted[way] !== undefined && wanted[way] !== false);
  if (ways.length > 1) throw new Problem(`Choose one of ${ways.map((way) => `--${way}`).join(' and ')}.`);
  if (wanted.auto && wanted.bot === 'none') throw new Problem('--auto needs bots: leave --bot none out.');
  const isExisting = wanted.join !== undefined || wanted.watch !== undefined;
  if (
    isExisting &&
    [wanted.bot, wanted.game, wanted.preset, wanted.options, wanted.seats, wanted.clock, wanted.absence].some(isGiven)
  )
    throw new Problem('A match that exists has its own game, seats and settings: leave those options out.');
  if (wanted.as !== undefined && wanted.replay === undefined) throw new Problem('--as belongs to --replay.');
  if ((wanted.lobby || wanted.quick) && [wanted.bot, wanted.options, wanted.clock, wanted.absence].some(isGiven))
    throw new Problem('With --lobby and --quick leave --bot, --options, --clock and --absence out.');
  if (wanted.lobby && wanted.seats !== undefined)
    throw new Problem('--lobby shows tables of any size: leave --seats out.');
  if (wanted.code !== undefined && !isExisting) throw new Problem('--code belongs to --join or --watch.');
  checkTemple(wanted);
  if (!/^https?:$/.test(URL.parse(wanted.url)?.protocol ?? ''))
    throw new Problem(`--url ${wanted.url} is not an address like ${DEFAULT_URL}.`);
  return wanted;
}

/** The link on a temple's label holds its id and its code, and the server unless --url names one. */
function followClaim(wanted: Parsed): Parsed {
  const link = URL.parse(wanted.temple ?? '');
  const [temple, code] = [link?.searchParams.get('t'), link?.searchParams.get('k')];
  if (link === null || !temple || !code) return wanted;
  return { ...wanted, temple, 'temple-code': code, url: wanted.url ?? link.origin };
}

/** With these the player takes no seat. */
const SEATLESS = [
  'watch',
  'replay',
  'auto',
  'history',
  'leaderboard',
  'temples',
  'link',
  'redeem',
  'recover',
  'sign-out',
] as const;

function checkTemple(wanted: Parsed): void {
  const { temple, knock, 'temple-code': code, 'temple-table': isForTable } = wanted;
  if (temple !== undefined && knock) throw new Problem('Choose one of --temple and --knock.');
  if (temple === undefined && code !== undefined) throw new Problem('--temple-code belongs to --temple.');
  if (temple === undefined && !knock && isForTable) throw new Problem('--temple-table belongs to --temple or --knock.');
  if (temple === undefined && (wanted['temple-set'] !== undefined || wanted['temple-release']))
    throw new Problem('--temple-set and --temple-release belong to --temple.');
  if (temple !== undefined && !/^templo-[0-9a-f]{4,12}$/.test(temple))
    throw new Problem(`--temple ${temple} is not the name of a temple, like templo-7f3a.`);
  const way = SEATLESS.find((one) => wanted[one] !== undefined && wanted[one] !== false);
  if ((temple !== undefined || knock) && way !== undefined)
    throw new Problem(`With --${way} you take no seat: leave the temple out.`);
}

/** An invite link holds the match and its code, and the server unless --url names one. */
function followLink(wanted: Parsed): Parsed {
  const found = wanted.join === undefined ? undefined : readInviteLink(wanted.join);
  if (found === undefined) return wanted;
  const { match, code = wanted.code, origin } = found;
  const url = wanted.url ?? origin;
  return { ...wanted, join: match, ...(url !== undefined && { url }), ...(code !== undefined && { code }) };
}

/** Splits `board=F7,turnCap=50` into names and texts. */
export function readPairs(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((pair) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      throw new Problem(`--options are written NAME=VALUE, with commas between them; "${pair}" is not.`);
    return [name, value] as const;
  });
  return Object.fromEntries(pairs);
}

function isGiven(value: string | undefined): boolean {
  return value !== undefined;
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new Problem(`${sentence.replace(/\.$/, '')}. See npm run play -- --help`);
  }
}
