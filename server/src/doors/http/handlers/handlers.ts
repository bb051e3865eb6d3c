/** The handler of each route. */
import type { Services } from '../../services.ts';
import type { Handlers } from '../request/handler.ts';
import { accountHandlers } from './account.ts';
import { actionHandlers } from './actions.ts';
import { bridgeHandlers } from './bridge.ts';
import { gameHandlers } from './games.ts';
import { lobbyHandlers } from './lobby.ts';
import { matchHandlers } from './matches.ts';
import { operatorHandlers } from './operator.ts';
import { pastMatchHandlers } from './past/pastMatches.ts';
import { plainHandlers } from './plain.ts';
import { serverHandlers } from './server.ts';
import { signInHandlers } from './signIn.ts';
import { templeHandlers } from './temples.ts';
import { webhookHandlers } from './webhooks.ts';

export function handlersOf(services: Services): Handlers {
  return {
    ...signInHandlers(services),
    ...accountHandlers(services),
    ...webhookHandlers(services),
    ...gameHandlers(services),
    ...matchHandlers(services),
    ...plainHandlers(services),
    ...actionHandlers(services),
    ...pastMatchHandlers(services),
    ...lobbyHandlers(services),
    ...templeHandlers(services),
    ...serverHandlers(services),
    ...operatorHandlers(services),
    ...bridgeHandlers(),
  };
}
