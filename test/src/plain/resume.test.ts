/** A stream that was cut at any step goes on with exactly the steps that were missed, or with the whole state. */
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { type MatchRequest, newMatch, PlainStream, sitAll, type StreamView } from '../support/sockets/plainStream.ts';
import { newPerson } from '../support/sockets/rawClient.ts';

const SEED = Number(process.env.SEED ?? 1);
/** The server tells this many missed steps one by one. */
const MOST_MISSED = 200;
/** Added to the clock, so that a minute can pass in a moment. */
let skipped = 0;

serveThisFile({}, { games: gamesWithSealed(), now: () => Date.now() + skipped });

/** Plays a whole match. Returns the first player and a spectator, with all that they saw. */
async function played(wanted: MatchRequest) {
  const people = await Promise.all(Array.from({ length: (wanted.seats ?? 2) + 1 }, () => newPerson(house.url)));
  const made = await newMatch(people[0]!, wanted);
  const { match } = made;
  const watching = closing(await PlainStream.open(people.at(-1)!, match));
  const spectator = { person: people.at(-1)!, match, stream: watching, seen: noteSteps(watching) };
  const players = await sitAll(made, people.slice(0, -1));
  for (const player of players) closing(player.stream);
  const { stream, person } = players[0]!;
  const first = { person, match, stream, seen: noteSteps(stream) };
  const chance = fastChance(SEED);
  await Promise.all(players.map((player) => player.playOut(chance)));
  skipped += 120_000;
  await watching.until(({ seen }) => seen?.table.status === 'ended');
  return [first, spectator];
}

/** What a stream has shown at each step, the last look at each. */
function noteSteps(stream: PlainStream): ReadonlyMap<number, StreamView> {
  const seen = new Map<number, StreamView>();
  const note = () => {
    if (stream.seen !== undefined) seen.set(stream.seen.step, stream.seen);
    return false;
  };
  stream.until(note).catch(() => {});
  return seen;
}

type Watched = Awaited<ReturnType<typeof played>>[number];

/** Without presence, which is live. */
const still = (seen: StreamView | undefined) =>
  seen && { ...seen, table: { ...seen.table, seats: seen.table.seats.length } };

async function cutAt({ person, match, stream, seen }: Watched, step: number): Promise<void> {
  const again = await PlainStream.open(person, match, `?from=${step}`, seen.get(step));
  const last = stream.seen!.step;
  await again.until((one) => one.seen?.step === last && one.of('table').length + one.of('state').length > 0);
  const missed = stream.of('step').filter((line) => line.from >= step);
  const kinds = again.lines.map(({ kind }) => kind).slice(0, missed.length + 1);
  if (missed.length > MOST_MISSED) expect(kinds[0]).toBe('state');
  else {
    expect(again.of('step').map(withoutNames), `from ${step}`).toEqual(missed.map(withoutNames));
    expect(kinds).toEqual([...missed.map(() => 'step'), 'table']);
  }
  expect(still(again.seen), `from ${step}`).toEqual(still(stream.seen));
  again.close();
}

/** Names and presence are those of the moment in which a step is told. */
const withoutNames = <L extends { table: object }>({ table, ...line }: L) => {
  const { seats: _, ...rest } = table as { seats?: unknown };
  return { ...line, table: rest };
};

const MATCHES: readonly (readonly [string, MatchRequest])[] = [
  ['a game without secrets', { game: 'tieqchieq', seats: 2, options: { turnCap: 12 } }],
  ['secret choices', { game: 'space-aztecs', seats: 3 }],
  ['hidden windows', { game: 'sealed', seats: 4, options: { shields: 15 } }],
  [
    'a delayed spectator',
    { game: 'sealed', seats: 4, options: { shields: 15 }, table: { watching: 'delayed', watchDelaySeconds: 60 } },
  ],
];

test.each(MATCHES)(`%s: at steps of the beginning, the middle and the end, from seed ${SEED} on`, async (_, wanted) => {
  for (const watched of await played(wanted)) {
    const steps = [...watched.seen.keys()];
    expect(steps.length).toBeGreaterThan(5);
    for (const step of steps.filter((_, i) => i < 10 || i % 10 === 0 || i > steps.length - 20))
      await cutAt(watched, step);
  }
});

test('a step that the viewer was never shown leads to the whole state', async () => {
  const [first] = await played({ game: 'tieqchieq', seats: 2, options: { turnCap: 4 } });
  const { person, match, stream, seen } = first!;
  const last = stream.seen!.step;
  const never = Array.from({ length: last }, (_, step) => step).filter((step) => step > 3 && !seen.has(step));
  expect(never.length).toBeGreaterThan(1);
  for (const step of [...never, last + 1, 2 ** 31]) {
    const again = await PlainStream.open(person, match, `?from=${step}`);
    await again.until(({ lines }) => lines.length > 0);
    expect(again.lines[0], `from ${step}`).toMatchObject({ kind: 'state', step: last });
    expect(still(again.seen), `from ${step}`).toEqual(still(stream.seen));
    again.close();
  }
});

test('the steps of others stay theirs: another player resumes as a spectator', async () => {
  const [first] = await played({ game: 'sealed', seats: 4 });
  const { match, seen } = first!;
  const eve = await newPerson(house.url);
  const spied = closing(await PlainStream.open(eve, match, `?from=${[...seen.keys()][1]}`));
  await spied.until(({ lines }) => lines.length > 0);
  expect(JSON.stringify(spied.lines)).not.toMatch(/"hand":\[\d/);
  expect(spied.of('state').every(({ seat }) => seat === undefined)).toBe(true);
});
