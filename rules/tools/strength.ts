/**
 * `npm run do -- strength --game mexica`: whether `strong` is better than `greedy`, after as few matches as that takes, and how long it
 * thinks about a move. `--bots easy,greedy` names other bots. What is asked is said beforehand: `--h0`, `--h1`, `--alpha`, `--beta`.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { valuingOf } from '../src/account/value.ts';
import { type Answer, answerOf, meanOf, USUAL_TEST } from '../src/account/verdict.ts';
import type { AnyBot } from '../src/catalogue/games.ts';
import { type Round, roundsOf, WAYS, type Way } from './duel.ts';
import { allowedSeats, chosenGame, chosenOptions, namedBot, spread, sum, wilson } from './series.ts';

const ERROR = { kind: 'number', least: 0.0001, most: 0.5 } as const;
const { values: given } = commandLine({
  name: 'do -- strength',
  does: 'tells whether one bot is better than another, after how many matches one knows, and how long it thinks',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (the first)' },
    matches: { kind: 'whole', usual: 400, least: 1, tells: 'how many matches at most, in whole rounds of all seats' },
    until: {
      kind: 'text',
      among: ['both', 'account', 'end'],
      usual: 'both',
      tells: 'stops when account and results have their answer, when the account has it, or after all matches',
    },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
    seats: { kind: 'whole', usual: 2, tells: 'the number of seats; one of them is for the first bot' },
    bots: { kind: 'text', of: 'NAME,NAME', usual: 'strong,greedy', tells: 'the two bots' },
    h0: { kind: 'number', usual: USUAL_TEST.h0, tells: 'the first answer: the bot wins that many times its fair part' },
    h1: {
      kind: 'number',
      usual: USUAL_TEST.h1,
      tells: 'the second answer, which must be more; at two seats, 1.2 is 60 %',
    },
    alpha: { ...ERROR, usual: USUAL_TEST.alpha, tells: 'how often the answer may be h1 though h0 is true' },
    beta: { ...ERROR, usual: USUAL_TEST.beta, tells: 'how often the answer may be h0 though h1 is true' },
    preset: { kind: 'text', of: 'ID', tells: 'the edition (the first of the game)' },
    length: { kind: 'text', tells: 'short, standard or another length of the edition' },
    options: { kind: 'text', of: 'A=1,B=2', usual: '', tells: 'options of the match' },
    json: { kind: 'switch', tells: 'prints JSON' },
  },
});

const entry = chosenGame(given.game);
const { game } = entry;
const preset = given.preset ?? game.presets[0]?.id ?? '';
const options = chosenOptions(entry, given);
const [challenger = '', rival = ''] = given.bots.split(',');
const seats = allowedSeats(entry, given.seats);
if (valuingOf(game, preset, seats) === undefined)
  refuse(
    `${preset} has no learned values in rules/src/account/, so luck cannot be taken out: npm run do -- value learns weights`,
  );
if (given.h1 <= given.h0) refuse(`--h1 must be more than --h0, which is ${given.h0}`);

/** The processor time of each choice of the challenger among several moves, in milliseconds. */
const choices: number[] = [];
const duel = { game, challenger: timed(namedBot(entry, challenger)), rival: namedBot(entry, rival) };
const rounds: Round[] = [];
/** The answer of each way of counting, and after how many matches it was known. */
const answers: Partial<Record<Way, { readonly answer: Answer; readonly matches: number }>> = {};

for (const round of roundsOf({ ...duel, preset, options, seats, seed: given.seed })) {
  rounds.push(round);
  for (const way of WAYS) {
    const answer = answerOf(inOrder(way), given);
    if (answer !== undefined) answers[way] ??= { answer, matches: rounds.length * seats };
  }
  if (isDone()) break;
}

const matches = rounds.length * seats;
const [won, decided] = [sum(rounds.map((one) => one.won)), sum(rounds.map((one) => one.decided))];
const [low, high] = decided === 0 ? [0, 1] : wilson(won, decided);
const thought = spread(choices.length === 0 ? [0] : choices);
const { account, result } = { account: meanOf(inOrder('account')), result: meanOf(inOrder('result')) };
const bots = { challenger, rival };

if (given.json)
  console.log(
    JSON.stringify({ preset, ...bots, seats, matches, won, decided, low, high, account, result, answers, thought }),
  );
else console.log(readable());

function inOrder(way: Way): readonly number[] {
  return rounds.map((round) => round[way]);
}

function isDone(): boolean {
  if ((rounds.length + 1) * seats > Math.max(given.matches, seats)) return true;
  const isKnown = answers.account !== undefined && (given.until === 'account' || answers.result !== undefined);
  return given.until !== 'end' && isKnown;
}

function timed(bot: AnyBot): AnyBot {
  return (question, chance) => {
    const before = process.threadCpuUsage();
    const move = bot(question, chance);
    const { user, system } = process.threadCpuUsage(before);
    if (question.legal.length > 1) choices.push((user + system) / 1000);
    return move;
  };
}

function readable(): string {
  const percent = (part: number) => (100 * part).toFixed(1);
  const share = decided === 0 ? 0 : won / decided;
  const { h0, h1, alpha, beta } = given;
  return [
    `${challenger} against ${rival}: ${preset}, ${seats} seats, ${matches} matches`,
    `h0: ${h0} times its part, h1: ${h1} times; alpha ${percent(alpha)} %, beta ${percent(beta)} %`,
    ...WAYS.map((way) => wayWords(way, way === 'account' ? account : result)),
    `won ${percent(share)} % (${percent(low)}–${percent(high)}) of ${decided} matches with a winner; ${matches - decided} had none`,
    `thought ${thought.median.toFixed(1)} ms about a move (median), p95 ${thought.p95.toFixed(1)} ms; ${choices.length} choices`,
  ].join('\n');
}

function wayWords(way: Way, { mean, within }: ReturnType<typeof meanOf>): string {
  const known = answers[way];
  const answer = known === undefined ? 'no answer yet' : `${known.answer} after ${known.matches} matches`;
  const about = Number.isNaN(within) ? '' : ` ± ${within.toFixed(2)}`;
  return `by ${way}: ${answer}; ${mean.toFixed(2)}${about} times its part`;
}
