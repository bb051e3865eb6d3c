import type { Connection } from '@flower-war/protocol';
import { PROTOCOL } from '@flower-war/protocol/names';

/** Where a room is. Only the answer says it, because a room may have moved: `url` serves if the answer names no host. */
export function socketAddress(url: string, { publicAddress, processId, roomId, sessionId }: Connection): string {
  const [, secure = '', host = ''] = /^http(s?):\/\/(.*?)\/*$/i.exec(url) ?? [];
  const path = [processId, roomId].map(encodeURIComponent).join('/');
  const query = `sessionId=${encodeURIComponent(sessionId)}&protocol=${PROTOCOL}`;
  return `ws${secure.toLowerCase()}://${publicAddress ?? host}/${path}?${query}`;
}
