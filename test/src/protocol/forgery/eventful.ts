/** Records in which everything possible happens: proposes random entries, and lets the fold judge them. */
import { CHECK_EVERY, habitAnswer, NEW_ACCOUNT, pace, type TableSettings, tableSettings } from '@flower-war/protocol';
import { type AnyGame, type Chance, fastChance } from '@flower-war/rules';
import { type Body, Scribe } from '../scribe.ts';

const TEMPLE = 'templo-7f3a';
const LONG_MS = 20 * 60_000;

const TABLES: readonly Partial<TableSettings>[] = [
  {},
  { clock: { kind: 'turn', seconds: 10 }, absence: 'casual' },
  { clock: { kind: 'bank', seconds: 20, increment: 1 }, absence: 'fair' },
  { clock: { kind: 'turn', seconds: 5 }, absence: 'strict', reactSeconds: 5 },
];

export interface Wanted {
  readonly game: AnyGame;
  readonly seed: number;
  readonly entries: number;
}

export function eventful({ game, seed, entries }: Wanted): readonly string[] {
  const chance = fastChance(seed);
  const table = tableSettings.parse(TABLES[seed % TABLES.length]);
  const seats = Math.max(game.seats[0], Math.min(3, game.seats[1]));
  const scribe = new Scribe({}, seed, game, { table, seats });
  scribe.start(...Array.from({ length: seats }, (_, seat) => (seat === 2 ? 'bot' : 'player') as 'player' | 'bot'));
  const writer = new Writer(scribe, chance);
  while (scribe.lines.length < entries && scribe.position.status === 'running') writer.step();
  return (scribe.position.status === 'over' ? scribe.end() : scribe.abort()).lines;
}

class Writer {
  private readonly scribe: Scribe;
  private readonly chance: Chance;
  private now = 1_765_000_000_000;
  private sensed = 0;

  constructor(scribe: Scribe, chance: Chance) {
    this.scribe = scribe;
    this.chance = chance;
  }

  /** Proposes another entry when one cannot follow. */
  step(): void {
    this.now += this.chance.pick([500, 2000, 12_000, LONG_MS]);
    const body = this.chance.die(3) > 1 ? this.move() : this.chance.pick(this.proposals());
    try {
      this.scribe.add({ ...body, at: this.now } as never);
    } catch {}
  }

  private move(): Body {
    const { seat, move } = this.scribe.choose();
    const isBot = this.scribe.position.occupants.get(seat)?.bot !== undefined;
    return { kind: 'move', seat, move, ...(isBot ? { by: 'bot' } : { by: 'player', id: this.scribe.lines.length }) };
  }

  private habit(): readonly Body[] {
    const { folding, position } = this.scribe;
    const answer = habitAnswer(folding.engine, position);
    return answer === undefined ? [] : [{ kind: 'move', by: 'habit', ...answer }];
  }

  private proposals(): readonly Body[] {
    const { folding, position, lines } = this.scribe;
    const { seat: asked } = this.scribe.choose();
    const seat = this.chance.die(position.created.seats) - 1;
    const id = lines.length;
    const fallback = folding.engine.format(folding.engine.fallback(position.state, asked));
    const what = position.offer?.what ?? this.chance.pick(['takeback', 'pause', 'resume']);
    const agreement = { kind: 'agreement', seat, what, id } as const;
    const temple = { kind: 'temple', temple: TEMPLE } as const;
    const beads = { ...temple, what: 'sensed', epoch: 7, war: ++this.sensed, rain: 0 } as const;
    return [
      { kind: 'clock', seat: asked, move: fallback },
      { kind: 'clock', seat: asked, move: fallback },
      { kind: 'asks', seat, what: this.chance.pick(['all', 'attacks', 'none']), id },
      { kind: 'habits', seat, keeps: this.chance.pick(pace.options), id },
      ...this.habit(),
      { ...agreement, is: 'offered', ...(what === 'pause' && { minutes: 5 }) },
      { ...agreement, is: 'accepted' },
      { ...agreement, is: 'declined' },
      { kind: 'agreement', seat: position.pause?.by ?? 0, what: 'pause', is: 'over' },
      {
        kind: 'absence',
        seat: asked,
        what: position.created.table.absence === 'strict' ? 'retired' : 'bot',
        bot: 'greedy',
      },
      { kind: 'absence', seat: asked, what: 'retired' },
      { kind: 'absence', seat, what: 'returned', ...(this.chance.coin() && { id }) },
      { kind: 'absence', seat, what: 'substituted', player: `p-${id}` },
      ...(lines.length > CHECK_EVERY * 2 ? [{ kind: 'absence', seat, what: 'resigned', id } as const] : []),
      { kind: 'resumed', lost: 1500 },
      { kind: 'restored', lost: 0, entropy: `${seat}`.repeat(64) },
      { ...temple, what: 'bound', by: `p-${seat}`, seat, account: { ...NEW_ACCOUNT, rev: id } as never },
      beads,
      { ...temple, what: 'offered' },
      { ...temple, what: 'drawn' },
      { ...temple, what: 'by-hand', seat, is: this.chance.coin(), id },
      { ...temple, what: 'returned', seat, slot: 'war', n: 1, id },
      { ...temple, what: 'unbound' },
    ];
  }
}
