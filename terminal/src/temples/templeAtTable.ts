/** Temples on a terminal: tells what becomes of beads, and runs the commands about them. */
import type { BeadWord, LiveMatch, TableJson } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { beadWords, ledgerWords, type Perspective } from '../words/beadWords.ts';
import { own } from '../words/words.ts';

interface TempleTools {
  readonly say: (lines: readonly string[]) => void;
  readonly name: Perspective['name'];
  readonly words: Words;
}

export class TempleAtTable {
  private readonly live: LiveMatch;
  private readonly tools: TempleTools;

  constructor(live: LiveMatch, tools: TempleTools) {
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

const OF_THE_TABLE = 255;
