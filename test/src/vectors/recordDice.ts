/** The dice of a whole record: for each entry that drew, its stream and all that was drawn from it. */
import { advance, begin, commitmentTo, type Entry, matchSeed, readRecord } from '@flower-war/protocol';
import { type AnyGame, type Chance, engine } from '@flower-war/rules';

type Draw = { readonly ask: 'die' | 'coin' | 'pick' | 'shuffle'; readonly of?: number; readonly gives: unknown };

export interface RecordDice {
  readonly record: string;
  readonly secret: string;
  readonly commitment: string;
  readonly match: string;
  readonly contributions: Readonly<Record<string, string>>;
  readonly seed: string;
  /** From these entries on another seed counts. */
  readonly restores: readonly { readonly seq: number; readonly entropy: string }[];
  readonly entries: readonly { readonly seq: number; readonly stream: number; readonly draws: readonly Draw[] }[];
}

export async function diceOf(record: string, text: string): Promise<RecordDice> {
  const read = readRecord(text);
  if ('problem' in read) throw new Error(read.problem);
  const [created, ...rest] = read.entries;
  const ended = read.entries.at(-1);
  if (created?.kind !== 'created' || ended?.kind !== 'ended') throw new Error('the record is not complete');
  const rules = await engine(created.game, created.rulesVersion);
  if (rules === undefined) throw new Error('these rules are not here');
  const { match, commitment } = created;
  const { secret } = ended;
  const given = contributionsOf(rest);
  const seed = Buffer.from(matchSeed(secret, match, given)).toString('hex');
  if (commitmentTo(secret) !== commitment) throw new Error('the secret is another one');
  const contributions = Object.fromEntries(given);
  const restores = rest.flatMap((e) => (e.kind === 'restored' ? [{ seq: e.seq, entropy: e.entropy }] : []));
  const entries = drawsOf({ created, rest, rules, secret });
  return { record, secret, commitment, match, contributions, seed, restores, entries };
}

const contributionsOf = (entries: readonly Entry[]): ReadonlyMap<number, string> =>
  new Map(
    entries.flatMap((e) => (e.kind === 'seated' && e.by === 'player' ? [[e.seat, e.contribution] as const] : [])),
  );

interface Folded {
  readonly created: Extract<Entry, { kind: 'created' }>;
  readonly rest: readonly Entry[];
  readonly rules: AnyGame;
  readonly secret: string;
}

function drawsOf({ created, rest, rules, secret }: Folded): RecordDice['entries'] {
  let draws: Draw[] = [];
  const noted = noting(rules, (draw) => draws.push(draw));
  let position = begin(created);
  const drew: { seq: number; stream: number; draws: readonly Draw[] }[] = [];
  for (const entry of rest) {
    draws = [];
    const outcome = advance({ engine: noted, secret }, position, entry);
    if (!outcome.ok) throw new Error(`entry ${entry.seq} cannot follow: ${outcome.reason}`);
    position = outcome.position;
    if (draws.length > 0) drew.push({ seq: entry.seq, stream: created.format === 1 ? entry.seq : drew.length, draws });
  }
  return drew;
}

/** The same rules, which tell all that they draw. */
function noting(rules: AnyGame, note: (draw: Draw) => void): AnyGame {
  const heard = (chance: Chance): Chance => ({
    die: (of) => told({ ask: 'die', of, gives: chance.die(of) }) as number,
    coin: () => told({ ask: 'coin', gives: chance.coin() }) as boolean,
    pick: (items) =>
      items[told({ ask: 'pick', of: items.length, gives: chance.pick([...items.keys()]) }) as number] as never,
    shuffle: (items) => {
      const order = told({ ask: 'shuffle', of: items.length, gives: chance.shuffle([...items.keys()]) });
      return (order as readonly number[]).map((index) => items[index] as never);
    },
  });
  const told = (draw: Draw): unknown => {
    note(draw);
    return draw.gives;
  };
  return {
    ...rules,
    setup: (options, seats, chance) => rules.setup(options, seats, heard(chance)),
    apply: (state, seat, ...more) => rules.apply(state, seat, more[0], heard(more[1])),
    leave: (state, seat, chance) => rules.leave(state, seat, heard(chance)),
    reshuffle: (state, chance) => rules.reshuffle(state, heard(chance)),
  };
}
