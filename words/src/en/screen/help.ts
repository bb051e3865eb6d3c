/** The help during a match, what is said of problems, and temples. */
import type { TempleJson } from '@flower-war/protocol';

/** The help during a match: each command, and what it does. The words of commands that every language knows are English. */
export const HELP = {
  introduction: [
    'Type the number of a move. Enter alone plays the move if there is only one.',
    'Other commands:',
  ] as readonly string[],
  commands: [
    ['?', 'shows this and the board'],
    ['board', 'shows the whole board with all cards'],
    ['cards', 'shows what your cards do'],
    ['more', 'shows the next moves of a long list'],
    ['hint', 'says which move a strong player would look at, and why; only against bots'],
    [
      'ask none, ask attacks, ask all',
      'when the match stops to ask for your hidden cards: never, at attacks on you, always',
    ],
    [
      'habits, habits 2, habits none, habits usual, habits brisk, habits swift',
      'lists the steps that are played for you; switches one of them; chooses how many',
    ],
    ['undo', 'takes your last move back, while it is still your turn and it has shown nothing'],
    ['offer takeback, offer abort, offer pause MINUTES, offer resume', 'asks the other players to agree'],
    ['accept, decline', "answers another player's offer"],
    ['back', 'takes your seat back from the bot that stands in for you'],
    ['temple', 'shows what became of the beads of every temple at the table'],
    ['by-hand, by-temple', 'makes your offerings on the screen, or with the temple again'],
    [
      'took war 1, claim rain 1, confirm',
      'says that you took a bead out, that a bead without an owner is yours, that all these beads are meant',
    ],
    [
      'dispute war, settle war 1 counts, settle war 1 returned',
      'says that a bead was miscounted; the host of the match decides whether it counts',
    ],
    ['say hello there', 'says that to the players; if you only watch, to the other spectators'],
    ['say', 'lists ready-made phrases; say /thanks says the phrase called thanks'],
    ['mute Ana', 'hides what Ana says'],
    ['resign', 'gives the match up, after one question'],
    ['q', 'leaves; a match that is running goes on without you'],
  ] as readonly (readonly [command: string, meaning: string])[],
  /** The first word of a command in this language, and the English one that it stands for. */
  heads: {} as Readonly<Record<string, string>>,
  /** The words after it. */
  others: {} as Readonly<Record<string, string>>,
};

/** The command line. */
export const usage = (url: string): string => `npm run play [-- options] plays or watches a match in this terminal.

  --game GAME          the game to play (the first game of the server)
  --bot NAME           the bots on the other seats: easy, medium or hard; none waits for people (medium)
  --seats N            how many seats the table has (the usual number of the game)
  --auto               watches bots play each other, saves the record, and ends
  --preset ID          a named set of options
  --options A=1,B=two  single options
  --clock TIME         60 (seconds for a turn), 600+5 (600 seconds in all, 5 more for each turn), 3d (days for a turn)
  --absence POLICY     how the match treats absent players: casual, fair or strict (casual)
  --habits PACE        which steps are played for the players: none, usual, brisk or swift (usual)
  --lobby              lists the open and running matches, and lets you choose one
  --quick              plays with the next people who come; bots take the seats that stay free
  --join MATCH         takes a seat in another player's match; MATCH is its id or its link
  --watch MATCH        watches a match
  --replay MATCH       shows a match again, step by step; p plays on from any position against bots
  --as SEAT|all        with --replay: shows what a seat saw, counted from 0, or all secrets (what a spectator saw)
  --code CODE          the code of a private match, with --join or --watch
  --temple ID          uses your temple for your seat: templo-7f3a; if it is not yours yet, it shows a code to type (instead of ID, the link in the QR code on its label)
  --temple-code CODE   the code that is printed on the temple
  --knock              finds your temple by the beads that you drop into it
  --temple-table       uses the temple for all players at the table, if you are the host
  --name NAME          your name for other players; this terminal stays the same player until --sign-out
  --guest              plays as a new player, this time only
  --lang LANGUAGE      en, es or de (the language of your system)
  --no-hints           does not explain what is new to you
  --out FILE           where the record is saved at the end (MATCH.jsonl in this folder)
  --url URL            the server (${url})
  --lan                finds the server in the local network; it was started with npm start -- --lan
  --help               this text

Instead of playing:
  --learn GAME         short lessons, without a server; mexica/roll begins with one of them; games: flower-war, mexica, flower-war-early, space-aztecs, tieqchieq
  --puzzle day         the puzzle of the day, without a server, or with --url one of that server; instead of day a game, or the name of a puzzle
  --rules GAME         the rules of a game or a preset; mexica/battle is one chapter, mexica/battle-3 one rule, mexica/W10 one card, mexica/cards all of them (cards need the server)
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

/** What a screen says about habits: questions that the match answers for a player. */
export const HABITS = {
  told: 'Steps that leave you no choice worth making are played for you. Type habits to see them, or to be asked again.',
  offered: 'Some steps leave you no choice worth making. Type habits usual, and they are played for you.',
  on: 'on ',
  off: 'off',
  how: 'Type habits and a number to switch one of them; habits none, habits usual, habits brisk or habits swift to choose for all.',
  none: 'This game asks you everything.',
  noSuch: (habits: number) => `There is no such habit: choose 1 to ${habits}.`,
};

/** What the person at the terminal can mend. */
export const PROBLEMS = {
  unreachable: (message: string) => `${message}\nStart it with npm start, or name another one with --url.`,
  /** `sentence` is Node's own; `word` is what it complains about. */
  argument: (sentence: string, _word: string) => `${sentence}. See npm run play -- --help`,
  oneOf: (options: readonly string[]) => `Choose one of ${options.join(' and ')}.`,
  autoNeedsBots: '--auto watches bots, and --bot none means none: leave one of the two out.',
  matchExists: 'A match that exists has its own game, seats and settings: leave those options out.',
  belongsTo: (option: string, to: readonly string[]) => `${option} belongs to ${to.join(' or ')}.`,
  templeSetBelongs: '--temple-set and --temple-release belong to --temple.',
  leaveOut: '--lobby and --quick take a table as it is: leave --bot, --options, --clock and --absence out.',
  anySize: '--lobby shows tables of any size: leave --seats out.',
  noAddress: (url: string, example: string) => `--url ${url} is not an address like ${example}.`,
  noneOnLan: 'No server answers in this network: start one with npm start -- --lan, or name its address with --url.',
  severalOnLan: (servers: readonly { readonly url: string; readonly name: string }[]) =>
    `Several servers answer in this network. Choose one of ${servers.map(({ url, name }) => `--url ${url} (${name})`).join(', ')}.`,
  noTemple: (temple: string) => `--temple ${temple} is not the name of a temple, like templo-7f3a.`,
  noSeatWith: (option: string) => `With ${option} you take no seat: leave the temple out.`,
  noPair: (text: string) => `--options are written NAME=VALUE, with commas between them; "${text}" is not.`,
  noTime: (text: string) => `--clock ${text} is not a time like 60, 600+5 or 3d.`,
  seats: (game: string, least: number, most: number, wanted: string) =>
    `${game} is for ${least} to ${most} seats, not ${wanted}.`,
  badValue: (option: string, text: string, allowed: string) =>
    `The option ${option} cannot be "${text}": it is ${allowed}.`,
  allowed: {
    or: ' or ',
    flag: 'true or false',
    whole: (least: number, most: number) => `a whole number from ${least} to ${most}`,
  },
  unknown: {
    game: (given: string, known: string) => `There is no game "${given}" here. Choose one of: ${known}.`,
    preset: (given: string, known: string) => `There is no preset "${given}" here. Choose one of: ${known}.`,
    bot: (given: string, known: string) => `There is no bot "${given}" here. Choose one of: ${known}.`,
    option: (given: string, known: string) => `There is no option "${given}" here. Choose one of: ${known}.`,
    policy: (given: string, known: string) => `There is no policy "${given}" here. Choose one of: ${known}.`,
    pace: (given: string, known: string) => `There is no pace "${given}" of habits. Choose one of: ${known}.`,
    language: (given: string, known: string) => `There is no language "${given}" here. Choose one of: ${known}.`,
    course: (given: string, known: string) => `There are no lessons called "${given}". Choose one of: ${known}.`,
    rulebook: (given: string, known: string) => `There are no rules of "${given}". Choose one of: ${known}.`,
  },
  noRule: (game: string, given: string, known: string) =>
    `The rules of ${game} have no part "${given}". Choose one of: ${known}.`,
  noViewer: (text: string) => `--as takes the number of a seat, counted from 0, or all; not "${text}".`,
  noRecoveryCode: 'No recovery code was typed, so you are not signed in. Try again with --recover.',
  noTempleCode:
    'No code was typed, so the temple is not yours. Try again, and type the code on its label or its display.',
  noKnock: 'No temple counted these beads in this order. Try again with --knock.',
  noShownCode: (temple: string) =>
    `${temple} shows no code: it is offline, has no display, or belongs to another player. Give the code that is printed on it with --temple-code, or use --knock.`,
  noSetting: (setting: string) =>
    `${setting} is not a setting: name=TEXT, light=0 to 100, debounceMs=0 to 1000, swapped=true.`,
  namesTaken: (file: string) =>
    `The record was not saved: ${file} and all names like it are taken. Choose another one with --out.`,
  notSaved: (why: string) => `The record could not be saved: ${why}. Choose another place with --out.`,
};

// Temples and beads.

type Slot = 'war' | 'rain';
type Why = Exclude<TempleJson['last']['why'], ''>;

/** Why a bead counts, waits or is refused: what follows the colon. */
const WHY: Readonly<Record<Why, string>> = {
  ok: 'an offering was made',
  'no-match': 'the temple counts for no match',
  'not-your-turn': "it is another tribe's turn",
  'wrong-phase': 'this is not the step of offerings',
  incomplete: 'the offering costs more',
  'no-skulls': 'there is no skull left to offer',
  unclaimed: 'no player has claimed this yet (type claim)',
  unpaired: 'the temple has no owner',
  implausible: 'too many came at once (type confirm if you meant that)',
  'match-over': 'the match is over for this temple',
  returned: 'it was taken out again',
};

/** Why the server refuses what a player says about beads. */
const REFUSED: Readonly<Record<string, string>> = {
  'not-so-many': 'the temple does not hold that many beads',
  'nothing-to-confirm': 'there is nothing to confirm',
  'nothing-to-dispute': 'there is nothing to dispute',
  'disputed-already': 'there is a dispute already',
  'no-dispute': 'there is no dispute',
  'not-the-tables': 'this temple belongs to one seat, so that nothing is to be claimed',
  'nothing-changes': 'it is so already',
  'not-your-temple': 'this is not your temple',
  'not-the-host': 'only the host may do this or, when the host plays no more, the player who sat down first',
  'no-player-there': 'no player sits there',
  'not-bound': 'the temple counts for no match',
  'window-open': 'a player is deciding now; try again in a moment',
  'match-over': 'the match is over',
};

const beads = (n: number, slot: Slot): string => (n === 1 ? `a ${slot} bead` : `${n} ${slot} beads`);
const Beads = (n: number, slot: Slot): string => beads(n, slot).replace(/^a/, 'A');

export const TEMPLES = {
  slots: { war: 'war', rain: 'rain' } as Readonly<Record<Slot, string>>,
  why: WHY,
  /** The same for screens with buttons, where no command is typed. */
  whyShown: {
    ...WHY,
    unclaimed: 'no player has said yet whose it is',
    implausible: 'too many came at once; say whether you dropped them',
  } as Readonly<Record<string, string>>,
  counts: (n: number, slot: Slot) => `${Beads(n, slot)} ${n === 1 ? 'counts' : 'count'}.`,
  waits: (n: number, slot: Slot, why: string) => `${Beads(n, slot)} ${n === 1 ? 'waits' : 'wait'}${why}.`,
  takeBack: (n: number, slot: Slot, why: string) => `Take ${beads(n, slot)} back${why}.`,
  out: (n: number, slot: Slot) => `${Beads(n, slot)} ${n === 1 ? 'was' : 'were'} taken out.`,
  disputed: (slot: Slot) => `There is a dispute about the ${slot} beads: the host ends it (type settle).`,
  settled: (slot: Slot) => `The dispute about the ${slot} beads is over.`,
  none: 'No temple counts here.',
  noLonger: 'no longer counts',
  online: 'online',
  offline: 'offline',
  silent: 'silent',
  tally: (sensed: number, applied: number) => `${sensed} dropped: ${applied} counted`,
  held: (n: number) => `${n} waiting`,
  refused: (n: number) => `${n} refused`,
  toTake: (n: number) => `${n} to take out`,
  inDispute: 'disputed',
  forTable: 'for all at the table',
  forYou: 'for you',
  forSeat: (name: string) => `for ${name}`,
  comes: (whom: string) => `it counts here, ${whom}.`,
  goes: 'it no longer counts here.',
  comesAgain: 'it counts here again.',
  isBack: 'it is back.',
  isSilent: 'it is silent; offerings are made on the screen until it is back.',
  byHand: (name: string | undefined) =>
    name === undefined ? 'You make your offerings on the screen now.' : `${name} makes offerings on the screen now.`,
  byTemple: (name: string | undefined) =>
    name === undefined
      ? 'You make your offerings with the temple again.'
      : `${name} makes offerings with the temple again.`,
  noDispute: 'There is no such dispute.',
  noneForYou: 'No temple counts for you here.',
  cannot: (reason: string | undefined) =>
    `This cannot be done now${reason === undefined ? '' : `: ${reason}`}. "temple" shows the beads.`,
  /** What a player says about beads, on a button. */
  deeds: {
    returned: (n: number) => (n === 1 ? 'I took it out' : `I took ${n} out`),
    confirmed: () => 'I dropped them all',
    claimed: (n: number) => (n === 1 ? 'It is mine' : `All ${n} are mine`),
    disputed: (slot: Slot) => `Dispute the ${slot} beads`,
    settledCounts: (n: number) => (n === 1 ? 'It counts' : `${n} count`),
    settledReturned: (n: number) => (n === 1 ? 'It was taken out' : `${n} were taken out`),
    byHand: 'Make offerings on the screen',
    byTemple: 'Make offerings with the temple',
  },
  /** What the host reads, and what the others read, while there is a dispute. */
  toSettle: (slot: Slot) => `There is a dispute about the ${slot} beads. Say what became of them.`,
  inDisputeNow: (slot: Slot) => `There is a dispute about the ${slot} beads. The host ends it.`,
  refusals: REFUSED,
};

export const OWN_TEMPLES = {
  none: 'You have no temple. Claim one: --temple or --knock.',
  released: (temple: string) => `${temple} has no owner now.`,
  counted: (war: number, rain: number) => `${war} war and ${rain} rain beads`,
  forMatch: (match: string) => `for match ${match}`,
  isYours: (temple: string) => `${temple} is yours.`,
  knock: (n: number) => `Drop ${n} beads into your temple, one after another, within a minute:`,
  knockAgain: 'After a wrong bead, begin again.',
  typeCode: 'Type the code that the temple shows:',
  notHere: (temple: string, why: string) => `${temple} does not count here: ${why}`,
  unbound: (temple: string, match: string) =>
    `${temple} no longer counts for match ${match}; take out the beads that still waited there.`,
};
