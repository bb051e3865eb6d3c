/** How a match is made and its seats are taken at each server that the bench knows. */
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { newPerson, type Person } from '../../support/sockets/rawClient.ts';
import { Player } from '../player.ts';
import type { NewMatch, TakeSeat } from './seated.ts';
import { type Dialect, TextSeat } from './textSeat.ts';

type Pair = readonly [TakeSeat, TakeSeat];
let made = 0;

function both(take: (seat: 0 | 1) => ReturnType<TakeSeat>): Pair {
  return [() => take(0), () => take(1)];
}

function socketOf(address: string): string {
  return address.replace('http', 'ws');
}

export const newWsMatch: NewMatch = async (address) => {
  const match = `match-${++made}`;
  const take: Dialect['take'] = (frame) => {
    if (frame.startsWith('{"turn"')) return 'view';
    if (frame.startsWith('{"played"')) return 'answer';
    return frame.startsWith('{"board"') ? 'joined' : 'refused';
  };
  const move = (turn: number) => `{"put":${turn}}`;
  return both((seat) => TextSeat.connect({ address: `${socketOf(address)}/${match}/${seat}`, take, move }));
};

const ENGINE = '/socket.io/?EIO=4&transport=websocket';

export const newSocketIoMatch: NewMatch = async (address) => {
  const match = `match-${++made}`;
  return both((seat) => {
    const take: Dialect['take'] = (frame, send) => {
      if (frame.startsWith('0')) send(`40${JSON.stringify({ match, seat })}`);
      if (frame === '2') send('3');
      if (frame.startsWith('42["put"')) return 'view';
      if (frame.startsWith('42["board"')) return 'joined';
      if (frame.startsWith('43')) return frame.includes('played') ? 'answer' : 'refused';
      return 'nothing';
    };
    const move = (turn: number) => `42${turn}["put",${turn}]`;
    return TextSeat.connect({ address: socketOf(address) + ENGINE, take, move });
  });
};

/** A refused move is not answered. An update is the answer and the view: each move changes its number by one. */
export const newBoardgameIoMatch: NewMatch = async (address) => {
  const { matchID } = await posted<{ matchID: string }>(`${address}/games/board/create`, { numPlayers: 2 });
  return both(async (seat) => {
    const playerID = String(seat);
    const wanted = { playerID, playerName: `Player ${seat}` };
    const { playerCredentials } = await posted<{ playerCredentials: string }>(
      `${address}/games/board/${matchID}/join`,
      wanted,
    );
    let state = 0;
    const take: Dialect['take'] = (frame, send) => {
      if (frame.startsWith('0')) send('40/board,');
      if (frame === '2') send('3');
      if (frame.startsWith('40/board'))
        send(`42/board,${JSON.stringify(['sync', matchID, playerID, playerCredentials, 2])}`);
      if (frame.startsWith('42/board,["sync"')) return 'joined';
      if (!frame.startsWith('42/board,["update"')) return 'nothing';
      state = Number(/"_stateID":(\d+)/.exec(frame)?.[1]);
      return 'answer-and-view';
    };
    const move = (turn: number) => {
      const payload = { type: 'put', args: [turn], playerID, credentials: playerCredentials };
      return `42/board,${JSON.stringify(['update', { type: 'MAKE_MOVE', payload }, state, matchID, playerID])}`;
    };
    return TextSeat.connect({ address: socketOf(address) + ENGINE, take, move });
  });
};

export const newBareMatch: NewMatch = async (address) => {
  const { roomId } = await got<{ roomId: string }>(`${address}/room`);
  return both(async () => Player.connect(address, await got(`${address}/seat?${roomId}`)));
};

/** Both people are signed in, and the match is made: what is left is to take the seats. */
export function newMatchOf(game: string): NewMatch {
  return async (address) => {
    const people = [await newPerson(address), await newPerson(address)] as const;
    const { body: match } = await people[0].post<MatchSummary>('/api/matches', { game, seats: 2 });
    return both((seat) => sit(people[seat], match, seat));
  };
}

async function sit(person: Person, { match, commitment }: MatchSummary, seat: number): Promise<Player> {
  const wanted = { commitment, contribution: 'ab'.repeat(16), seat };
  const { status, body } = await person.post<SeatedAnswer>(`/api/matches/${match}/seat`, wanted);
  if (status !== 200) throw new Error(`no seat: ${JSON.stringify(body)}`);
  return Player.connect(person.url, body.connection);
}

async function got<T>(url: string): Promise<T> {
  return (await fetch(url)).json() as Promise<T>;
}

async function posted<T>(url: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<T>;
}
