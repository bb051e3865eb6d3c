/** Checks the command line against what the server hosts, so that a Problem can list the right values. */
import type { ClockSettings, HostedGame, Pace, TableSettings } from '@flower-war/client';
import { pace } from '@flower-war/protocol';
import { byLevel, english, type Screen } from '@flower-war/words';
import { Problem } from '../screen/problem.ts';
import { readPairs, type TerminalArguments } from './arguments.ts';

type Option = HostedGame['options'][number];
type Value = string | number | boolean;

export interface Settings {
  readonly game: HostedGame;
  readonly preset?: string;
  readonly options: Readonly<Record<string, Value>>;
  /** The name of a bot; `none` waits for people. */
  readonly bot: string;
  readonly seats: number;
  readonly table: Partial<TableSettings>;
}

export function settingsFor(games: readonly HostedGame[], wanted: TerminalArguments): Settings {
  const { game: id, preset, options, bot, seats, clock, absence, habits } = wanted;
  const game = id === undefined ? games[0] : games.find((hosted) => hosted.id === id);
  if (game === undefined)
    throw unknown(
      'game',
      id ?? '',
      games.map((hosted) => hosted.id),
    );
  const presets = game.presets.map((one) => one.id);
  if (preset !== undefined && !presets.includes(preset)) throw unknown('preset', preset, presets);
  const chosen = options === undefined ? {} : valuesOf(game, readPairs(options));
  return {
    game,
    options: chosen,
    bot: botIn(game, bot),
    seats: seatsOf(game, seats),
    table: {
      ...(clock !== undefined && { clock: clockIn(clock) }),
      ...(absence !== undefined && { absence: policyIn(absence) }),
      ...(habits !== undefined && { habits: paceIn(habits) }),
    },
    ...(preset !== undefined && { preset }),
  };
}

/** A person who types a bot that does not exist reads the levels, which every language of this program understands. */
function botIn({ bots }: HostedGame, text: string | undefined): string {
  const named = [...byLevel<string>(bots), NO_BOT];
  if (text === undefined) return bots[0] ?? NO_BOT;
  if (!named.includes(text))
    throw unknown(
      'bot',
      text,
      named.map((bot) => english.bot(bot).level || bot),
    );
  return text;
}

const NO_BOT = 'none';

const POLICIES = ['casual', 'fair', 'strict'] as const;

function policyIn(text: string): TableSettings['absence'] {
  const policy = POLICIES.find((one) => one === text);
  if (policy === undefined) throw unknown('policy', text, POLICIES);
  return policy;
}

function paceIn(text: string): Pace {
  const known = pace.options.find((one) => one === text);
  if (known === undefined) throw unknown('pace', text, pace.options);
  return known;
}

/** `60`, `600+5`, `3d`. The server checks the limits. */
function clockIn(text: string): ClockSettings {
  const [, seconds, increment, days] = /^(?:(\d{1,5})(?:\+(\d{1,3}))?|(\d{1,2})d)$/.exec(text) ?? [];
  if (days !== undefined) return { kind: 'days', days: Number(days) };
  if (seconds === undefined) throw new Problem(({ noTime }) => noTime(text));
  if (increment === undefined) return { kind: 'turn', seconds: Number(seconds) };
  return { kind: 'bank', seconds: Number(seconds), increment: Number(increment) };
}

function seatsOf({ id, seats: [least, most], usualSeats }: HostedGame, wanted: string | undefined): number {
  const seats = wanted === undefined ? usualSeats : Number(wanted);
  if (Number.isInteger(seats) && seats >= least && seats <= most) return seats;
  throw new Problem((problems) => problems.seats(id, least, most, wanted ?? ''));
}

function valuesOf(game: HostedGame, pairs: Readonly<Record<string, string>>): Settings['options'] {
  return Object.fromEntries(
    Object.entries(pairs).map(([name, text]) => {
      const option = game.options.find((one) => one.name === name);
      if (option === undefined)
        throw unknown(
          'option',
          name,
          game.options.map((one) => one.name),
        );
      const value = typed(option, text);
      if (value === undefined)
        throw new Problem((problems) => problems.badValue(name, text, allowed(option, problems.allowed)));
      return [name, value];
    }),
  );
}

function typed(option: Option, text: string): Value | undefined {
  switch (option.type) {
    case 'choice':
      return option.values.find((value) => value === text);
    case 'flag':
      return { true: true, false: false }[text];
    case 'integer': {
      const number = Number(text);
      const isWithin = Number.isInteger(number) && number >= option.min && number <= option.max;
      return isWithin && (number - option.min) % (option.step ?? 1) === 0 ? number : undefined;
    }
  }
}

function allowed(option: Option, words: Screen['problems']['allowed']): string {
  switch (option.type) {
    case 'choice':
      return option.values.join(words.or);
    case 'flag':
      return words.flag;
    case 'integer':
      return words.whole(option.min, option.max);
  }
}

function unknown(what: keyof Screen['problems']['unknown'], given: string, known: readonly string[]): Problem {
  return new Problem((problems) => problems.unknown[what](given, known.join(', ')));
}
