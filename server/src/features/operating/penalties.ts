/**
 * What moderators and the operator do about players, each with a reason and a line in the audit. The player sees why, by which rule and until
 * when, and may answer once; which moderator it was is not told. What is over by the clock holds no longer, in any process.
 */
import { randomUUID } from 'node:crypto';
import {
  type AppointedModerator,
  type GivenPenalties,
  type GivenPenalty,
  isBotAccount,
  type NewPenalty,
  type OwnPenalty,
  type PenaltiesQuery,
  type PenaltySettling,
  type Refusal,
  type Right,
  type RouteId,
} from '@flower-war/protocol';
import { Refused, RefusedAs } from '../../base/refused.ts';
import { isHome, isOver, type PenaltyRow, type Unwilling } from '../../store/people/order.ts';
import type { Stores } from '../../store/operations.ts';
import type { Bots } from '../people/bots.ts';
import { squeezed } from '../people/nameFilter.ts';
import { guestName, type People } from '../people/people.ts';
import type { Audit } from './audit.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_MODERATORS = 100;
/** Of one player, in the list of the player. */
const MOST_OWN = 100;

interface Tools {
  readonly moderators: Stores['moderators'];
  readonly penalties: Stores['penalties'];
  readonly audit: Pick<Audit, 'record'>;
  readonly people: People;
  readonly bots: Pick<Bots, 'of'>;
  /** Reads the name of a player again. */
  readonly reread: (player: string) => Promise<void>;
  readonly now: () => number;
  /** The longest one of a moderator. */
  readonly mostDays: number;
  readonly days: number;
  readonly count: (act: string, by: 'operator' | 'moderator') => void;
}

/** The moderator who acts. Undefined: the operator. */
type By = string | undefined;

/** What refuses a player, with all that the player may know of it. */
type Hindrance = Omit<Refusal, 'message'>;

export class Penalties {
  private readonly tools: Tools;

  constructor(tools: Tools) {
    this.tools = tools;
  }

  /** What a moderator may do; nothing, if the player is none. */
  async rightsOf(player: string): Promise<Right[] | undefined> {
    return (await this.tools.moderators.rightsOf(player)) as Right[] | undefined;
  }

  /** Refuses all others than a moderator who has one of these rights. */
  async mustHave(player: string, ...rights: readonly Right[]): Promise<void> {
    const has = (await this.rightsOf(player)) ?? [];
    if (!rights.some((right) => has.includes(right))) throw new Refused('no-right', rights[0]);
  }

  /** A line of the audit, and a count, for each act of a moderator or of the operator. */
  async act<T>(by: By, { action, about, detail }: Act, job: () => Promise<T>): Promise<T> {
    const { audit, count } = this.tools;
    const done = await audit.record({ action, about, detail, ...(by !== undefined && { by }) }, job);
    count(action.replace('AsOperator', ''), by === undefined ? 'operator' : 'moderator');
    return done;
  }

  // Moderators.

  /** No bot account, whose programs could never act as one. */
  async appoint(player: string, rights: readonly Right[]): Promise<void> {
    if (isBotAccount(player)) throw new Refused('bots-not-allowed', 'people');
    const { moderators, now } = this.tools;
    const row = { player, rights: JSON.stringify([...new Set(rights)]), at: now() };
    const done = await moderators.appoint(row, MOST_MODERATORS);
    if (done === 'unknown') throw new Refused('no-such-player');
    if (done === 'full') throw new Refused('limit-reached', 'moderators');
  }

  dismiss(player: string): Promise<void> {
    return this.tools.moderators.dismiss(player);
  }

  async moderators(): Promise<{ moderators: AppointedModerator[] }> {
    const { moderators, people } = this.tools;
    const rows = await moderators.all();
    await people.load(rows.map(({ player }) => player));
    const shown = ({ player, rights, at }: (typeof rows)[number]) => {
      return { player, name: people.nameOf(player), rights: JSON.parse(rights) as Right[], at };
    };
    return { moderators: rows.map(shown) };
  }

  // Penalties.

  async give(by: By, player: string, wanted: NewPenalty): Promise<GivenPenalty> {
    const { kind, days } = wanted;
    if (by !== undefined && kind !== 'rename' && (days ?? Number.POSITIVE_INFINITY) > this.tools.mostDays)
      throw new Refused('penalty-refused', 'too-long');
    return this.write(by, player, { ...wanted, note: '', replaces: false });
  }

  /** The operator's ban of a player. Only operators see the note. */
  ban(player: string, days: number | undefined, note: string): Promise<GivenPenalty> {
    const wanted = { kind: 'ban', reason: 'other', ...(days !== undefined && { days }) } as const;
    return this.write(undefined, player, { ...wanted, note, replaces: true });
  }

  liftBan(player: string): Promise<void> {
    return this.tools.penalties.liftBan(player, this.tools.now());
  }

  private async write(
    by: By,
    player: string,
    { kind, reason, text = '', days, note, replaces }: NewPenalty & { note: string; replaces: boolean },
  ): Promise<GivenPenalty> {
    const { penalties, reread, now } = this.tools;
    const [penalty, at] = [randomUUID(), now()];
    const until = days === undefined || kind === 'rename' ? null : at + days * DAY_MS;
    const neutralName = guestName(player);
    const row = { penalty, player, kind, reason, text, giver: by ?? null, at, until, neutralName, note, replaces };
    mustBeDone(await penalties.give(row), kind);
    if (kind === 'rename') await reread(player);
    return this.found(penalty);
  }

  /** Returns what was settled. */
  async settle(by: By, penalty: string, { outcome, days }: PenaltySettling): Promise<GivenPenalty> {
    const { penalties, reread, now } = this.tools;
    if ((outcome === 'shortened') !== (days !== undefined)) throw new Refused('penalty-refused', 'days');
    const known = await penalties.find(penalty);
    if (known === undefined) throw new Refused('no-such-penalty');
    const [at, neutralName] = [now(), guestName(known.player)];
    const until = days === undefined ? null : at + days * DAY_MS;
    mustBeDone(await penalties.settle({ penalty, by: by ?? null, outcome, at, until, neutralName }), known.kind);
    if (known.kind === 'rename') await reread(known.player);
    return this.found(penalty);
  }

  async answer(player: string, penalty: string, text: string): Promise<OwnPenalty> {
    const { penalties, now } = this.tools;
    const refused = await penalties.answer({ penalty, player, text, at: now() });
    if (refused === 'unknown') throw new Refused('no-such-penalty');
    mustBeDone(refused, 'mute');
    return ownOf(await this.found(penalty), player);
  }

  /** As the player sees them, with those of the player's bots, which no other one could answer. */
  async of(player: string): Promise<OwnPenalty[]> {
    const { penalties, people, bots } = this.tools;
    const accounts = [player, ...(await bots.of(player)).map((bot) => bot.player)];
    await people.load(accounts);
    const rows = await Promise.all(
      accounts.map((one) => penalties.list({ player: one, before: null, limit: MOST_OWN })),
    );
    const newest = rows.flat().sort((one, other) => other.n - one.n);
    return newest.slice(0, MOST_OWN).map((row) => ownOf(this.given(row), player));
  }

  async list({ player, before, limit }: PenaltiesQuery): Promise<GivenPenalties> {
    const { penalties, people, mostDays } = this.tools;
    const after = before === undefined ? null : Number.parseInt(before, 10) || 0;
    const rows = await penalties.list({ player: player ?? null, before: after, limit: limit + 1 });
    await people.load(rows.map((row) => row.player));
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { penalties: page.map((row) => this.given(row)), mostDays, ...(last && { next: String(last.n) }) };
  }

  /** How many answers of players wait for the answer to them. */
  countToSettle(): Promise<number> {
    return this.tools.penalties.countToSettle(this.tools.now());
  }

  /** What a player is told who is kept out, or may not speak. Undefined: there is no such thing. */
  async hindrance(player: string, kind: 'mute' | 'ban'): Promise<Hindrance | undefined> {
    const { penalties, now } = this.tools;
    const row = await penalties.standing(player, kind, now());
    if (row === undefined) return undefined;
    const { penalty, reason, until } = row;
    return { code: kind === 'ban' ? 'banned' : 'muted', reason, penalty, ...(until !== null && { until }) };
  }

  /** For all in which a player writes words that others read. */
  async refuseMuted(player: string): Promise<void> {
    const muted = await this.hindrance(player, 'mute');
    if (muted !== undefined) throw new RefusedAs(muted);
  }

  /** Whether this name was taken from the player, or looks like one that was. */
  async tookName(player: string, name: string): Promise<boolean> {
    const rows = await this.tools.penalties.list({ player, before: null, limit: MOST_OWN });
    return rows.some(
      ({ oldName, liftedAt }) => oldName !== null && liftedAt === null && squeezed(oldName) === squeezed(name),
    );
  }

  /** Empty: there is no such penalty. */
  async playerOf(penalty: string): Promise<string> {
    return (await this.tools.penalties.find(penalty))?.player ?? '';
  }

  /** What is over is kept as long as the audit. */
  sweep(now: number): Promise<void> {
    return this.tools.penalties.sweep(now - this.tools.days * DAY_MS);
  }

  private async found(penalty: string): Promise<GivenPenalty> {
    const row = await this.tools.penalties.find(penalty);
    if (row === undefined) throw new Refused('no-such-player'); // deleted a moment ago
    await this.tools.people.load([row.player]);
    return this.given(row);
  }

  private given(row: PenaltyRow): GivenPenalty {
    const { player, giver } = row;
    const { people, now } = this.tools;
    return {
      ...shown(row, now()),
      player,
      name: people.nameOf(player),
      ...(giverOf(giver) === 'moderator' && giver !== null && { by: giver }),
    };
  }
}

interface Act {
  readonly action: RouteId;
  readonly about: string;
  readonly detail?: object;
}

function giverOf(giver: string | null): OwnPenalty['giver'] {
  if (giver === null) return 'operator';
  return isHome(giver) ? 'home' : 'moderator';
}

function mustBeDone(refused: Unwilling | undefined, kind: PenaltyRow['kind']): void {
  if (refused === undefined) return;
  if (refused === 'unknown') throw new Refused('no-such-player');
  if (refused === 'no-right') throw new Refused('no-right', kind);
  throw new Refused('penalty-refused', refused);
}

function ownOf({ player, name, by: _, ...own }: GivenPenalty, asking: string): OwnPenalty {
  return player === asking ? own : { ...own, bot: { player, name } };
}

function shown(row: PenaltyRow, now: number): Omit<OwnPenalty, 'bot'> {
  const { penalty, kind, text, giver, at, until, oldName, answer, answeredAt, outcome, settledAt } = row;
  return {
    penalty,
    kind,
    reason: row.reason as OwnPenalty['reason'],
    text,
    giver: giverOf(giver),
    at,
    ...(until !== null && { until }),
    isOver: isOver(row, now),
    ...(oldName !== null && { oldName }),
    ...(answer !== null && { answer }),
    ...(answeredAt !== null && { answeredAt }),
    ...(outcome !== null && { outcome }),
    ...(settledAt !== null && { settledAt }),
  };
}
