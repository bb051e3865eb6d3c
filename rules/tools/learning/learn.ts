/**
 * `npm run learn -- --game mexica --matches 400`: learns what the prospects that `strong` weighs are worth, and prints the
 * weights for `prospectWeights.ts`. Two greedy bots play; some of their moves are random, so that all kinds of positions come
 * up. At the begin of each round it notes what the seats differ in. The weights are those that tell best how the lead will
 * change until the end.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { fastChance } from '../../src/contract/fastChance.ts';
import { at } from '../../src/json/at.ts';
import { chosenGame, chosenOptions } from '../match.ts';
import { fitted, type Sample } from './fitted.ts';
import { LESSONS } from './lessons.ts';

const { values: given } = commandLine({
  name: 'learn',
  does: 'learns what the prospects that the bot strong weighs are worth, and prints the weights',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (the first)' },
    matches: { kind: 'whole', usual: 1000, least: 1, tells: 'how many matches' },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
  },
});

const SEATS = 2;
const entry = chosenGame(given.game);
const { game, bots } = entry;
const lesson =
  LESSONS[game.id] ?? refuse(`there is nothing to learn in ${game.id}, only in: ${Object.keys(LESSONS).join(', ')}`);
const options = chosenOptions(entry, undefined, '');
const first = given.seed * 1_000_003;
const matches = Array.from({ length: given.matches }, (_, index) => first + index);
const weights = fitted(matches.flatMap(samplesOf));
for (const [index, name] of lesson.names.entries()) {
  const pair = [at(weights, 2 * index), at(weights, 2 * index + 1)].map((weight) => Number(weight.toFixed(3)));
  console.log(`  '${name}': [${pair.join(', ')}],`);
}

function samplesOf(seed: number): readonly Sample[] {
  const chance = fastChance(seed);
  const noted: Sample[] = [];
  let state = game.setup(options, SEATS, chance);
  for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
    if (state.round > noted.length) noted.push(sampleOf(state));
    const legal = game.legalMoves(state, seat);
    const question = { view: game.view(state, seat), seat, options, legal };
    const move = chance.die(lesson.random) === 1 ? chance.pick(legal) : bots.greedy(question, chance);
    const applied = game.apply(state, seat, move, chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return noted.map(({ inputs, output }) => ({ inputs, output: lesson.lead(state) - output }));
}

/** The output is the lead so far, until the end is known. */
function sampleOf(state: ReturnType<typeof game.setup>): Sample {
  const { differences, time } = lesson.noted(state);
  return { inputs: differences.flatMap((difference) => [difference, difference * time]), output: lesson.lead(state) };
}
