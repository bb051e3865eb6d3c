import { createHash } from 'node:crypto';
import { Point } from '@noble/ed25519';
import { describe, expect, test } from 'vitest';
import { signerOf } from '../../hosting/signing.ts';
import { type Entry, hashOf, isSigned, NO_HASH, parseLine, RECORD_FORMAT, seal, sealEnded } from './entries.ts';
import { tableSettings } from './tableSettings.ts';

const SIGNER = signerOf('17'.repeat(32));
const HASH = 'ab'.repeat(32);
const SECRET = 11n;
const KEY = Point.BASE.multiply(SECRET);
const OF_ORDER_8 = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a';
const numberFrom = (bytes: Buffer) => BigInt(`0x${bytes.reverse().toString('hex')}`);
const head = { seq: 7, at: 1_760_000_000_000 };
const result = {
  result: 'win',
  winners: [0],
  standings: [{ seat: 0, place: 1, score: -1.5, breakdown: { a: 1 } }],
  reason: 'all-home',
};
const created = {
  ...head,
  kind: 'created',
  format: RECORD_FORMAT,
  match: 'M',
  game: 'g',
  rulesVersion: 1,
  preset: 'p',
  seats: 2,
  options: { a: 'x', b: 1, c: true },
  table: tableSettings.parse({ visibility: 'private', clock: { kind: 'bank', seconds: 60, increment: 5 } }),
  host: 'p-1',
  commitment: HASH,
};
const FROM = `{"match":"M","seq":0,"state":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`;
const seated = { ...head, kind: 'seated', seat: 1, by: 'player', player: 'p-1', contribution: 'cd'.repeat(16) };
const move = { ...head, kind: 'move', seat: 5, by: 'bot', move: 'roll' };
const absence = { ...head, kind: 'absence', seat: 0, what: 'bot', bot: 'greedy' };
const agreement = { ...head, kind: 'agreement', seat: 0, what: 'takeback', is: 'offered' };
const temple = { ...head, kind: 'temple', temple: 'templo-7f3a', what: 'sensed', epoch: 1, war: 0, rain: 3 };
const ended = { ...head, kind: 'ended', result, secret: HASH, key: HASH, signature: HASH + HASH };

const lineOf = (body: object) => seal(NO_HASH, body as Exclude<Entry, { kind: 'ended' }>).line;

describe('every kind of entry parses as it was written', () => {
  test.each<[string, object]>([
    ['created', created],
    ['created without options', { ...created, options: {} }],
    ['seated, a person', seated],
    ['seated, a bot', { ...head, kind: 'seated', seat: 0, by: 'bot', bot: 'random' }],
    ['started', { ...head, kind: 'started' }],
    ['move', move],
    ['move with an id and a checksum', { ...move, by: 'player', id: 0xffffffff, check: 'ef'.repeat(8) }],
    ['move with a text as id', { ...move, id: 'b1946ac9-2492-4d23-a7b1-ffb04a38e2bf' }],
    ['move by a wish', { ...move, by: 'wish' }],
    ['move by a habit', { ...move, by: 'habit' }],
    ['asks', { ...head, kind: 'asks', seat: 0, what: 'attacks', id: 7 }],
    ['habits of a pace', { ...head, kind: 'habits', seat: 0, keeps: 'brisk', id: 7 }],
    ['habits by their names', { ...head, kind: 'habits', seat: 0, keeps: ['roll', 'draw'], id: 7 }],
    ['created with habits', { ...created, table: { ...created.table, habits: 'usual' } }],
    ['clock', { ...head, kind: 'clock', seat: 0, move: 'pass' }],
    ['absence, handed to a bot', absence],
    ...['left', 'resigned', 'retired', 'returned'].map((what): [string, object] => [
      `absence, ${what}`,
      { ...head, kind: 'absence', seat: 0, what },
    ]),
    ['absence, substituted', { ...head, kind: 'absence', seat: 0, what: 'substituted', player: 'p-2' }],
    ['agreement, a pause offered', { ...agreement, what: 'pause', is: 'offered', minutes: 30, id: 7 }],
    ['agreement, accepted', { ...agreement, is: 'accepted', id: 7 }],
    ['agreement, a pause that is over', { ...agreement, what: 'pause', is: 'over' }],
    ['temple', temple],
    ['resumed', { ...head, kind: 'resumed', lost: 4000 }],
    ['restored', { ...head, kind: 'restored', lost: 4000, entropy: HASH }],
    ['created in the first format', { ...created, format: 1 }],
    ['64 characters of four bytes', { ...created, host: '💀'.repeat(64) }],
    ['64 halves of a character', { ...created, host: '\ud83d'.repeat(64) }],
    ['ended', ended],
    ['ended, aborted', { ...ended, result: { result: 'aborted', winners: [], standings: [], reason: 'nobody-came' } }],
  ])('%s', (_name, body) => {
    expect(parseLine(lineOf(body))).toEqual({ entry: body });
  });
});

describe('what is not an entry is refused, with the field', () => {
  test.each<[string, object, string]>([
    ['an unknown kind', { ...head, kind: 'undone' }, 'kind'],
    ['no kind', head, 'kind'],
    ['an unknown field', { ...move, note: 1 }, 'note'],
    ['a setting that is left out', { ...created, table: { ...created.table, rated: undefined } }, 'left out'],
    [
      'a part of a setting that is left out',
      { ...created, table: { ...created.table, clock: { kind: 'bank', seconds: 60 } } },
      'left out',
    ],
    ['an unknown field deeper down', { ...created, table: { ...created.table, chat: 'on' } }, 'table'],
    ['a field that is missing', { ...head, kind: 'clock', seat: 0 }, 'move'],
    ['another format', { ...created, format: 3 }, 'format'],
    ['a format that is text', { ...created, format: '2' }, 'format'],
    ['a restore without entropy', { ...head, kind: 'restored', lost: 1 }, 'entropy'],
    ['hex in capitals', { ...created, commitment: HASH.toUpperCase() }, 'commitment'],
    ['hex that is too short', { ...created, commitment: HASH.slice(1) }, 'commitment'],
    ['hex with a line break behind it', { ...created, commitment: `${HASH}\n` }, 'commitment'],
    ['a seat that no table has', { ...move, seat: 6 }, 'seat'],
    ['a seat that is not a whole number', { ...move, seat: 0.5 }, 'seat'],
    ['a number beyond 2^53', { ...move, seq: 2 ** 53 }, 'seq'],
    ['a time before all times', { ...move, at: -1 }, 'at'],
    ['an empty move', { ...move, move: '' }, 'move'],
    ['65 characters of four bytes', { ...created, host: '💀'.repeat(65) }, 'host'],
    ['an option with a name of 65', { ...created, options: { ['💀'.repeat(65)]: 1 } }, 'options'],
    ['an endless move', { ...move, move: 'x'.repeat(121) }, 'move'],
    ['an id that is null', { ...move, id: null }, 'id'],
    ['an endless id', { ...move, id: 'x'.repeat(37) }, 'id'],
    [
      'a player without a contribution',
      { ...head, kind: 'seated', seat: 0, by: 'player', player: 'p' },
      'contribution',
    ],
    ['a bot with a contribution', { ...seated, by: 'bot', bot: 'random' }, 'player'],
    ['a checksum where none can be', { ...head, kind: 'started', check: 'ef'.repeat(8) }, 'check'],
    ['a wish that nobody can have', { ...head, kind: 'asks', seat: 0, what: 'some', id: 7 }, 'what'],
    ['a wish without an id', { ...head, kind: 'asks', seat: 0, what: 'none' }, 'id'],
    ['an endless window', { ...created, table: { ...created.table, reactSeconds: 601 } }, 'table.reactSeconds'],
    ['a temple that counts backwards', { ...temple, war: -1 }, 'war'],
    ['an option that is a list', { ...created, options: { a: [] } }, 'options.a'],
    ['more winners than seats', { ...ended, result: { ...result, winners: [0, 1, 2, 3, 4, 5, 0] } }, 'result.winners'],
  ])('%s', (_name, body, field) => {
    expect(parseLine(lineOf(body))).toEqual({ problem: expect.stringContaining(field) });
  });

  test.each([
    ['no JSON', '{"seq":1', 'not JSON'],
    ['a list', '[1]', 'kind'],
    ['null', 'null', 'kind'],
    ['text', '"started"', 'kind'],
    ['a key that names the prototype', '{"seq":1,"at":1,"kind":"started","__proto__":{"seq":2}}', '__proto__'],
    ['an infinite number', '{"seq":1e400,"at":1,"kind":"started"}', 'seq'],
    [
      'a nest of a million lists',
      `{"seq":1,"at":1,"kind":"started","x":${'['.repeat(1e6)}${']'.repeat(1e6)}}`,
      'deeper',
    ],
    ['a state of a thousand levels', lineOf(created).replace('"host"', `"from":${FROM},"host"`), 'deeper'],
    ['brackets without end', '['.repeat(1e6), 'deeper'],
    ['a key of a million letters', `{"seq":1,"at":1,"kind":"started","${'x'.repeat(1e6)}":1}`, 'Unrecognized'],
  ])('%s', (_name, line, problem) => {
    const read = parseLine(line);
    expect(read).toEqual({ problem: expect.stringContaining(problem) });
    expect('problem' in read && read.problem.length).toBeLessThanOrEqual(200);
  });
});

test('a key that names the prototype is refused among options too, and changes nothing', () => {
  const line = lineOf(created).replace('"options":{', '"options":{"__proto__":"y",');
  expect(parseLine(line)).toEqual({ problem: expect.stringContaining('__proto__') });
  expect(Object.hasOwn(Object.prototype, 'y')).toBe(false);
});

test('brackets in texts are not levels', () => {
  expect(parseLine(lineOf({ ...created, preset: `${'['.repeat(60)}"\\` }))).toHaveProperty('entry');
  expect(
    parseLine(lineOf({ ...created, from: { match: 'M', seq: 0, state: { x: `\\"${'{'.repeat(200)}` } } })),
  ).toHaveProperty('entry');
});

test.each([
  ['a key that stands twice', '{"seq":1,"seq":2,"at":1,"kind":"started"}'],
  ['a hash that stands twice', `{"seq":1,"at":1,"kind":"started","hash":"","hash":"${HASH}"}`],
  ['spaces', '{"seq": 1,"at":1,"kind":"started"}'],
  ['a line feed of another system', '{"seq":1,"at":1,"kind":"started"}\r'],
  ['another way to write a number', '{"seq":1.0,"at":1,"kind":"started"}'],
  ['another way to write text', '{"seq":1,"at":1,"kind":"st\\u0061rted"}'],
])('an entry has one form, so %s is refused', (_name, line) => {
  expect(parseLine(line)).toEqual({ problem: expect.stringContaining('one form') });
});

describe('hashes', () => {
  const first = seal(NO_HASH, { ...head, kind: 'started' });

  test('cover the hash before, as text, and the bytes of the line before its own', () => {
    expect(first.line).toBe(`{"seq":7,"at":1760000000000,"kind":"started","hash":"${first.hash}"}`);
    const text = `${HASH}{"seq":7,"at":1760000000000,"kind":"move","seat":0,"by":"bot","move":"ü→"`;
    const next = seal(HASH, { ...head, kind: 'move', seat: 0, by: 'bot', move: 'ü→' });
    expect(next.hash).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  });

  test('fit their own line and the line before', () => {
    expect(hashOf(NO_HASH, first.line)).toBe(first.hash);
    expect(hashOf(HASH, first.line)).toBeUndefined();
    expect(hashOf(NO_HASH, first.line.replace('7', '8'))).toBeUndefined();
  });

  test.each([
    ['nothing', ''],
    ['a line without one', '{"seq":7}'],
    ['one in capitals', first.line.replace(first.hash, first.hash.toUpperCase())],
    ['one that is not last', first.line.replace('}', ',"x":1}')],
    ['a line feed behind it', `${first.line}\r`],
    ['a line break behind it', `${first.line}\n`],
  ])('are not found in %s', (_name, line) => {
    expect(hashOf(NO_HASH, line)).toBeUndefined();
  });
});

describe('the signature of the last line', () => {
  const body = { ...head, kind: 'ended' as const, result: { ...result, result: 'win' as const }, secret: HASH };
  const { line, hash } = sealEnded(HASH, body, SIGNER);
  const { key } = SIGNER;

  test('fits, and the line has its hash over it', () => {
    expect(hashOf(HASH, line)).toBe(hash);
    expect(isSigned(HASH, line, key)).toBe(true);
    expect(parseLine(line)).toEqual({ entry: { ...body, key, signature: expect.stringMatching(/^[0-9a-f]{128}$/) } });
  });

  /** Libraries without the cofactor refuse it. Only the holder of a key can make one. */
  test('fits with a point of small order in it, as the page says', () => {
    const text = line.slice(0, line.indexOf(',"signature"')).replace(key, KEY.toHex());
    const nonce = Point.BASE.multiply(7n).add(Point.fromHex(OF_ORDER_8));
    const hashed = createHash('sha512')
      .update(nonce.toBytes())
      .update(KEY.toBytes())
      .update(HASH + text);
    const scalar = (7n + numberFrom(hashed.digest()) * SECRET) % Point.CURVE().n;
    const last = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex');
    const signed = `${text},"signature":"${nonce.toHex()}${last}","hash":"${HASH}"}`;
    expect(isSigned(HASH, signed, KEY.toHex())).toBe(true);
    expect(isSigned(`${HASH} `, signed, KEY.toHex())).toBe(false);
  });

  test.each([
    ['after another line', '00'.repeat(32), line, key],
    ['with another text', HASH, line.replace('"all-home"', '"turn-cap"'), key],
    ['with another key', HASH, line, signerOf('18'.repeat(32)).key],
    ['with a key that is no point', HASH, line, 'ff'.repeat(32)],
    ['with half a key', HASH, line, key.slice(32)],
    ['when there is none', HASH, seal(HASH, { ...head, kind: 'started' }).line, key],
    [
      'with a key that fits every signature',
      HASH,
      line.replace(/"signature":"\w+"/, `"signature":"01${'0'.repeat(126)}"`),
      `01${'0'.repeat(62)}`,
    ],
  ])('does not fit %s', (_name, previous, signed, by) => {
    expect(isSigned(previous, signed, by)).toBe(false);
  });
});
