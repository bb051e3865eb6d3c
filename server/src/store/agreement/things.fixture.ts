/** Random things to store. */
import type { Append, Index } from '../journal/journal.ts';
import type { Choices } from './choices.fixture.ts';

export const person = (c: Choices) => ({ player: c.player(), name: c.text(), createdAt: c.now() });
export const claims = (c: Choices) => ({ player: c.player(), session: c.session() });
export const session = (c: Choices) => ({ ...claims(c), label: c.text(), at: c.now(), most: 3 });
export const newcomer = (c: Choices): [ReturnType<typeof person>, ReturnType<typeof session>] => {
  const [player, id] = [`p-${c.now()}`, `s-${c.now()}`];
  return [
    { ...person(c), player },
    { ...session(c), player, session: id },
  ];
};
export const network = (c: Choices) => `192.0.2.${c.below(6)}/32`;
export const search = (c: Choices, text: string) => ({
  text,
  limit: 1 + c.below(3),
  ...(c.below(3) === 0 && { after: { player: c.player(), name: c.text() } }),
});
export const edition = (c: Choices) => ({ game: c.of(['x', 'y']), preset: 'z' });
export const status = (c: Choices): Index['status'] => c.of(['open', 'running', 'ended']);
export const recoveryRow = (c: Choices) => ({
  player: c.player(),
  prefix: `P${c.below(6)}`,
  hash: c.text(),
  createdAt: c.now(),
});
export const lease = (c: Choices) => ({ name: c.of(['one', 'two']), process: c.of(['a', 'b', 'c']) });
const kind = (c: Choices) => c.of(['turn', 'turn', 'ended']);
export const notice = (c: Choices) => {
  const at = c.now();
  return { notice: `n${at}`, webhook: c.webhook(), match: c.match(), kind: kind(c), at, body: c.text() };
};
export const due = (c: Choices) => ({
  ...notice(c),
  notice: `n${c.earlier()}`,
  attempts: 0,
  url: '',
  host: '',
  unproven: 0,
  secret: '',
});

export function settled(c: Choices) {
  const ratings = [c.player(), 'p-none'].map((player) => ({
    player,
    rating: 1400 + c.below(1000) / 3,
    deviation: 50 + c.below(1000) / 7,
    volatility: 0.06,
    matches: c.below(9),
    at: c.now(),
  }));
  return {
    ...edition(c),
    match: `R${c.now()}`,
    at: c.now(),
    changes: [],
    ratings,
    keeps: c.of(['known', 'all'] as const),
  };
}

/** The numbers of entries, so that most appends fit. */
export const asksFor = (c: Choices) => ({
  id: c.match(),
  process: c.of(['one', 'one', 'two']),
  claim: 1 + c.below(2),
  mayKeep: c.below(2) === 0,
  mayBury: false,
  now: c.now(),
});

export const renewal = (c: Choices) => ({
  process: c.of(['one', 'two']),
  name: c.text(),
  address: '',
  now: c.now(),
  mayBury: c.below(2) === 0,
  isFirst: c.below(2) === 0,
  isAlone: c.below(2) === 0,
});

export const lengths = new Map<string, number>();

export function append(c: Choices): Append {
  const isTemple = c.below(5) === 0;
  const match = isTemple ? `T${c.below(3)}` : c.match();
  const at = c.now();
  const expectedSeq = c.below(8) === 0 ? c.below(5) : (lengths.get(match) ?? 0);
  const summary = JSON.stringify({ seats: [{ player: c.player() }] });
  const index: Index = {
    status: status(c),
    visibility: c.of(['public', 'public', 'private'] as const),
    game: c.of(['x', 'y']),
    createdAt: at,
    summary,
    ...(c.below(2) === 0 && { wakeAt: c.now() }),
  };
  const own = {
    match,
    expectedSeq,
    owner: 'one',
    claim: 1,
    line: JSON.stringify({ seq: expectedSeq, at, text: c.text() }),
    hash: `h${at}`,
  };
  if (isTemple) return { ...own, temple: { temple: match, ...(c.below(2) === 0 && { owner: c.player() }) } };
  const notices = c.below(3) === 0 ? [{ ...notice(c), match }] : [];
  const secrets = { secret: 's', ...(c.below(3) === 0 && { code: 'C' }) };
  const isFirst = expectedSeq === 0;
  return {
    ...own,
    notices,
    players: [c.player()],
    ...((isFirst || c.below(2) === 0) && { index }),
    ...(isFirst && { secrets }),
  };
}
