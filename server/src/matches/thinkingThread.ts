/** The thread of bots that think for long. It answers one question after the other. */
import { parentPort } from 'node:worker_threads';
import { type AnyBot, fastChance, GAMES } from '@flower-war/rules';
import type { Answered, SeededQuestion } from './thinker.ts';

parentPort?.on('message', (told: SeededQuestion) => parentPort?.postMessage(answerTo(told)));

/** A bug of a bot is told to the server, which goes on without that bot. */
function answerTo({ game, bot, seed, ...question }: SeededQuestion): Answered {
  try {
    const bots: Readonly<Record<string, AnyBot>> | undefined = GAMES.get(game)?.bots;
    const move: unknown = bots?.[bot]?.(question, fastChance(seed));
    const index = question.legal.indexOf(move);
    return index < 0 ? { failure: `${game} has no bot ${bot} that knows this position` } : { index };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
