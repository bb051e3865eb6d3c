/**
 * A dishonest operator changes real records and seals them anew. Each change is refused, or is on the list of changes
 * that no reader can find. `MUTATIONS=20000 SEED=7 npm test -- test/src/protocol/forgery/mutations.test.ts` searches
 * longer.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  advance,
  begin,
  CHECK_EVERY,
  checkFor,
  type Entry,
  habitAnswer,
  NEW_ACCOUNT,
  pace,
  type TableSettings,
  tableSettings,
  verify,
} from '@flower-war/protocol';
import { type AnyGame, type Chance, engine, fastChance, GAMES } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { copyFolder } from '../../data/kept.ts';
import { type Body, type ForgedEntry, forge, Scribe, SIGNER } from '../scribe.ts';
import { UNDETECTABLE } from './undetectable.ts';

const SEED = Number(process.env.SEED ?? 1);
const MUTATIONS = Number(process.env.MUTATIONS ?? 120);
const RECORDS = Math.max(8, Math.ceil(MUTATIONS / 100));
const ENTRIES = 90;

/** From the data folder of an earlier version. */
function kept(): readonly (readonly string[])[] {
  const { folder } = copyFolder('90c90f0/stopped');
  const database = new DatabaseSync(join(folder, 'flower-war.sqlite'));
  const rows = database.prepare('SELECT match, line FROM entries ORDER BY match, seq').all();
  database.close();
  const records = Map.groupBy(rows as { match: string; line: string }[], ({ match }) => match);
  return [...records.values()]
    .map((all) => all.map(({ line }) => line))
    .filter((all) => all.at(-1)?.includes('"kind":"ended"'));
}

function made(): readonly (readonly string[])[] {
  const games = [...GAMES.values()].map(({ game }) => game);
  return Array.from({ length: RECORDS }, (_, n) => eventful(games[n % games.length]!, SEED + n));
}

const engineFor = async (line: string): Promise<AnyGame> => {
  const { game, rulesVersion } = JSON.parse(line) as Extract<Entry, { kind: 'created' }>;
  return (await engine(game, rulesVersion))!;
};

test(`${MUTATIONS} changes are refused, or known to be hidden by nature, seed ${SEED}`, {
  timeout: 3_600_000,
}, async () => {
  const chance = fastChance(SEED);
  const records = [...kept(), ...made()];
  for (const lines of records) expect(await verify(`${lines.join('\n')}\n`, engine)).toMatchObject({ ok: true });
  const hidden: string[] = [];
  for (let n = 0; n < MUTATIONS; n++) {
    const lines = chance.pick(records);
    const { name, text } = mutated(lines, await engineFor(lines[0]!), chance);
    if ((await verify(text, engine)).ok) hidden.push(name);
  }
  expect(hidden.filter((name) => !UNDETECTABLE.some(({ change }) => change.test(name)))).toEqual([]);
  expect(hidden.length).toBeLessThan(MUTATIONS / 2);
});

/** What a dishonest operator may do to a record. Each change has a name. All hashes are computed anew. */
interface Mutation {
  /** For example `drop move` or `change clock.at later`. */
  readonly name: string;
  readonly text: string;
}

/** Fields that the forger computes anew, or that no operator can choose. */
const SEALED = ['seq', 'kind', 'check', 'key', 'signature'];
const TEXTS = ['none', 'bot', 'attacks', 'resigned', 'pass', 'fair'];

function mutated(lines: readonly string[], engine: AnyGame, chance: Chance): Mutation {
  let name = '';
  const text = forge(
    lines,
    (bodies) => {
      const before = JSON.stringify(bodies);
      while (name === '' || JSON.stringify(bodies) === before) name = change(bodies, chance);
      for (const [seq, body] of bodies.entries()) body.seq = seq;
      check(bodies, engine);
    },
    SIGNER,
  );
  return { name, text };
}

const kindOf = ({ kind, what, is, by }: ForgedEntry): string =>
  [kind, kind === 'move' ? by : what, is].filter((part) => typeof part === 'string').join(' ');

function change(bodies: ForgedEntry[], chance: Chance): string {
  const index = chance.die(bodies.length - 1);
  const body = bodies[index];
  switch (chance.die(6)) {
    case 1:
      bodies.splice(index, 1);
      return `drop ${kindOf(body)}`;
    case 2:
      bodies.splice(index, 0, structuredClone(body));
      return `repeat ${kindOf(body)}`;
    case 3: {
      const other = chance.die(bodies.length - 1);
      [bodies[index], bodies[other]] = [bodies[other], body];
      return `swap ${[kindOf(body), kindOf(bodies[index])].sort().join(' and ')}`;
    }
    case 4: {
      const copy = structuredClone(chance.pick(bodies));
      bodies.splice(index, 0, { ...copy, at: body.at });
      return `insert ${kindOf(copy)}`;
    }
    default:
      return changeField(chance.die(4) === 1 ? bodies[0] : body, bodies, chance);
  }
}

function changeField(body: ForgedEntry, bodies: readonly ForgedEntry[], chance: Chance): string {
  const field = chance.pick(Object.keys(body).filter((key) => !SEALED.includes(key)));
  const was = body[field];
  const others = bodies.filter((one) => one.kind === body.kind && field in one).map((one) => one[field]);
  if (chance.die(8) === 1) {
    delete body[field];
    return `omit ${kindOf(body)}.${field}`;
  }
  const nested = was !== null && typeof was === 'object' && !Array.isArray(was) && chance.coin();
  const target = nested ? was : body;
  const key = nested ? chance.pick(Object.keys(was)) : field;
  const path = nested ? `${field}.${key}` : field;
  const name = `change ${kindOf(body)}.${path}`;
  target[key] = otherThan(target[key], nested ? [] : others, chance);
  const direction = field === 'at' ? (body.at > was ? ' later' : ' earlier') : '';
  return `${name}${direction}`;
}

function otherThan(was: ForgedEntry, others: readonly ForgedEntry[], chance: Chance): ForgedEntry {
  if (others.length > 1 && chance.coin()) return structuredClone(chance.pick(others));
  switch (typeof was) {
    case 'number':
      return Math.max(0, was + chance.pick([-60_000, -1, 1, 60_000]));
    case 'boolean':
      return !was;
    case 'string':
      return chance.pick([`${was}x`, was.replace(/[0-9a-f]$/, '0'), ...TEXTS]);
    default:
      return {};
  }
}

/** The checksums of the states after the changed entries, up to the first entry that cannot follow. */
function check(bodies: readonly ForgedEntry[], engine: AnyGame): void {
  const [created, ...rest] = bodies;
  const secret = bodies.at(-1).secret ?? '';
  if (created.kind !== 'created' || !/^[0-9a-f]{64}$/.test(secret)) return;
  try {
    let position = begin(created);
    for (const body of rest) {
      const outcome = advance({ engine, secret }, position, body as Entry);
      if (!outcome.ok) return;
      position = outcome.position;
      delete body.check;
      const check = ['seated', 'started', 'ended'].includes(body.kind) ? undefined : checkFor(body.seq, position);
      if (check !== undefined) body.check = check;
    }
  } catch {} // an entry of no known form, which verify reports
}

/** Records in which everything possible happens: proposes random entries, and lets the fold judge them. */
const TEMPLE = 'templo-7f3a';
const LONG_MS = 20 * 60_000;

const TABLES: readonly Partial<TableSettings>[] = [
  {},
  { clock: { kind: 'turn', seconds: 10 }, absence: 'casual' },
  { clock: { kind: 'bank', seconds: 20, increment: 1 }, absence: 'fair' },
  { clock: { kind: 'turn', seconds: 5 }, absence: 'strict', reactSeconds: 5 },
];

function eventful(game: AnyGame, seed: number): readonly string[] {
  const chance = fastChance(seed);
  const table = tableSettings.parse(TABLES[seed % TABLES.length]);
  const seats = Math.max(game.seats[0], Math.min(3, game.seats[1]));
  const scribe = new Scribe({}, seed, game, { table, seats });
  scribe.start(...Array.from({ length: seats }, (_, seat) => (seat === 2 ? 'bot' : 'player') as 'player' | 'bot'));
  while (scribe.lines.length < ENTRIES && scribe.position.status === 'running') {
    scribe.wait(chance.pick([500, 2000, 12_000, LONG_MS]));
    try {
      if (chance.die(3) > 1) playSomething(scribe);
      else scribe.add(chance.pick(proposals(scribe, chance)));
    } catch {} // the entry cannot follow, and the next one is proposed
  }
  return (scribe.position.status === 'over' ? scribe.end() : scribe.abort()).lines;
}

function playSomething(scribe: Scribe): void {
  const { seat, move } = scribe.choose();
  scribe.move(seat, move);
}

function proposals(scribe: Scribe, chance: Chance): readonly Body[] {
  const { folding, position, lines } = scribe;
  const { seat: asked } = scribe.choose();
  const seat = chance.die(position.created.seats) - 1;
  const id = lines.length;
  const habit = habitAnswer(folding.engine, position);
  const clock = { kind: 'clock', seat: asked, move: scribe.fallbackOf(asked) } as const;
  const what = position.offer?.what ?? chance.pick(['takeback', 'pause', 'resume']);
  const agreement = { kind: 'agreement', seat, what, id } as const;
  const temple = { kind: 'temple', temple: TEMPLE } as const;
  const absence = position.created.table.absence === 'strict' ? 'retired' : 'bot';
  return [
    clock,
    clock,
    { kind: 'asks', seat, what: chance.pick(['all', 'attacks', 'none']), id },
    { kind: 'habits', seat, keeps: chance.pick(pace.options), id },
    ...(habit === undefined ? [] : [{ kind: 'move', by: 'habit', ...habit } as const]),
    { ...agreement, is: 'offered', ...(what === 'pause' && { minutes: 5 }) },
    { ...agreement, is: 'accepted' },
    { ...agreement, is: 'declined' },
    { kind: 'agreement', seat: position.pause?.by ?? 0, what: 'pause', is: 'over' },
    { kind: 'absence', seat: asked, what: absence, bot: 'greedy' },
    { kind: 'absence', seat: asked, what: 'retired' },
    { kind: 'absence', seat, what: 'returned', ...(chance.coin() && { id }) },
    { kind: 'absence', seat, what: 'substituted', player: `p-${id}` },
    ...(lines.length > CHECK_EVERY * 2 ? [{ kind: 'absence', seat, what: 'resigned', id } as const] : []),
    { kind: 'resumed', lost: 1500 },
    { kind: 'restored', lost: 0, entropy: `${seat}`.repeat(64) },
    { ...temple, what: 'bound', by: `p-${seat}`, seat, account: { ...NEW_ACCOUNT, rev: id } as never },
    { ...temple, what: 'sensed', epoch: 7, war: lines.length, rain: 0 },
    { ...temple, what: 'offered' },
    { ...temple, what: 'drawn' },
    { ...temple, what: 'by-hand', seat, is: chance.coin(), id },
    { ...temple, what: 'returned', seat, slot: 'war', n: 1, id },
    { ...temple, what: 'unbound' },
  ];
}
