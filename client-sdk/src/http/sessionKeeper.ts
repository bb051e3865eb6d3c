import type { SignedIn } from '@flower-war/protocol';

/** Keeps the session of a player for all calls, and tells when it changes. */
export class SessionKeeper {
  onSession: (session: SignedIn | undefined) => void = () => {};
  private current: SignedIn | undefined;
  private refreshing: Promise<void> | undefined;

  constructor(session: SignedIn | undefined) {
    this.current = session;
  }

  get session(): SignedIn | undefined {
    return this.current;
  }

  set session(session: SignedIn | undefined) {
    this.current = session;
    this.onSession(session);
  }

  /** Several calls at once share one refresh. */
  refresh(renew: () => Promise<SignedIn>): Promise<void> {
    this.refreshing ??= this.renewed(renew).finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async renewed(renew: () => Promise<SignedIn>): Promise<void> {
    this.session = await renew();
  }
}
