/** What a dishonest operator may do to a record. Each change has a name. All hashes are computed anew. */
import { advance, begin, checkFor, type Entry, type Position } from '@flower-war/protocol';
import type { AnyGame, Chance } from '@flower-war/rules';
import { type Body, forge } from '../forge.ts';
import { SIGNING_KEY } from '../scribe.ts';

export interface Mutation {
  /** For example `drop move` or `change clock.at later`. */
  readonly name: string;
  readonly text: string;
}

/** Fields that the forger computes anew, or that no operator can choose. */
const SEALED = ['seq', 'kind', 'check', 'key', 'signature'];

export function mutated(lines: readonly string[], engine: AnyGame, chance: Chance): Mutation {
  let name = '';
  const text = forge(
    lines,
    (bodies) => {
      const before = JSON.stringify(bodies);
      while (name === '' || JSON.stringify(bodies) === before) name = change(bodies, chance);
      bodies.forEach((body, seq) => {
        body.seq = seq;
      });
      check(bodies, engine);
    },
    SIGNING_KEY,
  );
  return { name, text };
}

const kindOf = ({ kind, what, is, by }: Body): string =>
  [kind, kind === 'move' ? by : what, is].filter((part) => typeof part === 'string').join(' ');

function change(bodies: Body[], chance: Chance): string {
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

function changeField(body: Body, bodies: readonly Body[], chance: Chance): string {
  const field = chance.pick(Object.keys(body).filter((key) => !SEALED.includes(key)));
  const was = body[field];
  const others = bodies.filter((one) => one.kind === body.kind && field in one).map((one) => one[field]);
  if (chance.die(8) === 1) {
    const { [field]: _, ...rest } = body;
    for (const key of Object.keys(body)) delete body[key];
    Object.assign(body, rest);
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

function otherThan(was: Body, others: readonly Body[], chance: Chance): Body {
  if (others.length > 1 && chance.coin()) return structuredClone(chance.pick(others));
  switch (typeof was) {
    case 'number':
      return Math.max(0, was + chance.pick([-60_000, -1, 1, 60_000]));
    case 'boolean':
      return !was;
    case 'string':
      return chance.pick([
        `${was}x`,
        was.replace(/[0-9a-f]$/, '0'),
        'none',
        'bot',
        'attacks',
        'resigned',
        'pass',
        'fair',
      ]);
    default:
      return {};
  }
}

/** The checksums of the states after the changed entries, up to the first entry that cannot follow. */
function check(bodies: readonly Body[], engine: AnyGame): void {
  const [created, ...rest] = bodies;
  const secret = bodies.at(-1).secret ?? '';
  if (created.kind !== 'created' || !/^[0-9a-f]{64}$/.test(secret)) return;
  try {
    let position: Position = begin(created);
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
