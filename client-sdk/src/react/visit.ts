/** A client, and the session of its player as something to subscribe to. */
import { type ClientOptions, FlowerWarClient, type SignedIn } from '../index.ts';
import { asError } from './asError.ts';

export interface VisitState {
  readonly status: 'signed-out' | 'signing-in' | 'signed-in';
  /** The session of the player. Keep it to be the same player next time. */
  readonly session: SignedIn | undefined;
  /** Why the last sign-in failed. */
  readonly error: Error | undefined;
}

export class Visit {
  readonly client: FlowerWarClient;
  onSession: ClientOptions['onSession'];
  private state: VisitState;
  private entering: Promise<SignedIn | undefined> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(options: ClientOptions) {
    this.onSession = options.onSession;
    this.client = new FlowerWarClient({ ...options, onSession: (session) => this.hear(session) });
    this.state = stateWith(options.session);
  }

  readonly look = (): VisitState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly signIn = (name?: string): Promise<SignedIn | undefined> => {
    this.entering ??= this.enter(name).finally(() => {
      this.entering = undefined;
    });
    return this.entering;
  };

  private async enter(name: string | undefined): Promise<SignedIn | undefined> {
    this.show({ ...this.state, status: 'signing-in', error: undefined });
    try {
      return await this.client.signIn(name);
    } catch (error) {
      this.show({ ...stateWith(this.client.session), error: asError(error) });
      return undefined;
    }
  }

  private hear(session: SignedIn | undefined): void {
    this.show(stateWith(session));
    this.onSession?.(session);
  }

  private show(state: VisitState): void {
    this.state = Object.freeze(state);
    for (const listener of [...this.listeners]) listener();
  }
}

function stateWith(session: SignedIn | undefined): VisitState {
  return { status: session === undefined ? 'signed-out' : 'signed-in', session, error: undefined };
}
