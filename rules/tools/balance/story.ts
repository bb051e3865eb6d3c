/** What the report reads from the events of a match. It knows a game only by the events that it tells. */
import type { Result } from '../../src/contract/result.ts';
import type { Happening, Simulated } from '../../src/tools/simulate.ts';

/** The event kinds in which games tell what they have in common. A game may lack some of them. */
interface Words {
  /** The event whose `round` is the number of the round. */
  readonly round?: string;
  readonly battle: readonly string[];
  readonly tie?: string;
  /** The event that begins a battle. Battles whose attacker is `outsider` do not count. */
  readonly duel?: string;
  readonly outsider?: string;
  readonly trigger?: string;
  /** The event whose `ending` says how the match ends, if the reason does not. */
  readonly ending?: string;
}

const RING: Words = {
  round: 'turn-began',
  battle: ['battle-won', 'battle-tied'],
  tie: 'battle-tied',
  duel: 'battle-rolled',
  outsider: 'cortes',
  trigger: 'apocalypse',
  ending: 'ending-fixed',
};

const WORDS: ReadonlyMap<string, Words> = new Map([
  ['flower-war', RING],
  ['mexica', RING],
  ['space-aztecs', { round: 'round-ended', battle: [] }],
  ['tieqchieq', { battle: ['fought'] }],
]);

/** The figures of one match. */
export interface Digest {
  readonly result: Result;
  readonly moves: number;
  /** How often each kind of event happened. */
  readonly counts: ReadonlyMap<string, number>;
  /** 0 in a game without rounds. */
  readonly rounds: number;
  /** The round in which the apocalypse began, if it did. */
  readonly trigger: number | undefined;
  readonly battles: number;
  readonly ties: number;
  /** The reason, and the fixed ending if the reason does not tell it. */
  readonly ending: string;
}

type Draft = { -readonly [K in keyof Digest]: Digest[K] } & { readonly counts: Map<string, number>; isDuel: boolean };

export function digest(game: string, { result, moves, events }: Omit<Simulated, 'decisions'>): Digest {
  const words = WORDS.get(game) ?? { battle: [] };
  const counts = new Map<string, number>();
  const ending = result.reason;
  const draft: Draft = {
    result,
    moves,
    counts,
    rounds: 0,
    trigger: undefined,
    battles: 0,
    ties: 0,
    ending,
    isDuel: true,
  };
  for (const event of events) read(draft, words, event);
  return draft;
}

function read(draft: Draft, words: Words, event: Happening): void {
  const { kind } = event;
  draft.counts.set(kind, (draft.counts.get(kind) ?? 0) + 1);
  if (kind === words.round) draft.rounds = Number(event['round']);
  if (kind === words.duel) draft.isDuel = event['attacker'] !== words.outsider;
  if (draft.isDuel && words.battle.includes(kind)) draft.battles++;
  if (draft.isDuel && kind === words.tie) draft.ties++;
  if (kind === words.trigger) draft.trigger ??= draft.rounds;
  if (kind === words.ending) draft.ending = ended(draft.result.reason, String(event['ending']));
}

const ended = (reason: string, ending: string): string =>
  ['countdown', 'round-cap'].includes(reason) ? `${reason} (${ending})` : reason;
