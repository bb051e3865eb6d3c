/** The part of a WebSocket that this client uses. Those of browsers, Node, Deno, Bun, React Native, `ws` and undici fit. */
export interface AnySocket {
  binaryType: string;
  readonly readyState: number;
  // Each library has its own types of events, so only the code that assigns a handler knows what it takes.
  onopen: unknown;
  onmessage: unknown;
  onclose: unknown;
  onerror: unknown;
  /** Sends a binary frame. */
  send(frame: Uint8Array<ArrayBuffer>): void;
  /** Ends the connection. */
  close(code?: number): void;
}

/** The class of such sockets, which opens a connection when it is made. */
export type SocketClass = new (url: string) => AnySocket;
