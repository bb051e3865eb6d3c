/** For tests: tournaments that are played out by chance, without a server. */
import { tableSettings } from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import { nextEntry } from './byItself.ts';
import { type Entry, fold, openTables, type Settings, takesLate, type Tournament } from './record.ts';

export const TABLE = tableSettings.parse({ visibility: 'private' });

export function settingsOf(wanted: Partial<Settings>): Settings {
  const usual = { name: 'Cup', kind: 'swiss', game: 'tieqchieq', preset: 'standard', options: {}, seats: 2 } as const;
  const times = { startsAt: 0, checkInMinutes: 0, lateEntry: false, rounds: 0, minutes: 60, most: 512 };
  return { ...usual, ...times, rules: 2, table: TABLE, visibility: 'public', ...wanted };
}

interface Playing {
  readonly chance: Chance;
  readonly players: number;
  /** No player is late, away or withdraws. */
  readonly isFaithful?: boolean;
  readonly areApart?: (a: string, b: string) => boolean;
}

/** Players who come late, stay away, come back, withdraw; pauses; shared places. Ends by itself. */
export function playedOut(
  settings: Settings,
  { chance, players, isFaithful = false, areApart = () => false }: Playing,
) {
  const names = Array.from({ length: players }, (_, n) => `p${n}`);
  const below = (n: number) => chance.die(n) - 1;
  const entries: Entry[] = [{ kind: 'created', at: 0, by: null, settings }];
  let tournament = fold(entries);
  const add = (entry: Entry) => {
    entries.push(entry);
    tournament = fold([entry], tournament);
  };
  for (const player of names) add({ kind: 'entered', at: 0, player });
  for (let now = 0; tournament.status !== 'ended' && now < 100_000_000; now += 3000) {
    if (!isFaithful) for (const entry of whims(tournament, { now, below, names })) add(entry);
    for (const { n: table, players: sitting } of openTables(tournament)) {
      if (below(2) === 0) continue;
      const values = sitting.map(() => below(sitting.length));
      const absent = isFaithful ? [] : sitting.filter(() => below(12) === 0);
      const places = values.map((one) => 1 + values.filter((other) => other < one).length);
      add({ kind: 'played', at: now, table, how: 'played', places, absent });
    }
    const driving = { now, seed: below(1e9), areApart, ratings: new Map(), gone: new Set<string>() };
    for (let entry = nextEntry(tournament, driving); entry; entry = nextEntry(tournament, driving)) add(entry);
  }
  return { entries, tournament };
}

function whims(
  { status, settings, entrants, pausedAt }: Tournament,
  { now: at, below, names }: { now: number; below: (n: number) => number; names: readonly string[] },
): readonly Entry[] {
  const player = names[below(names.length)] ?? '';
  const { isAway = false, hasWithdrawn = false } = entrants.get(player) ?? {};
  if (status !== 'running') return [];
  if (pausedAt !== undefined) return below(2) === 0 ? [{ kind: 'resumed', at }] : [];
  if (isAway) return [{ kind: 'checked-in', at, player }];
  if (hasWithdrawn) return takesLate(settings) ? [{ kind: 'entered', at, player }] : [];
  if (takesLate(settings) && below(10) === 0) return [{ kind: 'entered', at, player: `late${at}` }];
  if (below(20) === 0) return [{ kind: 'paused', at }];
  return below(10) === 0 ? [{ kind: 'withdrew', at, player }] : [];
}
