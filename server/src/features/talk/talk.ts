/** Talk at the tables: who may say what, and who hears it. One for the process, as a match may have several rooms. */
import {
  type ActionId,
  type Answer,
  type Code,
  type QuotedLine,
  refusal,
  type TableSettings,
  type TalkLine,
} from '@flower-war/protocol';
import type { Config } from '../../base/config.ts';
import { Meter } from '../../base/limits/meter.ts';
import type { Readiness } from '../../base/readiness.ts';
import type { Bans } from '../../store/people/bans.ts';
import type { Audience, KeptLine, TalkLog, Words } from '../../store/talkLog.ts';
import type { NameFilter } from '../people/nameFilter.ts';
import type { People } from '../people/people.ts';
import { masked } from './masking.ts';

export interface TalkTools {
  readonly config: Pick<Config, 'TALK' | 'LIMITS'>;
  readonly log: TalkLog;
  readonly people: People;
  readonly bans: Bans;
  readonly filter: NameFilter;
  readonly readiness: Readiness;
  readonly now: () => number;
}

/** The table at which something is said. */
export interface Place {
  readonly match: string;
  readonly host: string;
  readonly table: Pick<TableSettings, 'talk'>;
}

export interface Speaker {
  readonly player: string;
  readonly seat?: number;
  /** The players at the table, as the speaker's room shows them. A speaker's name may not look like one of theirs. */
  readonly seated: readonly (string | undefined)[];
}

export interface Said {
  readonly id: ActionId;
  readonly words: Words;
}

type Hear = (audience: Audience, lines: readonly TalkLine[]) => void;

/** Enough for a lively table, and too little to flood it. */
const MOST_LINES = 6;
const WITHIN_MS = 10_000;
/** How many lines a new viewer gets. */
const MOST_TOLD = 50;
/** How many lines a report keeps. */
const MOST_QUOTED = 20;

export class Talk {
  private readonly tools: TalkTools;
  private readonly meter: Meter | undefined;
  private readonly rooms = new Map<string, Set<Hear>>();

  constructor(tools: TalkTools) {
    this.tools = tools;
    const { LIMITS } = tools.config;
    if (LIMITS > 0) this.meter = new Meter({ most: Math.max(1, MOST_LINES * LIMITS), milliseconds: WITHIN_MS });
  }

  /** A room hears all lines of its match until it calls the returned function. */
  listen(match: string, hear: Hear): () => void {
    const rooms = this.rooms.get(match) ?? new Set();
    this.rooms.set(match, rooms.add(hear));
    return () => {
      rooms.delete(hear);
      if (rooms.size === 0) this.rooms.delete(match);
    };
  }

  /** The latest lines that the current talk mode allows. */
  latest(place: Place, audience: Audience, seated: Speaker['seated']): readonly TalkLine[] {
    const mode = this.modeOf(place);
    const kept = mode === 'off' ? [] : this.tools.log.latest(place.match, audience, MOST_TOLD);
    return this.named(mode === 'free' ? kept : kept.filter(({ words }) => 'phrase' in words), seated);
  }

  /** Says a line, unless it was said before or is refused. The line is stored and heard before the answer. */
  say(place: Place, speaker: Speaker, { id, words }: Said): Answer {
    const { log, filter, readiness, now } = this.tools;
    const action = `${typeof id} ${id}`;
    const clean = 'text' in words ? { text: masked(words.text, filter) } : words;
    const known = log.find(place.match, speaker.player, action);
    if (known !== undefined)
      return isSame(known.words, clean) ? { ...accepted(known.n), repeated: true } : refused('id-reused');
    const code = this.refusalOf(place, speaker, words);
    if (code !== undefined) return refused(code);
    if (readiness.isClosedForWriting) return { kind: 'retry' };
    this.meter?.charge(speaker.player, now());
    const { player, seat, seated } = speaker;
    const audience = audienceOf(speaker);
    const kept = log.add({ match: place.match, audience, at: now(), player, seat, words: clean, action });
    this.tell(place.match, audience, this.named(log.latest(place.match, audience, MOST_TOLD), seated).slice(-1));
    return accepted(kept.n);
  }

  /** The host mutes a player for the whole table, or lifts that. */
  silence({ match, host }: Place, by: string, { player, isOn }: { player: string; isOn: boolean }): Answer {
    const { log, people, readiness } = this.tools;
    if (by !== host) return refused('forbidden');
    if (people.find(player) === undefined) return refused('no-such-player');
    if (readiness.isClosedForWriting) return { kind: 'retry' };
    log.silence(match, player, isOn);
    return accepted(0);
  }

  /** The latest lines that this audience heard, for a report. */
  quote(match: string, audience: Audience): readonly QuotedLine[] {
    return this.tools.log
      .latest(match, audience, MOST_QUOTED)
      .map(({ at, player, seat, words }) => ({ at, ...(seat !== undefined && { seat }), player, ...words }));
  }

  private refusalOf(place: Place, { player }: Speaker, words: Words): Code | undefined {
    const { log, people, bans, now } = this.tools;
    const mode = this.modeOf(place);
    if (mode === 'off') return 'talk-off';
    if (mode === 'phrases' && 'text' in words) return 'phrases-only';
    if (people.find(player) === undefined) return 'unauthorized';
    if (bans.has(player, now())) return 'banned';
    if (log.isSilenced(place.match, player)) return 'silenced';
    return this.meter !== undefined && this.meter.wait(player, now()) > 0 ? 'too-much-talk' : undefined;
  }

  /** The stricter of the server's and the table's talk mode. */
  private modeOf({ table }: Place): TableSettings['talk'] {
    const { TALK } = this.tools.config;
    if (TALK === 'off' || table.talk === 'off') return 'off';
    return TALK === 'phrases' ? 'phrases' : table.talk;
  }

  private tell(match: string, audience: Audience, lines: readonly TalkLine[]): void {
    for (const hear of this.rooms.get(match) ?? []) hear(audience, lines);
  }

  /** Lines with current names, made distinct among the seated players and the speakers. */
  private named(lines: readonly KeptLine[], seated: Speaker['seated']): readonly TalkLine[] {
    const seatedPlayers = seated.filter((player) => player !== undefined);
    const all = [...new Set([...seatedPlayers, ...lines.map(({ player }) => player)])];
    const names = new Map(this.tools.people.namesOf(all).map((name, i) => [all[i], name ?? '']));
    return lines.map(({ words, ...line }) => ({ ...line, name: names.get(line.player) ?? '', ...words }));
  }
}

export function audienceOf({ seat }: { readonly seat?: number }): Audience {
  return seat === undefined ? 'spectators' : 'players';
}

function isSame(one: Words, other: Words): boolean {
  if ('text' in one) return 'text' in other && one.text === other.text;
  return 'phrase' in other && one.phrase === other.phrase;
}

function accepted(n: number): Extract<Answer, { kind: 'accepted' }> {
  return { kind: 'accepted', step: n };
}

function refused(code: Code): Answer {
  return { kind: 'rejected', ...refusal(code) };
}
