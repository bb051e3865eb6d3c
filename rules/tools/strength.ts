/**
 * `npm run do -- strength --game mexica --matches 200`: how often `strong` wins against `greedy` with equal numbers of seats,
 * and how long it thinks about a move. `--bots strong,random` names other bots.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import type { AnyBot } from '../src/catalogue/games.ts';
import { simulate } from '../src/tools/matches.ts';
import { allowedSeats, chosenGame, chosenOptions, luckOf, namedBot, spread, sum, wilson } from './series.ts';

const { values: given } = commandLine({
  name: 'do -- strength',
  does: 'tells how often one bot wins against another, and how long it thinks',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (the first)' },
    matches: { kind: 'whole', usual: 200, least: 1, tells: 'how many matches' },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
    seats: { kind: 'whole', usual: 2, tells: 'the number of seats' },
    bots: { kind: 'text', of: 'NAME,NAME', usual: 'strong,greedy', tells: 'the two bots' },
    preset: { kind: 'text', of: 'ID', tells: 'the edition (the first of the game)' },
    length: { kind: 'text', tells: 'short, standard or another length of the edition' },
    options: { kind: 'text', of: 'A=1,B=2', usual: '', tells: 'options of the match' },
    json: { kind: 'switch', tells: 'prints JSON' },
  },
});

const entry = chosenGame(given.game);
const { game } = entry;
const options = chosenOptions(entry, given);
const [challenger = '', rival = ''] = given.bots.split(',');
const { matches } = given;
const seats = allowedSeats(entry, given.seats);
/** The processor time of each choice of the challenger among several moves, in milliseconds. */
const choices: number[] = [];
const players = {
  game,
  bots: { challenger: timed(namedBot(entry, challenger)), rival: namedBot(entry, rival) },
};
const parts = Array.from({ length: matches }, (_, index) => partOfVictory(index)).filter((part) => part !== undefined);
const [won, decided] = [sum(parts), parts.length];
const [low, high] = decided === 0 ? [0, 1] : wilson(won, decided);
const thought = spread(choices.length === 0 ? [0] : choices);

if (given.json)
  console.log(JSON.stringify({ game: game.id, challenger, rival, seats, matches, won, decided, low, high, thought }));
else console.log(readable());

/**
 * The challenger's part of the victory in a match; undefined if no seat won. Two matches after each other have the same luck; in the second
 * one the bots have changed seats.
 */
function partOfVictory(index: number): number | undefined {
  const isChallenger = (seat: number) => (seat + index) % 2 === 0;
  const bots = Array.from({ length: seats }, (_, seat) => (isChallenger(seat) ? 'challenger' : 'rival'));
  const { winners } = simulate(players, { options, bots, chance: luckOf(given.seed, Math.floor(index / 2)) }).result;
  return winners.length === 0 ? undefined : winners.filter(isChallenger).length / winners.length;
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
  return [
    `${challenger} against ${rival}: ${given.preset ?? game.presets[0]?.id}, ${seats} seats, ${matches} matches`,
    `won ${percent(share)} % (${percent(low)}–${percent(high)}) of ${decided} matches with a winner; ${matches - decided} had none`,
    `thought ${thought.median.toFixed(1)} ms about a move (median), p95 ${thought.p95.toFixed(1)} ms; ${choices.length} choices`,
  ].join('\n');
}
