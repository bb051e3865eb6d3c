/** What a player can do about their own account: name, devices, codes, data, reports, webhooks. */
import type {
  AddedWebhook,
  BegunSignIn,
  Chosen,
  DeclineReason,
  Link,
  MadeToken,
  MatchChallenge,
  Me,
  NewPasskey,
  NewReport,
  NewToken,
  NewWebhook,
  OwnPenalty,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  People as Ties,
  PersonalData,
  ProgramToken,
  PushKeys,
  Session,
  SignedIn,
  SignInWays,
  Tie,
  VacationBalance,
  UsedPasskey,
  Webhook,
} from '@flower-war/protocol';
import type { Http, NewMatch } from './http.ts';

/** What a browser tells of its subscription. */
export interface BrowserSubscription {
  readonly endpoint?: string;
  readonly keys?: Partial<PushKeys> | Readonly<Record<string, string>>;
}

/** What the player calls this device. */
interface Label {
  readonly label?: string;
}

/** Who the player is: name, devices, codes, data, and being told outside the game. */
export class Account {
  private readonly http: Http;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** The player as the server knows it: name, and whether there is a recovery code. */
  me(): Promise<Me> {
    return this.http.call('getMe');
  }

  /** Chooses a name. The first time, a recovery code comes with it. Show the code: the server never shows it again. */
  choose(name: string): Promise<Chosen> {
    const choosing = this.http.call('chooseName', { body: { name } });
    return this.after(choosing, (session, chosen) => ({ ...session, name: chosen.name }));
  }

  /** Lets open data name the player, or no longer. By default it has the id alone. Files that are made before stay as they are. */
  showName(showsName: boolean): Promise<Me> {
    return this.http.call('showName', { body: { showsName } });
  }

  /** A new code for `FlowerWarClient.recover`, shown only this once. The old code ends. */
  async recoveryCode(): Promise<string> {
    return (await this.http.call('renewRecoveryCode')).recoveryCode;
  }

  /** A code that another device gives to `FlowerWarClient.redeem` within five minutes. `text` is made for a QR code. */
  link(): Promise<Link> {
    return this.http.call('createLink');
  }

  /** The devices on which this player is signed in, the one used last first. */
  async sessions(): Promise<readonly Session[]> {
    return (await this.http.call('listSessions')).sessions;
  }

  /** Ends this session, or another one of the list. */
  async signOut(session?: string): Promise<void> {
    const leaving = this.http.call('signOut', session === undefined ? {} : { body: { session } });
    await (session === undefined ? this.after(leaving, () => undefined) : leaving);
  }

  /** Ends all sessions of the player, also this one. */
  async signOutEverywhere(): Promise<void> {
    await this.after(this.http.call('signOutEverywhere'), () => undefined);
  }

  /** Everything that the server keeps about this player. */
  exportData(): Promise<PersonalData> {
    return this.http.call('exportMe');
  }

  /** Deletes the name, devices and codes at once and for good. Records keep the opaque id. */
  async deleteMe(): Promise<void> {
    await this.after(this.http.call('deleteMe'), () => undefined);
  }

  /** Tells the host of the server about a player or a match. */
  async report(about: NewReport): Promise<void> {
    await this.http.call('report', { body: about });
  }

  /** What moderators and the operator did about this player, and why. A banned player may read it, too. */
  async penalties(): Promise<readonly OwnPenalty[]> {
    return (await this.http.call('listMyPenalties')).penalties;
  }

  /** Answers a penalty, once. */
  answerPenalty(penalty: string, text: string): Promise<OwnPenalty> {
    return this.http.call('answerPenalty', { params: { penalty }, body: { text } });
  }

  /** The addresses that get notices of this player's matches, the oldest first, and how many notices arrive. */
  async webhooks(): Promise<readonly Webhook[]> {
    return (await this.http.call('listWebhooks')).webhooks;
  }

  /**
   * Adds an address that gets notices of turns, starts and ends. Keep the `secret` for `verifyNotice`: it is shown only
   * once. A `form` such as `discord` sends a text in a `language` instead, once `proveWebhook` has entered the code of its
   * first message; with the form `email` the address is like `mailto:ana@example.org`.
   */
  addWebhook(url: string, wishes: NewWebhook['events'] | Omit<NewWebhook, 'url'> = {}): Promise<AddedWebhook> {
    return this.http.call('addWebhook', { body: Array.isArray(wishes) ? { url, events: wishes } : { url, ...wishes } });
  }

  /** The key with which a browser subscribes: the `applicationServerKey` of `pushManager.subscribe`. */
  async pushKey(): Promise<string> {
    return (await this.http.call('getPushKey')).publicKey;
  }

  /** Adds a browser, by what `toJSON()` of its `PushSubscription` gives. It is told like a webhook, and needs no code. */
  addPush(
    { endpoint, keys }: BrowserSubscription,
    wishes?: Omit<NewWebhook, 'url' | 'form' | 'keys'>,
  ): Promise<AddedWebhook> {
    return this.addWebhook(endpoint as string, { form: 'push', keys: keys as PushKeys, ...wishes });
  }

  /** Enters the code that the first message to a webhook of a chat service says. */
  async proveWebhook(webhook: string, code: string): Promise<void> {
    await this.http.call('proveWebhook', { params: { webhook }, body: { code } });
  }

  /** Ends the notices to an address. */
  async removeWebhook(webhook: string): Promise<void> {
    await this.http.call('removeWebhook', { params: { webhook } });
  }

  /** Sends a webhook a notice of the kind `test`. Returns the id of the notice. */
  async testWebhook(webhook: string): Promise<string> {
    return (await this.http.call('testWebhook', { params: { webhook } })).notice;
  }

  /** Whether this player is on vacation, and how much of this year is left. */
  vacation(): Promise<VacationBalance> {
    return this.http.call('getVacation');
  }

  /** Begins a vacation of this many days: in matches whose clock counts days, and whose table allows it, the clock of this player stands. */
  beginVacation(days: number): Promise<VacationBalance> {
    return this.http.call('beginVacation', { body: { days } });
  }

  /** Ends it before its time. One of less than a day counts for a day. */
  endVacation(): Promise<VacationBalance> {
    return this.http.call('endVacation');
  }

  /** What becomes of the session after a call. That of another player who has signed in meanwhile stays as it is. */
  private async after<T>(call: Promise<T>, become: (session: SignedIn, answer: T) => SignedIn | undefined): Promise<T> {
    const before = this.http.session;
    const answer = await call;
    const { session } = this.http;
    if (session !== undefined && session.player === before?.player) this.http.session = become(session, answer);
    return answer;
  }
}

/**
 * Passkeys: a device keeps a key, and its player signs in there without any code. The browser makes and uses it:
 * `navigator.credentials`, with what `toJSON()` of its answer gives.
 */
export class Passkeys {
  private readonly http: Http;
  private readonly label: Label;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http, label: Label) {
    this.http = http;
    this.label = label;
  }

  /** Those of this player, the oldest first. */
  async list(): Promise<readonly Passkey[]> {
    return (await this.http.call('listPasskeys')).passkeys;
  }

  /** What `PublicKeyCredential.parseCreationOptionsFromJSON` takes, to make a passkey of this player within five minutes. */
  start(): Promise<PasskeyCreation> {
    return this.http.call('startPasskey');
  }

  /** Keeps the passkey that the browser has made. The name is the player's own, such as that of the device. */
  add(credential: NewPasskey['credential'], name?: string): Promise<Passkey> {
    return this.http.call('addPasskey', { body: name === undefined ? { credential } : { credential, name } });
  }

  /** Ends a passkey of this player. */
  async remove(passkey: string): Promise<void> {
    await this.http.call('removePasskey', { params: { passkey } });
  }

  /** What `PublicKeyCredential.parseRequestOptionsFromJSON` takes, to sign in within five minutes. It needs no session. */
  ask(): Promise<PasskeyRequest> {
    return this.http.call('askForPasskey');
  }

  /** Signs in as the player whose passkey the browser has used. */
  signIn(credential: UsedPasskey['credential']): Promise<SignedIn> {
    return this.http.enter('enterByPasskey', { credential, ...this.label });
  }
}

/** Tokens for programs of this player. A program uses one by `programClient`; each does only what its scopes say. */
export class Tokens {
  private readonly http: Http;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** Those of this player that have not ended, the newest first. */
  async list(): Promise<readonly ProgramToken[]> {
    return (await this.http.call('listTokens')).tokens;
  }

  /** Makes a token, and shows its `secret` this once. */
  create(wanted: NewToken): Promise<MadeToken> {
    return this.http.call('createToken', { body: wanted });
  }

  /** Ends a token of this player at once, with its connections. */
  async revoke(token: string): Promise<void> {
    await this.http.call('revokeToken', { params: { token } });
  }
}

/** Signing in by an OpenID provider that the host of the server has set up. */
export class Provider {
  private readonly http: Http;
  private readonly label: Label;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http, label: Label) {
    this.http = http;
    this.label = label;
  }

  /** How players come to this server: its provider, if it has one, and who may come as a new player. */
  ways(): Promise<SignInWays> {
    return this.http.call('getSignInWays');
  }

  /** Where the browser goes, and the key to keep until it comes back to `/signed-in` of the server. A new person there becomes this player. */
  start(): Promise<BegunSignIn> {
    return this.http.call('startSignIn');
  }

  /** Signs in by what the provider has answered: all that follows `?` in the address to which it has sent the browser back. */
  finish(key: string, answer: string): Promise<SignedIn> {
    return this.http.enter('finishSignIn', { key, answer, ...this.label });
  }
}

/** The people whom a player knows: whom to follow, and whom to keep away. A block is told to no other player. */
export class People {
  private readonly http: Http;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** Whom this player follows, who follows this player, and whom this player has blocked. */
  list(): Promise<Ties> {
    return this.http.call('listPeople');
  }

  /** Lets friends see when this player is online, or no longer. By default they do not see it. */
  showOnline(showsOnline: boolean): Promise<Ties> {
    return this.http.call('showOnline', { body: { showsOnline } });
  }

  /** What this player has chosen about another one. */
  tie(player: string): Promise<Tie> {
    return this.http.call('getTie', { params: { player } });
  }

  /** Follows a player. Two who follow each other are friends. */
  follow(player: string): Promise<Tie> {
    return this.http.call('followPlayer', { params: { player } });
  }

  /** Ends that. */
  unfollow(player: string): Promise<Tie> {
    return this.http.call('unfollowPlayer', { params: { player } });
  }

  /**
   * Keeps a player away: the two never sit at one table again, and this player does not read what the other one says. Matches that
   * have begun go on. The other one does not learn of it.
   */
  block(player: string): Promise<Tie> {
    return this.http.call('blockPlayer', { params: { player } });
  }

  /** Lifts a block. */
  unblock(player: string): Promise<Tie> {
    return this.http.call('unblockPlayer', { params: { player } });
  }

  /**
   * Asks a player for a match: the one that `client.create` takes, with a private table. It has two seats, or bots on all others. An accepted
   * challenge has the `match` and its `code` for `client.join`.
   */
  challenge(player: string, wanted: NewMatch): Promise<MatchChallenge> {
    return this.http.call('challengePlayer', { params: { player }, body: wanted });
  }

  /** The challenges that this player has sent, and those that wait for this player. */
  async challenges(): Promise<readonly MatchChallenge[]> {
    return (await this.http.call('listChallenges')).challenges;
  }

  /** Accepts a challenge. Then both may sit down. */
  accept(challenge: string): Promise<MatchChallenge> {
    return this.http.call('acceptChallenge', { params: { challenge } });
  }

  /** Declines a challenge. */
  async decline(challenge: string, reason: DeclineReason): Promise<void> {
    await this.http.call('declineChallenge', { params: { challenge }, body: { reason } });
  }

  /** Takes back a challenge of this player, while it is open. */
  async withdraw(challenge: string): Promise<void> {
    await this.http.call('withdrawChallenge', { params: { challenge } });
  }
}
