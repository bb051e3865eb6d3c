/** A player who plays one match of Flower War after another, and offers by temple alone. After a crash the player just goes on. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { type Tally, verify } from '@flower-war/protocol';
import { type Chance, engine } from '@flower-war/rules';
import { insist, patiently } from './players.ts';

/** The temple may still count for the last match for a moment. */
const BOUND_WITHIN_MS = 30_000;

export interface TempleWanted {
  readonly url: string;
  readonly temple: string;
  readonly chance: Chance;
  /** How long the player thinks about each move; not at all if absent. */
  readonly thinkingMs?: number;
}

export class TemplePlayer {
  readonly client: FlowerWarClient;
  /** The matches for which the temple counted. */
  readonly matches: string[] = [];
  readonly problems: string[] = [];
  /** The number of accepted moves, which shows that the table goes on. */
  moves = 0;
  private readonly wanted: TempleWanted;
  private isClosing = false;

  constructor(wanted: TempleWanted) {
    this.client = new FlowerWarClient({ url: wanted.url });
    this.wanted = wanted;
  }

  async play(): Promise<void> {
    while (!this.isClosing) {
      const wanted = { game: 'flower-war', options: { roundCap: 12 }, seats: 2, bots: [{ bot: 'random', seat: 1 }] };
      const made = await insist(() => this.client.create(wanted));
      const live = await insist(() => this.client.join(made));
      await this.bind(live);
      await this.playOut(live);
      live.close();
    }
  }

  close(): void {
    this.isClosing = true;
  }

  /** The records of all matches with the temple, each asked for once. Notes those that do not verify. */
  async records(): Promise<readonly string[]> {
    const records: string[] = [];
    for (const match of this.matches) {
      const record = await patiently(() => insist(() => this.client.history.record(match)));
      const verdict = await verify(record, engine);
      if (!verdict.ok) this.problems.push(`${match}: line ${verdict.line}: ${verdict.problem}`);
      records.push(record);
    }
    return records;
  }

  private async bind(live: LiveMatch): Promise<void> {
    for (const deadline = Date.now() + BOUND_WITHIN_MS; ; await pause(50)) {
      const refusal = await this.boundTo(live);
      if (refusal === undefined) return void this.matches.push(live.id);
      if (refusal === 'match-over') return;
      if (refusal !== 'temple-bound' || Date.now() > deadline)
        return void this.problems.push(`${live.id}: the temple was not bound: ${refusal}`);
    }
  }

  /** Why not, if it is not bound. An answer that was lost may have bound it. */
  private async boundTo({ id }: LiveMatch): Promise<string | undefined> {
    const { temple } = this.wanted;
    try {
      await insist(() => this.client.temples.bind(temple, id));
      return undefined;
    } catch (error) {
      const own = await insist(() => this.client.temples.list());
      if (own.some(({ bound }) => bound?.match === id)) return undefined;
      return (error as { code?: string }).code ?? String(error);
    }
  }

  private async playOut(live: LiveMatch): Promise<void> {
    const { chance, thinkingMs } = this.wanted;
    for (;;) {
      await live.until(({ isOver, legal }) => isOver || legal.length > 0 || this.isClosing);
      if (live.isOver) return;
      if (this.isClosing) await live.resign();
      if (thinkingMs !== undefined) await pause(thinkingMs);
      const moves = live.legal.filter((move) => !/^(offer|skull)/.test(move));
      // Where every move is an offering, only a bead can answer.
      if (moves.length === 0) await pause(5);
      else if ((await live.play(chance.pick(moves))).kind === 'accepted') this.moves++;
    }
  }
}

/** The beads of both slots. */
export const sum = ({ war, rain }: Tally): number => war + rain;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
