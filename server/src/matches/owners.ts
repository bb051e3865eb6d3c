/** Which process owns a match, a temple, or the search for a match of one game. */
import type { Owned } from '@flower-war/protocol';
import { type HostedGames, unknownRulesIn } from '../base/hostedGames.ts';
import type { ThisProcess } from '../base/ids.ts';
import type { Readiness } from '../base/readiness.ts';
import type { Index, Journal } from '../store/journal/journal.ts';
import { Elsewhere, type Peer } from '../store/ownership/processes.ts';

export interface OwnersTools {
  readonly journal: Pick<Journal, 'claim' | 'holderOf' | 'index' | 'processes' | 'release'>;
  readonly self: ThisProcess;
  readonly games: HostedGames;
  readonly readiness: Readiness;
  /** Whether no other process can use the same data. Then every match is here. */
  readonly isAlone: boolean;
  /** Whether the match is open in this process. */
  readonly isAwake: (match: string) => boolean;
  /** Throws `Elsewhere` unless the temple, or the pairing of all temples, belongs to this process. */
  readonly mustHaveTemple: (id: string | undefined) => Promise<void>;
  /** Reads what another process may have found so far. Called when this process begins to own the search in a game. */
  readonly onSearch: (game: string) => Promise<void>;
}

export class Owners {
  private readonly tools: OwnersTools;

  constructor(tools: OwnersTools) {
    this.tools = tools;
  }

  /** Owns it, or becomes its owner, or throws `Elsewhere`. What does not exist gets no owner. */
  async mustBeHere(kind: Owned, id: string): Promise<void> {
    if (kind === 'match' && this.isSurelyHere(id)) return;
    if (kind === 'temple' || kind === 'pairing') return this.tools.mustHaveTemple(kind === 'temple' ? id : undefined);
    const key = keyOf(kind, id);
    const holder = await this.tools.journal.holderOf(key);
    if (holder?.process === this.tools.self.id && !this.tools.readiness.hasHandedOver) return;
    if (holder !== undefined && holder.process !== this.tools.self.id) throw new Elsewhere(key, holder);
    if (!(await this.isThere(kind, id))) return;
    await this.mayClaim(key);
    await this.tools.journal.claim({ id: key, owner: this.tools.self.id });
    if (kind === 'search') await this.tools.onSearch(id);
  }

  /** The other living process that owns it. */
  async peerOf(kind: Owned, id: string): Promise<Peer | undefined> {
    if (kind === 'match' && this.isSurelyHere(id)) return undefined;
    const holder = await this.tools.journal.holderOf(keyOf(kind, id));
    return holder?.process === this.tools.self.id ? undefined : holder;
  }

  /** Without a look into the store. What opens a match claims it. */
  private isSurelyHere(match: string): boolean {
    return this.tools.isAlone || this.tools.isAwake(match);
  }

  /** Whether it needs an owner. Nothing is written to an ended match any more. */
  private async isThere(kind: 'match' | 'search', id: string): Promise<boolean> {
    const { journal, games } = this.tools;
    switch (kind) {
      case 'match': {
        const found = await journal.index(id);
        if (found === undefined || found.index.status === 'ended') return false;
        await this.mustKnow(id, found.index);
        return true;
      }
      case 'search':
        return games.get(id) !== undefined;
    }
  }

  /** While processes are upgraded, a newer one begins matches of newer rules. It is not known which one that is, so any other is asked. */
  private async mustKnow(match: string, { summary }: Index): Promise<void> {
    const unknown = await unknownRulesIn(this.tools.games, summary);
    if (unknown === undefined) return;
    const other = anyOf(await this.others());
    throw other === undefined ? unknown : new Elsewhere(match, other);
  }

  /** A process that has handed over what it owned owns nothing new, as long as there is another one that does not drain itself. */
  async mayClaim(key: string): Promise<void> {
    const { journal, readiness, self } = this.tools;
    if (!readiness.hasHandedOver) return;
    const others = await this.others();
    const willing = others.filter(({ drained }) => drained === 0);
    if (willing.length === 0 && readiness.phase === 'draining') {
      readiness.hasHandedOver = false; // all drain: what they have goes on where people come
      return;
    }
    const other = anyOf(willing.length > 0 ? willing : others);
    if (other === undefined) return;
    await journal.release(key, self.id); // a claim may have been under way
    throw new Elsewhere(key, other);
  }

  private async others() {
    const { journal, self } = this.tools;
    return (await journal.processes()).filter(({ process }) => process !== self.id);
  }
}

const anyOf = <T>(among: readonly T[]): T | undefined => among[Math.floor(Math.random() * among.length)];

/** Matches and temples have ids without spaces. */
function keyOf(kind: Owned, id: string): string {
  return kind === 'search' ? `search ${id}` : id;
}
