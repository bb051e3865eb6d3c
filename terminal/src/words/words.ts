/** The words around every game: seats, comings and goings, fair dice, the result. */
import type { Fairness, TableJson } from '@flower-war/client';

type Table = TableJson<unknown>;
type Name = (seat: number) => string;

/** One line a seat: `RED     Ana (you)`. */
export function roster({ seats }: Table, name: Name, you: number | undefined): readonly string[] {
  const width = Math.max(...seats.map((_, seat) => name(seat).length));
  return seats.map(
    (holder, seat) => `  ${name(seat).padEnd(width)}  ${occupant(holder)}${seat === you ? ' (you)' : ''}`,
  );
}

function occupant({ kind, name, present, bot }: Table['seats'][number]): string {
  switch (kind) {
    case 'free':
      return 'waiting for a player';
    case 'bot':
      return `${name} (bot)`;
    case 'player':
      if (bot !== '') return `${name} (away; ${bot} stands in)`;
      return present ? name : `${name} (away)`;
  }
}

/** Tells which players came, left and came back between two tables, apart from the viewer. */
export function comings(before: Table, after: Table, { name, you }: { name: Name; you: number | undefined }) {
  return after.seats.flatMap((now, seat) => {
    const was = before.seats[seat];
    if (was === undefined || seat === you) return [];
    const words = coming(was, now);
    return words === undefined ? [] : [`${words.replace('SEAT', name(seat))}`];
  });
}

function coming(was: Table['seats'][number], now: Table['seats'][number]): string | undefined {
  if (was.kind === 'free' && now.kind !== 'free') return `${now.name} sits down as SEAT.`;
  if (was.kind !== 'free' && now.kind === 'free') return `${was.name} gives SEAT back.`;
  if (was.bot === '' && now.bot !== '') return `${now.bot} stands in for ${now.name} (SEAT).`;
  if (was.bot !== '' && now.bot === '') return `${now.name} plays SEAT now.`;
  if (was.present && !now.present) return `${now.name} (SEAT) is away.`;
  return !was.present && now.present ? `${now.name} (SEAT) is here.` : undefined;
}

/** Tells a player or a spectator why the dice are fair. */
export function diceWords({ commitment, contribution }: Fairness): readonly string[] {
  return [
    'Fair dice: the server has chosen a secret and committed to it by its SHA-256:',
    `  ${commitment}`,
    contribution === undefined
      ? 'The record holds what each player added to it and, at the end, the secret.'
      : `Your client added ${contribution}. The record will prove both.`,
  ];
}

const HEADLINES: Readonly<Record<string, (winners: string) => string>> = {
  win: (winners) => `${winners} wins`,
  forfeit: (winners) => `${winners} wins by forfeit`,
  draw: (winners) => `A draw between ${winners}`,
  none: () => 'No player wins',
  aborted: () => 'The match was given up',
};

export function resultWords({ result: { result, reason, winners, standings }, seats }: Table, name: Name) {
  const who = (seat: number) => `${name(seat)} (${seats[seat]?.name ?? ''})`;
  const headline = HEADLINES[result]?.(winners.map(who).join(' and ')) ?? result;
  const rows = standings.map(({ seat, place, score, breakdown }) => {
    const parts = Object.entries(breakdown).map(([part, count]) => `${part} ${count}`);
    return `  ${place}.  ${who(seat)}: ${score} (${parts.join(', ')})`;
  });
  return [`${headline}: ${reason.replaceAll('-', ' ')}.`, ...rows];
}
