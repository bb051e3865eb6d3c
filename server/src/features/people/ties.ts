/**
 * Whom players follow, and whom they have blocked. The store is asked each time, so that a block holds in all processes at once.
 * No answer tells a player of a block that another one has set: it says what an ordinary refusal says.
 */
import type { People as PeopleAnswer, Tie } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import { LocalTurns } from '../../base/scheduling.ts';
import type { Stores } from '../../store/operations.ts';
import type { Apart as Apartness, Blocked, TieKind } from '../../store/people/ties.ts';
import type { People } from './people.ts';

/** For one player. */
const MOST = { follow: 300, block: 300 } as const;
const MOST_FOLLOWERS = 300;

/** Which side has set the block that keeps a player from others: `own` if it is the player. */
type Apart = 'own' | 'other' | undefined;

interface Between {
  readonly player: string;
  readonly other: string;
}

export class Ties {
  /** In which players sit down at one match. */
  readonly turns = new LocalTurns();
  private readonly store: Stores['ties'];
  private readonly people: People;

  constructor(store: Stores['ties'], people: People) {
    this.store = store;
    this.people = people;
  }

  async tie(between: Between, kind: TieKind, now: number): Promise<Tie> {
    if (between.player === between.other) throw new Refused('bad-request', 'player');
    const tied = await this.store.tie({ ...between, kind, at: now }, MOST[kind]);
    if (tied === 'unknown') throw new Refused('no-such-player');
    if (tied === 'blocked') throw new Refused('blocked-by-you');
    if (tied === 'full') throw new Refused('limit-reached', `${kind}s`);
    return this.find(between);
  }

  async untie(between: Between, kind: TieKind): Promise<Tie> {
    await this.store.untie({ ...between, kind });
    return this.find(between);
  }

  /** What a player has chosen about another one. */
  async find({ player, other }: Between): Promise<Tie> {
    const person = await this.people.find(other);
    if (person === undefined) throw new Refused('no-such-player');
    const [own, back] = [await this.store.from(player, other), await this.store.from(other, player)];
    const isFriend = own === 'follow' && back === 'follow';
    return { player: other, name: this.people.nameOf(other), kind: own ?? 'none', isFriend };
  }

  /** `online`: all who are connected now. Of them, friends who want it told are shown so. */
  async of(player: string, online: ReadonlySet<string>): Promise<PeopleAnswer> {
    const [own, followers] = [await this.store.of(player), await this.store.followersOf(player, MOST_FOLLOWERS)];
    await this.people.load([...own.map(({ other }) => other), ...followers.map((one) => one.player)]);
    const named = (id: string, at: number) => ({ player: id, name: this.people.nameOf(id), at });
    const ofKind = (kind: TieKind) => own.filter((one) => one.kind === kind);
    return {
      showsOnline: await this.store.isShown(player),
      follows: ofKind('follow').map(({ other, at, isMutual, isShown }) => {
        const isFriend = isMutual === 1;
        return { ...named(other, at), isFriend, ...(isFriend && isShown === 1 && { isOnline: online.has(other) }) };
      }),
      followers: followers.map((one) => named(one.player, one.at)),
      blocks: ofKind('block').map(({ other, at }) => named(other, at)),
    };
  }

  /** Whether friends see when the player is online. */
  show(player: string, isOn: boolean): Promise<void> {
    return this.store.show(player, isOn);
  }

  showsOnline(player: string): Promise<boolean> {
    return this.store.isShown(player);
  }

  /** For the export of a player's data. */
  async kept(player: string): Promise<readonly { player: string; kind: TieKind; at: number }[]> {
    return (await this.store.of(player)).map(({ other, kind, at }) => ({ player: other, kind, at }));
  }

  /** Whose lines a player does not hear, and since when. */
  blockedBy(player: string): Promise<readonly Blocked[]> {
    return this.store.blockedBy(player);
  }

  /** Those of these players who have blocked the speaker, and so do not hear the speaker. */
  async deafTo(speaker: string, among: readonly string[]): Promise<ReadonlySet<string>> {
    const apart = await this.apart(speaker, among);
    return new Set(apart.flatMap(({ other, isOwn }) => (isOwn === 0 ? other : [])));
  }

  /** Those of these players from whom a block keeps the player, no matter who has set it. */
  async apartFrom(player: string, among: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.apart(player, among)).map(({ other }) => other));
  }

  /** Whether a block keeps the player from a table at which these players are. */
  async between(player: string, others: readonly string[]): Promise<Apart> {
    const apart = await this.apart(player, others);
    if (apart.length === 0) return undefined;
    return apart.some(({ isOwn }) => isOwn === 1) ? 'own' : 'other';
  }

  /** Where no other player is, the store is not asked. */
  private async apart(player: string, among: readonly string[]): Promise<readonly Apartness[]> {
    const others = new Set(among);
    others.delete(player);
    return others.size === 0 ? [] : this.store.apart(player, [...others]);
  }
}

/** The blocked player reads what the refusal of a host says. */
export function refuseApart(apart: Apart): void {
  if (apart === 'own') throw new Refused('blocked-by-you');
  if (apart === 'other') throw new Refused('not-admitted');
}
