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
import { Meter } from '../../base/rateLimits.ts';
import type { Readiness } from '../../base/readiness.ts';
import type { Stores } from '../../store/operations.ts';
import { type Audience, type KeptLine, MOST_KEPT, type Words } from '../../store/talkLog.ts';
import type { Penalties } from '../operating/penalties.ts';
import type { NameFilter } from '../people/nameFilter.ts';
import type { People } from '../people/people.ts';
import type { Ties } from '../people/ties.ts';

interface TalkTools {
  readonly config: Pick<Config, 'TALK' | 'TALK_SECONDS' | 'LIMITS'>;
  readonly log: Stores['talk'];
  readonly people: People;
  readonly ties: Pick<Ties, 'deafTo' | 'blockedBy'>;
  readonly bans: Stores['bans'];
  readonly penalties: Pick<Penalties, 'hindrance'>;
  readonly filter: NameFilter;
  readonly readiness: Readiness;
  readonly now: () => number;
}

/** The table at which something is said. */
export interface TalkTable {
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

interface Said {
  readonly id: ActionId;
  readonly words: Words;
}

/** A room that listens. */
interface Listener {
  readonly hear: (audience: Audience, told: SpokenLines) => void;
  /** The players who are connected to it. */
  readonly players: () => readonly string[];
}

interface SpokenLines {
  readonly lines: readonly TalkLine[];
  /** Those who have blocked the speaker. The speaker does not learn that they hear nothing. */
  readonly deaf: ReadonlySet<string>;
}

interface Telling extends Pick<SpokenLines, 'deaf'> {
  readonly speaker: Speaker;
  readonly line: KeptLine;
}

/** A match with rooms that listen. */
interface Heard {
  readonly rooms: Set<Listener>;
  readonly read: Promise<RecentLines>;
  /** Set once they are read. */
  lines?: RecentLines;
}

/** Enough for a lively table, and too little to flood it. */
const MOST_LINES = 6;

const WITHIN_MS = 10_000;

/** How many lines a new viewer gets. */
const MOST_TOLD = 50;

export class Talk {
  private readonly tools: TalkTools;
  private readonly meter: Meter | undefined;
  private readonly rooms = new Map<string, Heard>();

  constructor(tools: TalkTools) {
    this.tools = tools;
    const { LIMITS } = tools.config;
    if (LIMITS > 0) this.meter = new Meter({ most: Math.max(1, MOST_LINES * LIMITS), milliseconds: WITHIN_MS });
  }

  /** A room hears all lines of its match until it calls the returned function. */
  async listen(match: string, room: Listener): Promise<() => void> {
    const heard: Heard = this.rooms.get(match) ?? {
      rooms: new Set(),
      read: RecentLines.read(this.tools.log, match, MOST_TOLD),
    };
    this.rooms.set(match, heard);
    heard.rooms.add(room);
    const stop = () => {
      heard.rooms.delete(room);
      if (heard.rooms.size === 0 && this.rooms.get(match) === heard) this.rooms.delete(match);
    };
    try {
      heard.lines = await heard.read;
    } catch (error) {
      stop();
      throw error;
    }
    await this.tools.people.load(AUDIENCES.flatMap((audience) => speakersOf(heard.lines?.of(audience) ?? [])));
    return stop;
  }

  /** The player was deleted, and with the player all that the player said. */
  forget(player: string): void {
    for (const heard of this.rooms.values()) onceRead(heard, (lines) => lines.forget(player));
  }

  /** The latest lines that the current talk mode allows, in a match with a room that listens. */
  latest(place: TalkTable, audience: Audience, seated: Speaker['seated']): readonly TalkLine[] {
    const mode = this.modeOf(place);
    const kept = mode === 'off' ? [] : (this.rooms.get(place.match)?.lines?.of(audience) ?? []);
    return this.named(mode === 'free' ? kept : kept.filter(({ words }) => 'phrase' in words), seated);
  }

  /** Says a line, unless it was said before or is refused. The line is stored and heard before the answer. */
  async say(place: TalkTable, speaker: Speaker, { id, words }: Said): Promise<Answer> {
    const { log, filter, readiness, ties, now } = this.tools;
    const action = `${typeof id} ${id}`;
    const clean = 'text' in words ? { text: masked(words.text, filter) } : words;
    const known = await log.find(place.match, speaker.player, action);
    if (known !== undefined) return repeated(known, clean);
    const muted = await this.tools.penalties.hindrance(speaker.player, 'mute');
    if (muted !== undefined) return { kind: 'rejected', ...muted, ...refusal(muted.code, muted.reason) };
    const code = await this.refusalOf(place, speaker, words);
    if (code !== undefined) return refused(code);
    const listening = [...(this.rooms.get(place.match)?.rooms ?? [])].flatMap((room) => room.players());
    const deaf = await ties.deafTo(speaker.player, listening);
    if (readiness.isClosedForWriting) return { kind: 'retry' };
    const { player, seat } = speaker;
    // Looked at and charged at once: of many lines that come together, all would find the meter as it was.
    if (this.meter !== undefined && this.meter.wait(player, now()) > 0) return refused('too-much-talk');
    this.meter?.charge(player, now());
    const audience = audienceOf(speaker);
    const [at, pause] = [now(), this.tools.config.TALK_SECONDS * 1000];
    const wanted = { match: place.match, audience, at, player, seat, words: clean, action };
    const said = await (pause === 0 ? log.say(wanted) : log.saySlowly(wanted, at - pause));
    if (said === undefined) return refused('unauthorized');
    if (typeof said === 'number') return refused('slow-talk', String(Math.ceil((said + pause - at) / 1000)));
    if (!said.isNew) return repeated(said.line, clean);
    this.tell(place.match, { speaker, deaf, line: said.line });
    return accepted(said.line.n);
  }

  /** The host mutes a player for the whole table, or lifts that. */
  async silence(
    { match, host }: TalkTable,
    by: string,
    { player, isOn }: { player: string; isOn: boolean },
  ): Promise<Answer> {
    const { log, people, readiness } = this.tools;
    if (by !== host) return refused('forbidden');
    if (!(await people.isKnown(player))) return refused('no-such-player');
    if (readiness.isClosedForWriting) return { kind: 'retry' };
    await log.silence(match, player, isOn);
    return accepted(0);
  }

  /** What this audience heard, for a report, without what players said that its sender had blocked by then. */
  async heardBy(sender: string, match: string, audience: Audience): Promise<readonly QuotedLine[]> {
    const { log, ties } = this.tools;
    const since = new Map((await ties.blockedBy(sender)).map(({ other, at }) => [other, at]));
    const lines = await log.latest(match, audience, MOST_KEPT);
    return lines.flatMap(({ at, player, seat, words }) =>
      at > (since.get(player) ?? at) ? [] : { at, ...(seat !== undefined && { seat }), player, ...words },
    );
  }

  private async refusalOf(place: TalkTable, { player }: Speaker, words: Words): Promise<Code | undefined> {
    const { log, people, bans, now } = this.tools;
    const mode = this.modeOf(place);
    if (mode === 'off') return 'talk-off';
    if (mode === 'phrases' && 'text' in words) return 'phrases-only';
    if (!(await people.isKnown(player))) return 'unauthorized';
    if (await bans.has(player, now())) return 'banned';
    return (await log.isSilenced(place.match, player)) ? 'silenced' : undefined;
  }

  /** The stricter of the server's and the table's talk mode. */
  private modeOf({ table }: TalkTable): TableSettings['talk'] {
    const { TALK } = this.tools.config;
    if (TALK === 'off' || table.talk === 'off') return 'off';
    return TALK === 'phrases' ? 'phrases' : table.talk;
  }

  /** All rooms of the match hear the line, with the name that tells its speaker from those before. */
  private tell(match: string, { speaker, deaf, line }: Telling): void {
    const [audience, heard] = [audienceOf(speaker), this.rooms.get(match)];
    if (heard !== undefined) onceRead(heard, (lines) => lines.add(audience, line));
    const before = heard?.lines?.of(audience) ?? [line];
    const lines = this.named(before, speaker.seated).filter(({ n }) => n === line.n);
    for (const { hear } of heard?.rooms ?? []) hear(audience, { lines, deaf });
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

/** A change that comes while the lines are read happens after that. */
function onceRead({ lines, read }: Heard, change: (lines: RecentLines) => void): void {
  if (lines !== undefined) change(lines);
  else void read.then(change, () => {}); // who listens hears of the failure
}

const AUDIENCES = ['players', 'spectators'] as const;
const speakersOf = (lines: readonly KeptLine[]) => lines.map(({ player }) => player);

/** The answer to an action whose line is there already. */
function repeated(line: KeptLine, words: Words): Answer {
  return isSame(line.words, words) ? { ...accepted(line.n), repeated: true } : refused('id-reused');
}

function isSame(one: Words, other: Words): boolean {
  if ('text' in one) return 'text' in other && one.text === other.text;
  return 'phrase' in other && one.phrase === other.phrase;
}

function accepted(n: number): Extract<Answer, { kind: 'accepted' }> {
  return { kind: 'accepted', step: n };
}

function refused(code: Code, reason?: string): Answer {
  return { kind: 'rejected', ...refusal(code, reason) };
}

// Replaces forbidden words in a sentence by stars.

const MASK = '***';

/** A word between spaces. A row of single letters with spaces between them counts as one word. */
const WORD = /(?<!\S)\S(?:\s+\S(?!\S))+(?!\S)|\S+/gu;

export function masked(text: string, filter: Pick<NameFilter, 'forbids'>): string {
  return text.replace(WORD, (word) => (filter.forbids(word) ? MASK : word));
}

/** The latest lines of one match in memory, so that a new viewer gets them without a wait. */
class RecentLines {
  private readonly most: number;
  private readonly lines: Record<Audience, readonly KeptLine[]>;

  private constructor(most: number, lines: Record<Audience, readonly KeptLine[]>) {
    this.most = most;
    this.lines = lines;
  }

  static async read(log: Pick<Stores['talk'], 'latestOfAll'>, match: string, most: number): Promise<RecentLines> {
    return new RecentLines(most, await log.latestOfAll(match, most));
  }

  of(audience: Audience): readonly KeptLine[] {
    return this.lines[audience];
  }

  /** A line that was said while the others were read may be among them already. */
  add(audience: Audience, line: KeptLine): void {
    const others = this.lines[audience].filter(({ n }) => n !== line.n);
    this.lines[audience] = [...others, line].sort((a, b) => a.n - b.n).slice(-this.most);
  }

  forget(player: string): void {
    for (const audience of ['players', 'spectators'] as const)
      this.lines[audience] = this.lines[audience].filter((line) => line.player !== player);
  }
}
