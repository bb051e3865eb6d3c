import type { MatchResult } from '@flower-war/protocol';

/** The result of a record in words. A record has no names of players, only seats. */
export function resultWords({ result, reason, winners, standings }: MatchResult): readonly string[] {
  const who = winners.length === 0 ? 'no player wins' : `${seatsIn(winners)} wins`;
  const rows = standings.map(({ seat, place, score, breakdown }) => {
    const parts = Object.entries(breakdown).map(([part, count]) => `${part} ${count}`);
    return `  ${place}.  seat ${seat}: ${score} (${parts.join(', ')})`;
  });
  return [`Result: ${result}, ${reason.replaceAll('-', ' ')}; ${who}.`, ...rows];
}

export function seatsIn(seats: readonly number[]): string {
  return seats.map((seat) => `seat ${seat}`).join(' and ');
}
