/** Records that go on from a position of another match: honest ones from golden games, and forgeries. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Broken, type Origin, verify } from '@flower-war/protocol';
import {
  type AnyGame,
  type Chance,
  engine,
  fastChance,
  GAMES,
  playStep,
  type Step,
  scriptedChance,
} from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { forge, Scribe, SIGNER } from '../protocol/scribe.ts';

interface ReplayPoint {
  readonly game: AnyGame;
  readonly options: object;
  readonly seats: number;
  readonly seq: number;
  readonly state: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: each game writes its own kind of lines into its golden file
type Json = any;

const broken: Broken = (game, _, state) => GAMES.get(game)!.broken(state);
const verdictOn = (record: string, more: Origin = {}) => verify(record, engine, { broken, ...more });

/** Every position in the golden games of one game, except the final ones. */
function* placesOf({ game }: { game: AnyGame }): Generator<ReplayPoint & { readonly golden: number }> {
  const path = new URL(`../../../rules/golden/${game.id}@${game.rulesVersion}.jsonl`, import.meta.url);
  let golden = -1;
  let at: ReplayPoint | undefined;
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const json: Json = JSON.parse(line);
    if ('seats' in json) {
      const { options, seats, chance } = json;
      golden++;
      at = { game, options, seats, seq: 0, state: game.setup(options, seats, scriptedChance(chance)) };
      yield { ...at, golden };
    } else if (at !== undefined && 'seat' in json) {
      const played = playStep(game, at.state, { step: json as Step, chance: scriptedChance(json.chance) });
      if (!played.ok) throw new Error('a golden game does not replay');
      at = { ...at, seq: at.seq + 1, state: played.state };
      if (game.result(at.state) === undefined) yield { ...at, golden };
    }
  }
}

/** Some positions of the golden games, including some inside hidden windows. */
function someOf(entry: { game: AnyGame }, most: number): readonly ReplayPoint[] {
  const all = [...placesOf(entry)];
  const chance = fastChance(3);
  const windows = all.filter(({ game, state }) => game.windows?.open(state) !== undefined);
  const chosen = [...chance.shuffle(all).slice(0, most), ...chance.shuffle(windows).slice(0, most / 2)];
  return [...chosen, all[0]!, all.at(-1)!];
}

const NUMBERS = [-1, 0, 7, 1e6, 1e9, 1.5, Number.MAX_SAFE_INTEGER];
const OTHERS = [null, 'x', '', true, [], {}, [[]], { kind: 'over' }];

/** A match of bots that goes on from there. */
const goingOn = ({ game, options, seats, seq, state }: ReplayPoint, seed: number) =>
  new Scribe(options, seed, game, { match: `CHILD${seed}`, seats, from: { match: 'PARENT', seq, state } }).start(
    ...Array.from({ length: seats }, () => 'bot' as const),
  );

describe.each([...GAMES.values()].map((entry) => [entry.game.id, entry] as const))('%s', (_, entry) => {
  test('from many positions, with bots to the end, the record verifies', { timeout: 120_000 }, async () => {
    const places = someOf(entry, 4);
    for (const [seed, place] of places.entries()) {
      const verdict = await verdictOn(
        goingOn(place, seed + 1)
          .play()
          .end().text,
      );
      expect(verdict, `seq ${place.seq}`).toMatchObject({ ok: true, from: { match: 'PARENT', seq: place.seq } });
    }
  });

  test('a hostile state gives a verdict, whatever it is, and soon', { timeout: 120_000 }, async () => {
    const chance = fastChance(11);
    const values = [...NUMBERS, ...OTHERS];
    const place = someOf(entry, 1)[0]!;
    const honest = goingOn(place, 1).play(8).abort();
    const checked = { changed: 0, flaws: 0 };
    for (let n = 0; n < 40; n++) {
      let isChanged = false;
      const text = forge(
        honest.lines,
        ([created]) => {
          const { state } = created.from;
          const before = JSON.stringify(state);
          for (let times = chance.die(3); times > 0; times--) spoil(state, chance, values);
          isChanged = JSON.stringify(state) !== before;
        },
        SIGNER,
      );
      const isChecked = chance.coin();
      const verdict = await verdictOn(text, isChecked ? {} : { broken: () => [] });
      if (!isChanged) expect(verdict).toMatchObject({ ok: true });
      if (!isChanged || !isChecked) continue;
      checked.changed++;
      if (!verdict.ok) checked.flaws++;
    }
    // A changed state may still be a possible one: a round later, or with another card that no player has seen yet.
    expect(checked.changed).toBeGreaterThan(12);
    expect(checked.flaws / checked.changed).toBeGreaterThan(0.75);
  });
});

/** Replaces one value at a random place in the state, or deletes it. */
function spoil(state: Record<string, unknown>, chance: Chance, values: readonly unknown[]): void {
  let owner: Record<string, unknown> = state;
  for (;;) {
    const keys = Object.keys(owner).filter((key) => key !== 'options');
    if (keys.length === 0) return;
    const key = chance.pick(keys);
    const inner = owner[key];
    if (typeof inner === 'object' && inner !== null && chance.die(3) > 1) {
      owner = inner as Record<string, unknown>;
      continue;
    }
    if (chance.die(5) === 1) delete owner[key];
    else owner[key] = structuredClone(chance.pick(values));
    return;
  }
}

describe('what nobody could have come to', () => {
  const OTHER_GAME = { sides: [], phase: { kind: 'toss' } };
  const place = [...placesOf(GAMES.get('mexica')!)][40]!;
  const honest = goingOn(place, 1).play(5).abort();
  test.each<[string, (from: Json) => void, string]>([
    ['a state of other options', (from) => Object.assign(from.state.options, { perSpace: 5 }), 'other options'],
    ['no state at all', (from) => Object.assign(from, { state: {} }), 'none of this game'],
    ['a state of another game', (from) => Object.assign(from, { state: OTHER_GAME }), 'game'],
    ['more skulls than there are', (from) => Object.assign(from.state, { pool: 999 }), 'skulls'],
    ['a number larger than any', (from) => Object.assign(from.state, { pool: 1e12 }), 'no game has'],
    ['a state of a megabyte', (from) => Object.assign(from.state, { pad: 'x'.repeat(1_000_000) }), 'larger'],
    ['nesting without end', (from) => Object.assign(from.state, { pad: deep(40) }), 'no game has'],
  ])('%s', async (_, change, problem) => {
    const text = forge(honest.lines, ([created]) => change(created.from), SIGNER);
    expect(await verdictOn(text)).toMatchObject({ ok: false, line: 1, problem: expect.stringContaining(problem) });
  });

  test('nesting that no reader can follow', async () => {
    const pad = '['.repeat(300_000) + ']'.repeat(300_000);
    const [first = ''] = honest.lines;
    const body = first.replace('"state":{', `"state":{"pad":${pad},`).replace(/,"hash":"[0-9a-f]{64}"\}$/, '');
    const hash = createHash('sha256').update(body).digest('hex');
    const text = `${body},"hash":"${hash}"}\n`;
    const problem = 'it nests deeper than 100 levels';
    expect(await verdictOn(text)).toEqual({ ok: false, line: 1, code: 'form', problem });
  });
});

function deep(levels: number): unknown {
  return levels === 0 ? 0 : [deep(levels - 1)];
}

describe('with the record of its parent', () => {
  const parent = new Scribe({ turnCap: 60 }, 5).start('player', 'player').play().end();
  const seq = 20;
  const half = new Scribe({ turnCap: 60 }, 5).start('player', 'player').play(seq - 3);
  const from = { match: parent.position.created.match, seq, state: half.position.state };
  const child = (more: object, options: object = { turnCap: 60 }) =>
    new Scribe(options, 9, undefined, { match: 'CHILD', from: { ...from, ...more } })
      .start('bot', 'player')
      .play()
      .end();

  test('it is proved that the state is the one that the parent had', async () => {
    expect(await verdictOn(child({}).text)).toMatchObject({ ok: true, from: { seq, isCompared: false } });
    const verdict = await verdictOn(child({}).text, { parent: parent.text });
    expect(verdict).toMatchObject({ ok: true, match: 'CHILD', from: { match: from.match, seq, isCompared: true } });
  });

  const changedParent = parent.text.replace('"host":"p-HOST"', '"host":"p-FAKE"');
  test.each<[string, string, string, string]>([
    ['another place', child({ seq: 21 }).text, parent.text, 'not that of its parent after entry 21'],
    ['a place that the parent has not', child({ seq: 9999 }).text, parent.text, 'after entry 9999'],
    ['the beginning', child({ seq: 0 }).text, parent.text, 'after entry 0'],
    ['a state in which the game is over', child({ state: parent.position.state }).text, parent.text, 'was over'],
    ['another match', child({ match: 'OTHER' }).text, parent.text, 'goes on from match OTHER'],
    ['a match that goes on from none', parent.text, parent.text, 'no parent'],
    ['a parent that was changed', child({}).text, changedParent, 'line 1'],
    ['a parent that is not over', child({}).text, half.text, 'not complete'],
  ])('%s is found out', async (_, text, other, problem) => {
    const verdict = await verdictOn(text, { parent: other });
    expect(verdict).toMatchObject({ ok: false, line: 1, problem: expect.stringContaining(problem) });
  });
});

test('what no player has seen is drawn anew, whatever the state said', () => {
  const place = [...placesOf(GAMES.get('mexica')!)][40]!;
  const decksOf = (state: unknown) => (state as { decks: unknown }).decks;
  const [one, other] = [1, 2].map((seed) => decksOf(goingOn(place, seed).position.state));
  expect(one).not.toEqual(other);
  expect(one).not.toEqual(decksOf(place.state));
});
