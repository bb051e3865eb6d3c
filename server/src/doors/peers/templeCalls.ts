/** Calls between processes about temples: each is one POST to the listener for processes. Every call may be repeated. */
import { Agent, type IncomingMessage, type RequestListener, type ServerResponse, request as send } from 'node:http';
import type { Log } from '../../base/log.ts';
import { Refused, RefusedFor } from '../../base/refused.ts';
import {
  type CallPeer,
  type PeerAnswer,
  type PeerCall,
  peerAnswer,
  peerCall,
  Unreached,
} from '../../features/temples/homes/peerCalls.ts';
import type { Peer } from '../../store/ownership/elsewhere.ts';
import { PEER_HEADERS } from './peerHeaders.ts';

const PATH = '/internal/temples';
/** Less than a bridge waits for its answer, and more than a process waits for a device. */
const ANSWERED_WITHIN_MS = 4500;
/** More than the messages of as many temples as go into one call. */
const MOST_BYTES = 4 * 1024 * 1024;
const AGAIN_SECONDS = 1;

/** How this process calls the others. */
export function callingPeers(token: string): CallPeer {
  const agent = new Agent({ keepAlive: true });
  return async (peer: Peer, call: PeerCall) => {
    if (peer.address === '') throw new Unreached(`${peer.name} has not said where it listens`);
    const text = await posted({ url: peer.address + PATH, agent, token, body: JSON.stringify(call) });
    return peerAnswer.parse(JSON.parse(text));
  };
}

interface Post {
  readonly url: string;
  readonly agent: Agent;
  readonly token: string;
  readonly body: string;
}

function posted({ url, agent, token, body }: Post): Promise<string> {
  const headers = { 'content-type': 'application/json', [PEER_HEADERS.token]: token };
  return new Promise((resolve, reject) => {
    const sent = send(url, { method: 'POST', agent, headers, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
    sent.on('error', (error) => reject(error.name === 'AbortError' ? silent() : new Unreached(error.message)));
    sent.on('response', (answer) => {
      if (answer.statusCode === 200) return void textOf(answer).then(resolve, () => reject(new Unreached('cut off')));
      answer.resume();
      reject(silent());
    });
    sent.end(body);
  });
}

/** It is not known what the process did. The caller may ask again. */
function silent(): RefusedFor {
  return new RefusedFor('unavailable', AGAIN_SECONDS);
}

interface Desk {
  readonly desk: { answer(call: PeerCall): Promise<PeerAnswer> };
  readonly log: Log;
}

/** Answers calls, and leaves all other requests to `next`. Behind the check of the token only. */
export function answeringPeers(answering: Desk, next: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url !== PATH || request.method !== 'POST') return void next(request, response);
    void answer(answering, request, response);
  };
}

async function answer({ desk, log }: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const call = peerCall.safeParse(JSON.parse(await textOf(request)));
    if (!call.success) return void response.writeHead(400).end();
    const text = JSON.stringify(await desk.answer(call.data));
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  } catch (error) {
    if (!(error instanceof Refused)) log.error({ err: error }, 'a call of another process about temples failed');
    response.writeHead(error instanceof SyntaxError ? 400 : 503).end();
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += (chunk as Buffer).length;
    if (bytes > MOST_BYTES) throw new SyntaxError('a call of another process is too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
