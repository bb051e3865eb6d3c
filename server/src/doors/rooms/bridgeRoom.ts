/** The room for bridges: it receives the totals of temples, and sends what temples are to show. */
import { MapSchema, schema, t } from '@colyseus/schema';
import {
  LINK_MESSAGES,
  type LinkAnswer,
  type LinkRequest,
  type LinkRequestName,
  linkRequests,
} from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { AskedByBridge } from '../../features/temples/homes/templeHomes.ts';
import { badRequest, type Request, rejected } from '../connection/frames.ts';
import { GuardedRoom, type Visiting } from './guardedRoom.ts';

export const BRIDGE_ROOM = 'bridge';
/** Enough for a bridge with a hall full of temples. The bridge itself drops requests beyond that. */
const REQUESTS_PER_SECOND = 5000;

const NoState = schema({ none: t.map('string') }, 'NoState');

export class BridgeRoom extends GuardedRoom {
  private unlisten: () => void = () => {};

  protected override get pace(): number {
    return REQUESTS_PER_SECOND;
  }

  override onCreate({ id }: { readonly id: string }): void {
    this.prepare(id);
    const state = new NoState();
    state.none = new MapSchema();
    this.state = state;
    this.unlisten = BridgeRoom.services.bridges.listen({
      tell: (told) => this.broadcast(LINK_MESSAGES.temple, told),
      command: (temple, command) => this.broadcast(LINK_MESSAGES.command, { temple, command }),
      forget: (temple) => this.broadcast(LINK_MESSAGES.forgotten, { temple }),
    });
  }

  override onDispose(): void {
    this.unlisten();
  }

  override showNames(): void {}

  /** Bridges are programs of the host, and read no bulletins. */
  override showBulletin(): number {
    return 0;
  }

  override closeFrom(): void {}

  /** A new bridge gets the messages of all temples. */
  override listens(client: Visiting): void {
    void BridgeRoom.services.bridges.welcome().catch((error: Error) => this.onUncaughtException(error, 'welcome'));
    void this.tellAll(client).catch((error: Error) => this.onUncaughtException(error, 'tellAll'));
  }

  private async tellAll(client: Visiting): Promise<void> {
    await BridgeRoom.services.temples.tellAll((told) => {
      if (this.joined.has(client)) client.send(LINK_MESSAGES.temple, told);
    });
  }

  protected override async answer(_client: Visiting, { name, payload }: Request): Promise<LinkAnswer> {
    if (!Object.hasOwn(linkRequests, name)) return rejected('unknown-action');
    const parsed = linkRequests[name as LinkRequestName].safeParse(payload);
    if (!parsed.success) return badRequest(parsed.error);
    try {
      return await this.perform(name as LinkRequestName, parsed.data);
    } catch (error) {
      const isPassing = error instanceof Refused; // the process of the temple does not answer
      BridgeRoom.services.log[isPassing ? 'debug' : 'error'](
        { err: error, request: name },
        'a request of a bridge failed',
      );
      return { kind: 'retry' };
    }
  }

  private async perform(name: LinkRequestName, request: unknown): Promise<LinkAnswer> {
    const { bridgeRequests, metrics } = BridgeRoom.services;
    if (name !== 'strays') return bridgeRequests.answer({ name, request } as AskedByBridge);
    const { what, count } = request as LinkRequest<'strays'>;
    metrics.temples.strays.inc({ what }, count);
    return { kind: 'noted' };
  }
}
