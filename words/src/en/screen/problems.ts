/** What the person at the terminal can mend. */
export const PROBLEMS = {
  unreachable: (message: string) => `${message}\nStart it with npm start, or name another one with --url.`,
  /** `sentence` is Node's own; `word` is what it complains about. */
  argument: (sentence: string, _word: string) => `${sentence}. See npm run play -- --help`,
  oneOf: (options: readonly string[]) => `Choose one of ${options.join(' and ')}.`,
  autoNeedsBots: '--auto needs bots: leave --bot none out.',
  matchExists: 'A match that exists has its own game, seats and settings: leave those options out.',
  belongsTo: (option: string, to: readonly string[]) => `${option} belongs to ${to.join(' or ')}.`,
  templeSetBelongs: '--temple-set and --temple-release belong to --temple.',
  leaveOut: 'With --lobby and --quick leave --bot, --options, --clock and --absence out.',
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
    game: (given: string, known: string) => `There is no game "${given}" here. There is: ${known}.`,
    preset: (given: string, known: string) => `There is no preset "${given}" here. There is: ${known}.`,
    bot: (given: string, known: string) => `There is no bot "${given}" here. There is: ${known}.`,
    option: (given: string, known: string) => `There is no option "${given}" here. There is: ${known}.`,
    policy: (given: string, known: string) => `There is no policy "${given}" here. There is: ${known}.`,
    pace: (given: string, known: string) => `There is no pace "${given}" of habits. There is: ${known}.`,
    language: (given: string, known: string) => `There is no language "${given}" here. There is: ${known}.`,
    rulebook: (given: string, known: string) => `There are no rules of "${given}". There are: ${known}.`,
  },
  noRule: (game: string, given: string, known: string) =>
    `The rules of ${game} have no part "${given}". There are: ${known}.`,
  noViewer: (text: string) => `--as takes the number of a seat, counted from 0, or all; not "${text}".`,
  noRecoveryCode: 'No recovery code was typed.',
  noTempleCode: 'You need its code to claim the temple.',
  noKnock: 'No temple counted these beads in this order. Try again with --knock.',
  noShownCode: (temple: string) =>
    `${temple} shows no code: it is offline, has no display, or belongs to another player. Give the code that is printed on it with --temple-code, or use --knock.`,
  noSetting: (setting: string) =>
    `${setting} is no setting: name=TEXT, light=0 to 100, debounceMs=0 to 1000, swapped=true.`,
  namesTaken: (file: string) =>
    `The record was not saved: ${file} and all names like it are taken. Choose another one with --out.`,
  notSaved: (why: string) => `The record could not be saved: ${why}. Choose another place with --out.`,
};
