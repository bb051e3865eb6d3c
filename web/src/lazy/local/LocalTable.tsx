/** A match on this device: in the form in which the page shows a match of the server, at its table, and kept. It needs no network. */
import type { LegalMove, MatchSnapshot } from '@flower-war/client';
import type { Played } from '@flower-war/client/react';
import {
  advanced,
  askedIn,
  explainedIn,
  isInWindow,
  type LocalMatch,
  movesOf,
  shownIn,
  takenBack,
  withMove,
} from '@flower-war/rules/local';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Step } from '../../match/Story.tsx';
import { useTexts } from '../../app/language.tsx';
import { PlayedTable } from '../../match/Playing.tsx';
import { Outcome } from '../../match/Result.tsx';
import type { AccountSource } from '../../match/outcome.ts';
import type { AskedHint } from '../../match/place.ts';
import { type TableSpeech, useSpeech } from '@flower-war/board/drawing';
import { OFFLINE } from '../../offline/texts.ts';
import type { HintQuestion } from '../thinker.ts';
import { type KeptMatch, matchOf, PERSON } from './keptMatch.ts';
import { deviceReplayHref, openly } from '../../app/navigation.tsx';
import { parsed, type Setting, setting } from '../../app/setting.ts';
import { Save } from '../../ui/controls.tsx';

/** So long is seen what a bot has done before the next one acts. */
const USUAL_PACE_MS = 600;

interface Opening {
  readonly id: string;
  /** Who sits where. */
  readonly seats: readonly Sitter[];
  readonly paceMs?: number;
  /** Whether the person may not move now, though the rules allow it. */
  readonly isHeld?: (match: LocalMatch) => boolean;
  /** Told after each change, so that the match can be kept. */
  readonly onChange?: (match: LocalMatch) => void;
}

interface Sitter {
  readonly kind: 'player' | 'bot';
  readonly name: string;
}

export class LocalTable {
  readonly id: string;
  /** What happened so far, as the person saw it. */
  story: readonly Step[] = [];
  private readonly opening: Opening;
  private readonly listeners = new Set<() => void>();
  private match: LocalMatch;
  private snapshot: MatchSnapshot;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(match: LocalMatch, opening: Opening) {
    this.id = opening.id;
    this.opening = opening;
    this.match = match;
    this.snapshot = this.look();
    this.goOn();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): MatchSnapshot => this.snapshot;

  /** The match itself, with all that led to it. */
  get now(): LocalMatch {
    return this.match;
  }

  async moves(): Promise<readonly LegalMove[]> {
    return explainedIn(this.match) as readonly LegalMove[];
  }

  /** Plays a move of the person, in answer to the question that is open. */
  readonly play = async (move: string): Promise<Played> => {
    const played = withMove(this.match, { seat: this.match.setting.seat, move });
    if (!played.ok) return { kind: 'rejected', code: 'illegal-move', reason: played.reason, message: played.reason };
    this.show(played.match);
    return { kind: 'accepted', step: this.snapshot.step };
  };

  get canTakeBack(): boolean {
    return takenBack(this.match) !== undefined;
  }

  async undo(): Promise<void> {
    this.takeBack();
  }

  /** One step back: to the last question that the person answered. */
  takeBack(): void {
    const before = takenBack(this.match);
    if (before !== undefined) this.show(before);
  }

  /** Shows another match, or the same one at another moment. */
  show(match: LocalMatch): void {
    this.match = match;
    this.snapshot = this.look();
    for (const listener of [...this.listeners]) listener();
    this.opening.onChange?.(match);
    this.goOn();
  }

  close(): void {
    clearTimeout(this.timer);
    this.listeners.clear();
  }

  /** The others act one after another, each in sight. What is decided in secret takes no time that would tell of it. */
  private goOn(): void {
    clearTimeout(this.timer);
    const act = () => {
      const next = advanced(this.match);
      if (next !== this.match) this.show(next);
    };
    if (isInWindow(this.match)) act();
    else this.timer = setTimeout(act, this.opening.paceMs ?? USUAL_PACE_MS);
  }

  private look(): MatchSnapshot {
    const { setting, moments } = this.match;
    const { table: shown, view, result, ...asked } = shownIn(this.match);
    const isHeld = this.opening.isHeld?.(this.match) === true;
    const { legal, decision } = isHeld ? HELD : asked;
    this.story = moments.map(({ events }, number) => ({ number, events })).filter(({ events }) => events.length > 0);
    return {
      view: view as MatchSnapshot['view'],
      legal,
      decision,
      deadline: undefined,
      clockAhead: 0,
      windowDeadline: undefined,
      table: {
        ...EMPTY,
        status: result === undefined ? 'running' : 'ended',
        step: moments.length,
        seats: this.opening.seats.map((sitter) => ({ ...sitter, present: true, bot: '' })),
        result: (result ?? EMPTY.result) as MatchSnapshot['table']['result'],
        view: shown as MatchSnapshot['view'],
      },
      connection: { state: 'connected', since: 0, attempt: 0 },
      seat: setting.seat,
      step: moments.length,
      isStoodInFor: false,
      wish: 'all',
      habits: setting.habits ?? [],
      canUndo: takenBack(this.match) !== undefined,
      lines: [],
      behind: 0,
      isOver: result !== undefined,
      rematchId: undefined,
    };
  }
}

const HELD = { legal: [], decision: undefined } as const;

/** What only a server has. */
const EMPTY = {
  behind: 0,
  clocks: [],
  offer: { what: '', by: 0, minutes: 0, accepted: [] },
  pausedUntil: 0,
  vacations: [],
  result: { result: '', reason: '', winners: [], standings: [] },
  temples: [],
  byHand: [],
};

interface LocalPlayingProps {
  readonly table: LocalTable;
  /** What stands above all beside the board. */
  readonly banners?: (speech: TableSpeech) => ReactNode;
  /** Whether what is new is explained, and a bot asked for hints. */
  readonly isGuided?: boolean;
  /** What the account of the match is worked out from, once it is over. */
  readonly account?: AccountSource | undefined;
  /** The ways on after the end. */
  readonly onward?: ReactNode;
  readonly children?: ReactNode;
}

/** The table of a match on this device. */
export function LocalPlaying({ table, banners, isGuided = false, account, onward, children }: LocalPlayingProps) {
  const snapshot = useSyncExternalStore(table.subscribe, table.getSnapshot);
  const { game, options } = table.now.setting;
  const speech = useSpeech(game.id, snapshot.view, { listed: game.cards, options });
  const { seats, result } = snapshot.table;
  return (
    <PlayedTable
      game={game.id}
      match={table}
      snapshot={snapshot}
      play={table.play}
      hint={isGuided ? () => hintFor(table) : undefined}
      speech={speech}
      story={table.story}
      banners={banners?.(speech)}
      result={
        <Outcome
          match={table.id}
          game={game.id}
          preset={game.id}
          eyes={undefined}
          account={account}
          seat={account === undefined ? undefined : snapshot.seat}
          seats={seats}
          result={result}
          speech={speech}
        >
          {onward}
        </Outcome>
      }
    >
      {children}
    </PlayedTable>
  );
}

/** Asks a thread, which comes and goes with the question. Rejects in a browser that has none. */
async function hintFor({ now, getSnapshot }: LocalTable): Promise<AskedHint> {
  const { decision = -1 } = getSnapshot();
  const worker = new Worker(new URL('../thinker.ts', import.meta.url), { type: 'module' });
  const answered = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = () => reject(new Error('the thread that thinks about hints has failed'));
  });
  const { id: game, rulesVersion } = now.setting.game;
  worker.postMessage({ game, rulesVersion, asked: askedIn(now) } satisfies HintQuestion);
  return answered.then((move) => ({ decision, move })).finally(() => worker.terminate());
}

/** All that makes the match again, as a file. */
export function SaveMatch({ match }: { readonly match: KeptMatch }) {
  const { save } = useTexts(OFFLINE);
  const content = `${JSON.stringify(match)}\n`;
  return (
    <Save
      content={content}
      type="application/json"
      name={`${match.game}-${match.seed}.json`}
      text={save}
      look="quiet"
    />
  );
}

// The matches on this device: the open one, which goes on when the page is opened again, and the last ones that came to their end.

const OPEN = 'flower-war-device-match';

/** The match that is open here. */
export const CURRENT: Setting<KeptMatch | undefined> = setting(OPEN, {
  read: parsed<KeptMatch>,
  write: JSON.stringify,
});

/** Calls when another tab has changed the open match. */
export function onOtherTab(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === OPEN && listener();
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

const MOST = 5;

/** The last ones that came to their end, the newest first. */
export const PLAYED: Setting<readonly KeptMatch[]> = setting('flower-war-device-matches', {
  read: (text): readonly KeptMatch[] => {
    const kept = parsed<readonly (KeptMatch | null)[]>(text);
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.game === 'string' && Array.isArray(one.moves)) : [];
  },
  write: JSON.stringify,
});

/** In place of the id of a match: the names of the bots follow from it. */
export const ID = 'DEVICE';

/** The kept match goes on by its own rules, which it names from now on. */
export async function tableOf(kept: KeptMatch, name: string): Promise<LocalTable | 'other-rules'> {
  const match = await matchOf(kept);
  if (match === 'other-rules') return match;
  const { rulesVersion } = match.setting.game;
  return new LocalTable(match, {
    id: ID,
    seats: sittersOf(kept, name),
    onChange: (now) => keep({ ...kept, rulesVersion, moves: movesOf(now) }, shownIn(now).result !== undefined),
  });
}

/** What the account of a match is worked out from that was played to its end here. */
export const accountOf = (kept: KeptMatch): AccountSource => ({
  key: `${ID} ${kept.seed}`,
  question: async () => {
    const { game, options, seat, start } = (await shownMatch(kept)).setting;
    const { id: local, rulesVersion } = game;
    return { local, rulesVersion, options, seat, start, seed: kept.seed, moves: kept.moves };
  },
  steps: async () =>
    (await shownMatch(kept)).moments.map(({ events }, step) => ({ step, seq: step, events: events as never })),
  watch: (step) => openly(deviceReplayHref(kept.seed, step)),
});

/** A match that is shown has its rules. */
async function shownMatch(kept: KeptMatch): Promise<LocalMatch> {
  const match = await matchOf(kept);
  if (match === 'other-rules') throw new Error('the rules of this match are not here');
  return match;
}

/** Who sits where: the person, and bots. */
export const sittersOf = ({ seats, level }: KeptMatch, name: string) =>
  Array.from({ length: seats }, (_, seat) =>
    seat === PERSON ? ({ kind: 'player', name } as const) : ({ kind: 'bot', name: level } as const),
  );

function keep(match: KeptMatch, isOver: boolean): void {
  CURRENT.choose(match);
  if (isOver) PLAYED.choose([match, ...PLAYED.value().filter(({ seed }) => seed !== match.seed)].slice(0, MOST));
}
