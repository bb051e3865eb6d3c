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
import type { AskedByBridge } from '../../features/temples/templeHomes.ts';
import { badRequest, type Request, rejected } from './frames.ts';
import type { Services } from '../services.ts';
import type { Visiting } from './connections.ts';
import type { Content, GuardedRoom, WantedRoom } from './guardedRoom.ts';

export const BRIDGE_ROOM = 'bridge';
/** Enough for a bridge with a hall full of temples. The bridge itself drops requests beyond that. */
const REQUESTS_PER_SECOND = 5000;

const NoState = schema({ none: t.map('string') }, 'NoState');

export function openBridgeDesk(room: GuardedRoom, _wanted: WantedRoom, services: Services): BridgeDesk {
  const listening = services.bridges.listen({
    tell: (told) => room.broadcast(LINK_MESSAGES.temple, told),
    command: (temple, command) => room.broadcast(LINK_MESSAGES.command, { temple, command }),
    forget: (temple) => room.broadcast(LINK_MESSAGES.forgotten, { temple }),
  });
  room.closing.push(listening);
  return new BridgeDesk(room, services);
}

class BridgeDesk implements Content {
  readonly pace = REQUESTS_PER_SECOND;
  readonly state = new NoState();
  private readonly room: Pick<GuardedRoom, 'connections' | 'onUncaughtException'>;
  private readonly services: Services;

  constructor(room: BridgeDesk['room'], services: Services) {
    this.state.none = new MapSchema();
    this.room = room;
    this.services = services;
  }

  /** A new bridge gets the messages of all temples. */
  listens(client: Visiting): void {
    const failedIn = (method: string) => (error: Error) => this.room.onUncaughtException(error, method);
    void this.services.bridges.welcome().catch(failedIn('welcome'));
    void this.tellAll(client).catch(failedIn('tellAll'));
  }

  private async tellAll(client: Visiting): Promise<void> {
    await this.services.temples.tellAll((told) => {
      if (this.room.connections.has(client)) client.send(LINK_MESSAGES.temple, told);
    });
  }

  async answer(_client: Visiting, { name, payload }: Request): Promise<LinkAnswer> {
    if (!Object.hasOwn(linkRequests, name)) return rejected('unknown-action');
    const parsed = linkRequests[name as LinkRequestName].safeParse(payload);
    if (!parsed.success) return badRequest(parsed.error);
    try {
      return await this.perform(name as LinkRequestName, parsed.data);
    } catch (error) {
      const isPassing = error instanceof Refused; // the process of the temple does not answer
      this.services.log[isPassing ? 'debug' : 'error']({ err: error, request: name }, 'a request of a bridge failed');
      return { kind: 'retry' };
    }
  }

  private async perform(name: LinkRequestName, request: unknown): Promise<LinkAnswer> {
    const { bridgeRequests, metrics } = this.services;
    if (name !== 'strays') return bridgeRequests.answer({ name, request } as AskedByBridge);
    const { what, count } = request as LinkRequest<'strays'>;
    metrics.temples.strays.inc({ what }, count);
    return { kind: 'noted' };
  }
}
