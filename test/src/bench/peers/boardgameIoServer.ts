/** boardgame.io as it starts by itself: games in memory, HTTP for the seats, its own socket.io for the moves. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { freePort } from '@flower-war/protocol/hosting';
import { type Cells, emptyBoard, put } from './put.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface App {
  callback: () => Handler;
  listen: (port: number, ...rest: readonly unknown[]) => unknown;
}

interface Transport {
  init(app: App, games: readonly object[], origins: readonly string[]): void;
}

interface Library {
  readonly SocketIO: new () => Transport;
  Server(setup: {
    readonly games: readonly object[];
    readonly origins: readonly string[];
    readonly transport: object;
  }): {
    run(port: number): Promise<unknown>;
  };
}

interface Turn {
  readonly G: Cells;
  readonly playerID: string;
}

const board = {
  name: 'board',
  setup: emptyBoard,
  minPlayers: 2,
  maxPlayers: 2,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    put: ({ G, playerID }: Turn, turn: number) => (put(G, Number(playerID), turn) ? undefined : 'INVALID_MOVE'),
  },
};

export async function startBoardgameIo(): Promise<string> {
  process.env.NODE_ENV = 'production'; // otherwise it writes a line for each move
  const require = createRequire(import.meta.url);
  const { Server, SocketIO }: Library = require('boardgame.io/server');
  const transport = new SocketIO();
  const init = transport.init.bind(transport);
  transport.init = (app, ...rest) => {
    composeLate(app);
    init(app, ...rest);
    const listen = app.listen.bind(app);
    app.listen = (wanted, ...more) => listen(wanted, '127.0.0.1', ...more); // it would listen on every interface
  };
  const port = await freePort();
  await Server({ games: [board], origins: [], transport }).run(port);
  return `http://127.0.0.1:${port}`;
}

/** Its transport asks for the handlers before its routes are there, and newer versions of koa take no later ones. */
function composeLate(app: App): void {
  const compose = app.callback.bind(app);
  let handler: Handler | undefined;
  app.callback = () => (request, response) => {
    handler ??= compose();
    return handler(request, response);
  };
}
