/** Temples on a terminal: tells what becomes of beads, and runs the commands about them. */
import type { BeadWord, LiveMatch, TableJson, TempleJson } from '@flower-war/client';
import type { Screen, Words } from '@flower-war/words';
import { own } from '../words.ts';

/** What everything needs that tells of a table. */
export interface TableTools {
  readonly say: (lines: readonly string[]) => void;
  readonly name: Perspective['name'];
  readonly words: Words;
}

export class TempleAtTable {
  private readonly live: LiveMatch;
  private readonly tools: TableTools;

  constructor(live: LiveMatch, tools: TableTools) {
    this.live = live;
    this.tools = tools;
  }

  /** Shows the beads of all temples when the player arrives, if there is a temple. */
  showLedger(): void {
    if (this.live.table.temples.length > 0) this.tools.say(ledgerWords(this.live.table, this.perspective));
  }

  notice(before: TableJson<unknown>): void {
    this.tools.say(beadWords(before, this.live.table, this.perspective));
  }

  /** Runs the command. Returns the problem, if there is one. */
  async obey(command: TempleCommand): Promise<string | undefined> {
    if (command.kind === 'beads') return this.ask(command.said);
    this.tools.say(ledgerWords(this.live.table, this.perspective));
    return undefined;
  }

  private async ask(said: BeadsSaid): Promise<string | undefined> {
    const { live } = this;
    const { words } = this.tools;
    const { match, temples } = words.screen;
    if (live.seat === undefined) return match.watching;
    const temple = templeMeant(live.table, said, live.seat);
    if (temple === undefined) return said.what === 'settled' ? temples.noDispute : temples.noneForYou;
    const answer = await live.beads({ temple, ...said });
    if (answer.kind !== 'rejected') return undefined;
    return answer.code === 'beads-refused'
      ? temples.cannot(own(temples.refusals, answer.reason ?? ''))
      : words.refusal(answer);
  }

  private get perspective(): Perspective {
    return { name: this.tools.name, you: this.live.seat, words: this.tools.words.screen.temples };
  }
}

// The commands about temples, and which temple a command means.

type WithoutTemple<W> = W extends unknown ? Omit<W, 'temple'> : never;

/** A command about beads. The table of the match tells which temple it means. */
type BeadsSaid = WithoutTemple<BeadWord>;

export type TempleCommand = { readonly kind: 'temple' } | { readonly kind: 'beads'; readonly said: BeadsSaid };

export function isTempleCommand(command: TempleCommand | { readonly kind: string }): command is TempleCommand {
  return command.kind === 'temple' || command.kind === 'beads';
}

const said = (said: BeadsSaid): TempleCommand => ({ kind: 'beads', said });

const PATTERNS: readonly (readonly [RegExp, (slot: 'war' | 'rain', n: number, as: string) => TempleCommand])[] = [
  [/^temple$/, () => ({ kind: 'temple' })],
  [/^by-hand$/, () => said({ what: 'by-hand', is: true })],
  [/^by-temple$/, () => said({ what: 'by-hand', is: false })],
  [/^confirm$/, () => said({ what: 'confirmed' })],
  [/^took (war|rain) (\d{1,9})$/, (slot, n) => said({ what: 'returned', slot, n })],
  [/^claim (war|rain) (\d{1,9})$/, (slot, n) => said({ what: 'claimed', slot, n })],
  [/^dispute (war|rain)$/, (slot) => said({ what: 'disputed', slot })],
  [
    /^settle (war|rain) (\d{1,9}) (counts|returned)$/,
    (slot, n, as) => said({ what: 'settled', slot, n, as: as === 'counts' ? 'counts' : 'returned' }),
  ],
];

/** Reads a command about temples; nothing for any other line. */
export function readTempleWord(text: string): TempleCommand | undefined {
  for (const [pattern, meaning] of PATTERNS) {
    const [whole, slot, n, as = ''] = pattern.exec(text) ?? [];
    if (whole !== undefined) return meaning(slot === 'rain' ? 'rain' : 'war', Number(n), as);
  }
  return undefined;
}

/** The player's own temple, or that of the table. In a dispute it may be any temple that counts. */
export function templeMeant(
  { temples }: Pick<TableJson<unknown>, 'temples'>,
  { what, ...rest }: BeadsSaid,
  you: number,
): string | undefined {
  const live = temples.filter(({ counts }) => counts);
  const slot = 'slot' in rest ? rest.slot : undefined;
  if (what === 'settled') return live.find((temple) => slot !== undefined && temple[slot].disputed)?.temple;
  const own = live.find(({ seat }) => seat === you) ?? live.find(({ seat }) => seat === OF_THE_TABLE);
  return (own ?? (what === 'disputed' ? live[0] : undefined))?.temple;
}

// Tells what becomes of beads: the difference between two tables chooses among the sentences.

type BeadTable = Pick<TableJson<unknown>, 'temples' | 'byHand'>;
type Slot = 'war' | 'rain';

const SLOTS: readonly Slot[] = ['war', 'rain'];
const OF_THE_TABLE = 255;

interface Perspective {
  readonly name: (seat: number) => string;
  readonly you: number | undefined;
  readonly words: Screen['temples'];
}

/** A line for the fate of beads, for each temple that came or went, and for each player who now offers another way. */
export function beadWords(before: BeadTable, after: BeadTable, eyes: Perspective): readonly string[] {
  const temples = after.temples.flatMap((temple) => {
    const was = before.temples.find((one) => one.temple === temple.temple);
    return changed(was, temple, eyes).map((words) => `${temple.name}: ${words}`);
  });
  return [...temples, ...handWords(before, after, eyes)];
}

/** The counts of every temple at the table. */
export function ledgerWords({ temples }: BeadTable, eyes: Perspective): readonly string[] {
  const { words } = eyes;
  if (temples.length === 0) return [words.none];
  const width = Math.max(...SLOTS.map((slot) => words.slots[slot].length));
  return temples.flatMap((temple) => [
    `${temple.name} (${temple.temple}), ${forWhom(temple, eyes)}, ${stateOf(temple, words)}`,
    ...SLOTS.map((slot) => `  ${words.slots[slot].padEnd(width)}  ${tally(temple[slot], words)}`),
  ]);
}

function stateOf({ counts, present }: TempleJson, words: Perspective['words']): string {
  if (!counts) return words.noLonger;
  return present ? words.online : words.silent;
}

function tally(
  { sensed, applied, held, refused, toTake, disputed }: TempleJson[Slot],
  words: Perspective['words'],
): string {
  const parts = [words.tally(sensed, applied), words.held(held), words.refused(refused)];
  const rest = [...(toTake > 0 ? [words.toTake(toTake)] : []), ...(disputed ? [words.inDispute] : [])];
  return [...parts, ...rest].join(', ');
}

function forWhom({ seat }: TempleJson, { name, you, words }: Perspective): string {
  if (seat === OF_THE_TABLE) return words.forTable;
  return seat === you ? words.forYou : words.forSeat(name(seat));
}

function changed(was: TempleJson | undefined, now: TempleJson, eyes: Perspective): readonly string[] {
  const { words } = eyes;
  if (was === undefined) return now.counts ? [words.comes(forWhom(now, eyes))] : [];
  return [...comingWords(was, now, words), ...SLOTS.flatMap((slot) => slotWords(was, now, { slot, words }))];
}

function comingWords(was: TempleJson, now: TempleJson, words: Perspective['words']): readonly string[] {
  if (was.counts && !now.counts) return [words.goes];
  if (!was.counts && now.counts) return [words.comesAgain];
  if (was.present === now.present) return [];
  return [now.present ? words.isBack : words.isSilent];
}

interface Slotted {
  readonly slot: Slot;
  readonly words: Perspective['words'];
}

function slotWords(was: TempleJson, now: TempleJson, { slot, words }: Slotted): readonly string[] {
  const more = (field: 'applied' | 'held' | 'refused' | 'toTake') => now[slot][field] - was[slot][field];
  const why = (verdict: string) => whyWords(now, { slot, words }, verdict);
  const out = more('refused') - more('toTake');
  const lines = [
    ...(more('applied') > 0 ? [words.counts(more('applied'), slot)] : []),
    ...(more('held') > 0 ? [words.waits(more('held'), slot, why('held'))] : []),
    ...(more('toTake') > 0 ? [words.takeBack(more('toTake'), slot, why('refused'))] : []),
    ...(out > 0 ? [words.out(out, slot)] : []),
  ];
  const still = lines.length === 0 ? stillWaits(was, now, { slot, words }) : [];
  return [...lines, ...still, ...disputeWords(was, now, { slot, words })];
}

/** Beads wait on, but for another reason. */
function stillWaits(was: TempleJson, now: TempleJson, { slot, words }: Slotted): readonly string[] {
  const isSame = now.last.why === was.last.why || now.last.slot !== slot || now.last.verdict !== 'held';
  if (isSame || now[slot].held === 0) return [];
  return [words.waits(now[slot].held, slot, whyWords(now, { slot, words }, 'held'))];
}

function disputeWords(was: TempleJson, now: TempleJson, { slot, words }: Slotted): readonly string[] {
  if (was[slot].disputed === now[slot].disputed) return [];
  return [now[slot].disputed ? words.disputed(slot) : words.settled(slot)];
}

/** Only the last bead has a known reason. The sentence names it if the last bead has this slot and this verdict. */
function whyWords({ last }: TempleJson, { slot, words }: Slotted, verdict: string): string {
  const why = own(words.why, last.why);
  return last.slot === slot && last.verdict === verdict && why !== undefined ? `: ${why}` : '';
}

function handWords(before: BeadTable, after: BeadTable, { name, you, words }: Perspective): readonly string[] {
  const other = (seat: number) => (seat === you ? undefined : name(seat));
  const byHand = after.byHand.filter((seat) => !before.byHand.includes(seat));
  const byTemple = before.byHand.filter((seat) => !after.byHand.includes(seat));
  return [...byHand.map((seat) => words.byHand(other(seat))), ...byTemple.map((seat) => words.byTemple(other(seat)))];
}
