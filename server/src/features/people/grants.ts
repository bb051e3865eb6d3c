/**
 * Programs of others that ask a player for a token, by OAuth 2: the player allows it at our page, the browser takes a code back, and the program
 * makes a token of that. A code lies in the store, so that any process takes it, and it is known by its hash.
 */
import { createHash, randomUUID } from 'node:crypto';
import { answeredTo, readConsent } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { Claims } from '../../base/tokens.ts';
import { type Grant, GRANT, type Stores } from '../../store/operations.ts';
import type { EndedToken } from '../../store/people/sessions.ts';
import { hashOf, newSecret, newTokenSecret, type Programs } from './codes.ts';

/** The browser brings it back at once. */
const LIFE_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Answered {
  /** What the program asks for. */
  readonly query: string;
  readonly allows: boolean;
  /** This server, as the program knows it. */
  readonly issuer: string;
}

/** What a program sends with its code. Without a part of it the code proves wrong. */
interface Sent {
  readonly code?: string | undefined;
  readonly client_id?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
}

interface Exchanged {
  /** Absent: the code is refused. */
  readonly made?: { readonly secret: string; readonly scopes: string; readonly seconds: number };
  readonly ended?: EndedToken | undefined;
}

export class Grants {
  private readonly stores: Pick<Stores, 'accounts' | 'programTokens' | 'signIns'>;
  private readonly programs: Programs;

  constructor(stores: Pick<Stores, 'accounts' | 'programTokens' | 'signIns'>, programs: Programs) {
    this.stores = stores;
    this.programs = programs;
  }

  /** Where the browser goes with the answer of the player. */
  async answer({ query, allows, issuer }: Answered, caller: Claims, now: number): Promise<string> {
    const asked = readConsent(query);
    if (asked.kind === 'unclear') throw new Refused('consent-refused', asked.about);
    if (asked.kind === 'amiss')
      return answeredTo(asked, { error: asked.error, error_description: asked.about, issuer });
    if (!allows) return answeredTo(asked, { error: 'access_denied', issuer });
    const { client, redirect, place, challenge, scopes, days } = asked;
    // What is certain stands first: a program may call itself after the host of another one.
    const name = `${place}: ${client}`;
    const most = await this.mayGive(caller.player, name, now);
    const about = { name, scopes: JSON.stringify(scopes), forMs: days * DAY_MS, most };
    const grant: Grant = { client, redirect, challenge, session: caller.session, ...about };
    const code = newSecret();
    const begun = { key: hashOf(code), kind: GRANT, player: caller.player, detail: JSON.stringify(grant) };
    await this.stores.signIns.begin({ ...begun, endsAt: now + LIFE_MS });
    return answeredTo(asked, { code, issuer });
  }

  /** How many tokens the player may have. Refuses one more here, where the player reads why; one before of the same program makes room. */
  private async mayGive(player: string, name: string, now: number): Promise<number> {
    const others = await this.stores.programTokens.countBeside(player, name, now);
    const most = await this.programs.mostOf(player);
    if (others >= most) throw new Refused('limit-reached', 'tokens');
    return most;
  }

  /** Takes the code, and makes a token of it. */
  async exchange(sent: Sent, now: number): Promise<Exchanged> {
    const secret = newTokenSecret();
    const { made, ended } = await this.stores.accounts.exchange({
      code: hashOf(needed(sent, 'code')),
      client: needed(sent, 'client_id'),
      redirect: needed(sent, 'redirect_uri'),
      challenge: createHash('sha256').update(needed(sent, 'code_verifier')).digest('base64url'),
      token: randomUUID(),
      hash: hashOf(secret),
      now,
    });
    if (made === undefined) return { ended };
    const scopes = (JSON.parse(made.scopes) as string[]).join(' ');
    return { made: { secret, scopes, seconds: made.forMs / 1000 }, ended };
  }
}

function needed(sent: Sent, field: keyof Sent): string {
  const value = sent[field];
  if (value === undefined) throw new Refused('bad-request', field);
  return value;
}
