/** The matches on this device: the open one, which goes on when the page is opened again, and the last ones that came to their end. */
import { movesOf, shownIn } from '@flower-war/rules/local';
import { deviceReplayHref, openly } from '../../app/navigation.tsx';
import { type Setting, setting } from '../../app/setting.ts';
import type { AccountSource } from '../../match/outcome.ts';
import { type KeptMatch, matchOf, PERSON } from './keptMatch.ts';
import { LocalTable } from './localTable.ts';

/** The match that is open here. */
export const CURRENT: Setting<KeptMatch | undefined> = setting('flower-war-device-match', {
  read: (text) => parsed<KeptMatch>(text),
  write: JSON.stringify,
});

const MOST = 5;

/** The last ones that came to their end, the newest first. */
export const PLAYED: Setting<readonly KeptMatch[]> = setting('flower-war-device-matches', {
  read: (text): readonly KeptMatch[] => {
    const kept = parsed<readonly (KeptMatch | null)[]>(text);
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.game === 'string' && Array.isArray(one.moves)) : [];
  },
  write: JSON.stringify,
});

/** What is kept may be of another version of the page. */
function parsed<T>(text = 'null'): T | undefined {
  try {
    return (JSON.parse(text) as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** In place of the id of a match: the names of the bots follow from it. */
export const ID = 'DEVICE';

/** Throws if what is kept is of another version of the page, and cannot be played any more. */
export async function tableOf(kept: KeptMatch, name: string): Promise<LocalTable> {
  const match = await matchOf(kept);
  return new LocalTable(match, {
    id: ID,
    seats: sittersOf(kept, name),
    onChange: (now) => keep({ ...kept, moves: movesOf(now) }, shownIn(now).result !== undefined),
  });
}

/** What the account of a match is worked out from that was played to its end here. */
export const accountOf = (kept: KeptMatch): AccountSource => ({
  key: `${ID} ${kept.seed}`,
  question: async () => {
    const { game, options, seat, start } = (await matchOf(kept)).setting;
    return { local: game.id, options, seat, start, seed: kept.seed, moves: kept.moves };
  },
  steps: async () =>
    (await matchOf(kept)).moments.map(({ events }, step) => ({ step, seq: step, events: events as never })),
  watch: (step) => openly(deviceReplayHref(kept.seed, step)),
});

/** Who sits where: the person, and bots. */
export const sittersOf = ({ seats, level }: KeptMatch, name: string) =>
  Array.from({ length: seats }, (_, seat) =>
    seat === PERSON ? ({ kind: 'player', name } as const) : ({ kind: 'bot', name: level } as const),
  );

function keep(match: KeptMatch, isOver: boolean): void {
  CURRENT.choose(match);
  if (isOver) PLAYED.choose([match, ...PLAYED.value().filter(({ seed }) => seed !== match.seed)].slice(0, MOST));
}
