/** The thread of bots that think for long. It answers one question after the other. */
import { parentPort } from 'node:worker_threads';
import { type AnyBot, fastChance, GAMES } from '@flower-war/rules';
import type { Answered, NumberedQuestion } from './thinker.ts';

parentPort?.on('message', (told: NumberedQuestion) => parentPort?.postMessage(answerTo(told)));

/** A bug of a bot is told to the server, which goes on without that bot. */
function answerTo({ id, game, bot, seed, ...question }: NumberedQuestion): Answered {
  try {
    const bots: Readonly<Record<string, AnyBot>> | undefined = GAMES.get(game)?.bots;
    const move: unknown = bots?.[bot]?.(question, fastChance(seed));
    const index = question.legal.indexOf(move);
    return index < 0 ? { id, failure: `${game} has no bot ${bot} that knows this position` } : { id, index };
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
