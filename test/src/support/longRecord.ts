/** Lengthens the record of a sleeping match, as a server without limits would. */
import {
  advance,
  begin,
  checkFor,
  type Entry,
  type Folding,
  type Position,
  parseLine,
  seal,
  sealEnded,
} from '@flower-war/protocol';
import { signerOf } from '@flower-war/protocol/hosting';
import { type Chance, fastChance, gameById, type Seat } from '@flower-war/rules';
import type { Running } from '@flower-war/server';

type Services = Running['services'];

export interface Longer {
  /** How many entries the record shall have. */
  readonly entries: number;
  /** `gaps`: times without a server, the cheapest entries; `moves`: random legal moves. */
  readonly of: 'gaps' | 'moves';
  /** Whether the operator ends the match, so that its record can be read. */
  readonly isEnded?: boolean;
}

const SIGNER = signerOf('42'.repeat(32));
const TURN = 500;

export async function lengthen(
  services: Services,
  match: string,
  { entries, of, isEnded = false }: Longer,
): Promise<void> {
  const pen = await Pen.open(services, match);
  const chance = fastChance(7);
  while (pen.seq < entries && pen.position.status === 'running') {
    pen.write(of === 'gaps' ? GAP : move(pen, chance));
    if (pen.seq % TURN === 0) await pen.written;
  }
  if (isEnded) await pen.end();
  await pen.written;
}

type Body = Record<string, unknown>;

const GAP: Body = { kind: 'resumed', lost: 1 };

function move({ folding, position, seq }: Pen, chance: Chance): Body {
  const { engine } = folding;
  const seat = chance.pick(engine.toMove(position.state)) as Seat;
  const by = position.occupants.get(seat)?.kind ?? 'player';
  const chosen = engine.format(chance.pick(engine.legalMoves(position.state, seat)));
  return { kind: 'move', seat, by, move: chosen, ...(by === 'player' && { id: seq }) };
}

class Pen {
  readonly folding: Folding;
  position: Position;
  seq = 1;
  /** The last write. All entries written in one turn of the event loop share a transaction. */
  written: Promise<unknown> = Promise.resolve();
  private hash = '';
  private at = 0;
  private readonly services: Services;
  /** The server's own claim: to it these entries are its own. */
  private readonly place: { readonly owner: string; readonly claim: number };

  private constructor(
    { services, place }: { services: Services; place: Pen['place'] },
    folding: Folding,
    created: Extract<Entry, { kind: 'created' }>,
  ) {
    this.services = services;
    this.place = place;
    this.folding = folding;
    this.position = begin(created);
  }

  static async open(services: Services, match: string): Promise<Pen> {
    const { lines = [], secrets } = (await services.journal.read(match)) ?? {};
    const [created, ...rest] = lines.map((line) => (parseLine(line) as { entry: Entry }).entry);
    const engine = created?.kind === 'created' ? gameById(created.game) : undefined;
    if (created?.kind !== 'created' || engine === undefined || secrets === undefined)
      throw new Error('there is no such record');
    const { process: owner = '' } = (await services.journal.holderOf(match)) ?? {};
    const place = { owner, claim: (await services.journal.claim({ id: match, owner })).claim };
    const pen = new Pen({ services, place }, { engine, secret: secrets.secret }, created);
    for (const entry of rest) pen.follow(entry);
    pen.hash = (JSON.parse(lines.at(-1) ?? '') as { hash: string }).hash;
    return pen;
  }

  write(body: Body): void {
    const entry = { seq: this.seq, at: this.at + 1, ...body } as Exclude<Entry, { kind: 'ended' }>;
    const { seq } = this;
    this.follow(entry);
    const check = checkFor(seq, this.position);
    this.append(seal(this.hash, { ...entry, ...(check !== undefined && { check }) } as typeof entry));
  }

  async end(): Promise<void> {
    const result = this.position.result ?? { result: 'aborted', winners: [], standings: [], reason: 'test' };
    const body = { seq: this.seq, at: this.at + 1, kind: 'ended' as const, result, secret: this.folding.secret };
    const found = await this.services.journal.index(this.position.created.match);
    if (found === undefined) throw new Error('there is no such match');
    const { index } = found;
    const summary = JSON.stringify({ ...(JSON.parse(index.summary) as object), result });
    this.follow({ ...body, key: '', signature: '' });
    const { wakeAt: _, ...kept } = index;
    this.append(sealEnded(this.hash, body, SIGNER), { ...kept, status: 'ended', summary });
  }

  private follow(entry: Entry): void {
    const outcome = advance(this.folding, this.position, entry);
    if (!outcome.ok) throw new Error(`${entry.kind} cannot follow: ${outcome.reason}`);
    this.position = outcome.position;
    this.seq = entry.seq + 1;
    this.at = entry.at;
  }

  private append({ line, hash }: { line: string; hash: string }, index?: object): void {
    const place = { ...this.place, match: this.position.created.match, expectedSeq: this.seq - 1 };
    this.written = this.services.journal.append({ ...place, line, hash, ...(index && { index: index as never }) });
    this.hash = hash;
  }
}
