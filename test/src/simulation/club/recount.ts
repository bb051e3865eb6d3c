/**
 * Counts the table of a tournament anew, by what docs/tournaments.md says and without a line of the server: from who was paired with whom, and
 * from the records of the matches alone.
 */

/** A table, and how its match ended: undefined while it goes on. */
export interface PlayedTable {
  readonly players: readonly string[];
  readonly ended: MatchEnd | undefined;
}

export interface MatchEnd {
  /** Who ever sat in the seat that the tournament had for the player. */
  readonly came: readonly boolean[];
  /** By seat; none if the match was aborted. */
  readonly places: readonly number[] | undefined;
}

export interface Rounds {
  readonly kind: string;
  readonly seats: number;
  /** The players from the beginning, the strongest first, and then late entrants. */
  readonly order: readonly string[];
  readonly rounds: readonly { readonly tables: readonly PlayedTable[]; readonly byes: readonly string[] }[];
}

export interface Line {
  readonly points: number;
  readonly matches: number;
  readonly byes: number;
  readonly tieBreaks: readonly number[];
  /** What decides first, if it is not the points. */
  readonly first: number;
}

interface Seat {
  readonly player: string;
  readonly others: readonly { readonly player: string; readonly isBehind: boolean; readonly isLevel: boolean }[];
  readonly isOver: boolean;
  readonly isThere: boolean;
}

/** What the table must say of each player. */
export function recount(tournament: Rounds): ReadonlyMap<string, Line> {
  const { kind, seats: size, order, rounds } = tournament;
  const seats = rounds.flatMap(({ tables }) => tables.flatMap(seatsOf));
  const walkovers = kind === 'round-robin' && size === 2 ? walkoversOf(tournament) : [];
  const of = (player: string) => seats.filter((seat) => seat.player === player);
  const byesOf = (player: string) => rounds.filter(({ byes }) => byes.includes(player)).length;
  // One for each other player at the table who was left behind, and half of that for a shared place, times two.
  const worth = ({ isBehind, isLevel }: Seat['others'][number]) => (isBehind ? 2 : isLevel ? 1 : 0);
  const scored = ({ isOver, isThere, others }: Seat) =>
    isOver && isThere ? others.reduce((sum, other) => sum + worth(other), 0) : 0;
  const scoring = [...seats, ...walkovers];
  const everyone = new Set([...order, ...seats.map(({ player }) => player)]);
  const points = new Map(
    [...everyone].map((player) => {
      const free = kind === 'swiss' ? byesOf(player) * (size === 2 ? 2 : size - 1) : 0;
      const own = scoring.filter((seat) => seat.player === player);
      return [player, own.reduce((sum, seat) => sum + scored(seat), free)];
    }),
  );
  const pointsOf = (player: string) => points.get(player) ?? 0;
  const line = (player: string): Line => {
    const own = of(player);
    const there = scoring.filter((seat) => seat.player === player && seat.isOver && seat.isThere);
    const wins = there.filter(({ others }) => others.every(({ isBehind }) => isBehind)).length;
    const matches = own.filter(({ isOver }) => isOver).length;
    const met = own.flatMap(({ others }) => others);
    const buchholz = met.reduce((sum, other) => sum + pointsOf(other.player), 0);
    const beaten = there
      .flatMap(({ others }) => others)
      .reduce((sum, other) => sum + worth(other) * pointsOf(other.player), 0);
    const last = own.findLast(({ isOver }) => isOver);
    const behindAtLast = last?.others.filter(({ isBehind }) => isBehind).length ?? 0;
    const ties: Readonly<Record<string, readonly number[]>> = {
      swiss: [buchholz, beaten],
      'round-robin': [beaten, wins],
      arena: [wins, -matches],
      knockout: [behindAtLast, pointsOf(player), -order.indexOf(player)],
    };
    const first = kind === 'knockout' ? lasted(tournament, player) : pointsOf(player);
    return { points: pointsOf(player), matches, byes: byesOf(player), tieBreaks: ties[kind] ?? [], first };
  };
  return new Map([...everyone].map((player) => [player, line(player)]));
}

function seatsOf({ players, ended }: PlayedTable): readonly Seat[] {
  const { came = [], places } = ended ?? {};
  const place = (seat: number) => {
    if (came[seat] !== true) return Number.POSITIVE_INFINITY;
    return places === undefined ? 1 : (places[seat] ?? players.length);
  };
  return players.map((player, own) => {
    const others = players.flatMap((other, seat) => {
      const [one, mine] = [place(seat), place(own)];
      return seat === own ? [] : { player: other, isBehind: one > mine, isLevel: one === mine };
    });
    return { player, others, isOver: ended !== undefined, isThere: came[own] === true };
  });
}

/** Who has a bye in a round robin of pairs because the opponent of the round is away has won. */
function walkoversOf({ order, rounds }: Rounds): readonly Seat[] {
  return rounds.flatMap(({ byes }, round) =>
    byes.flatMap((player) => {
      const opponent = opponentOf(order, round, player);
      if (opponent === undefined) return [];
      return [{ player, others: [{ player: opponent, isBehind: true, isLevel: false }], isOver: true, isThere: true }];
    }),
  );
}

/** The first player keeps the place, the others move on by one in each round, and those meet who are as far from the ends. */
function opponentOf(order: readonly string[], round: number, player: string): string | undefined {
  const moving = order.length - 1 + (order.length % 2);
  const placeOf = (n: number) => (n === 0 ? 0 : 1 + ((n - 1 - round + moving * (round + 1)) % moving));
  const place = placeOf(order.indexOf(player));
  const n = Array.from({ length: moving + 1 }, (_, one) => one).find((one) => placeOf(one) === moving - place);
  return order[n ?? -1];
}

/** The last round of a player in a knockout of pairs, and one more for the winner. */
function lasted({ rounds }: Rounds, player: string): number {
  const last = rounds.findLastIndex(
    ({ tables, byes }) => byes.includes(player) || tables.some(({ players }) => players.includes(player)),
  );
  const seat = rounds[last]?.tables.flatMap(seatsOf).find((one) => one.player === player);
  // The lots lie in the record of the tournament, and not in those of the matches: which of the two has won cannot be told.
  if (last === rounds.length - 1 && seat?.isThere && seat.others.every(({ isLevel }) => isLevel)) return Number.NaN;
  const isThrough = seat === undefined || (seat.isThere && seat.others.every(({ isBehind }) => isBehind));
  return last + (last === rounds.length - 1 && isThrough ? 2 : 1);
}
