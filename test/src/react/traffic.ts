/** What a page sends to a server. */
import type { Page } from 'playwright-core';

export interface Traffic {
  /** How many sockets to the server are open. */
  open(): number;
  /** How many such requests were sent. */
  sent(method: string, path: RegExp): number;
}

export function watchTraffic(page: Page): Traffic {
  const sockets = new Set<object>();
  const requests: { readonly method: string; readonly path: string }[] = [];
  page.on('websocket', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  page.on('request', (request) => requests.push({ method: request.method(), path: new URL(request.url()).pathname }));
  return {
    open: () => sockets.size,
    sent: (method, path) => requests.filter((one) => one.method === method && path.test(one.path)).length,
  };
}
