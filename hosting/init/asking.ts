/** The five questions, in a terminal. */
import { createInterface } from 'node:readline/promises';
import {
  type Answers,
  asBackups,
  asDatabase,
  asDomain,
  asFolder,
  asOneOf,
  asTemples,
  BadAnswer,
  PROXIES,
  RHYTHMS,
  TEMPLES,
  TEMPLES_MEAN,
  USUAL,
  usualTemples,
} from './answers.ts';

export async function asked(): Promise<Answers> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new BadAnswer('There is no terminal to ask in: give --domain NAME or --lan. --help lists the other answers.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  try {
    return await askAll((question) => terminal.question(question, { signal: closed.signal }));
  } catch (error) {
    throw closed.signal.aborted ? new BadAnswer('\nNothing was written.') : error;
  } finally {
    terminal.close();
  }
}

async function askAll(say: (question: string) => Promise<string>): Promise<Answers> {
  /** Asks again until the answer can be used. */
  const ask = async <T>(question: string, usual: string, read: (text: string) => T): Promise<T> => {
    for (;;) {
      const text = (await say(`${question} [${usual}]: `)).trim() || usual;
      try {
        return read(text);
      } catch (error) {
        if (!(error instanceof BadAnswer)) throw error;
        console.log(error.message);
      }
    }
  };
  const domain = await ask('1. The name of a public server, like play.example.org; none at home', 'none', (text) =>
    text === 'none' ? undefined : asDomain(text),
  );
  const proxy = await (domain === undefined
    ? USUAL.proxy
    : ask(`2. The proxy before it: ${PROXIES.join(', ')}`, USUAL.proxy, (text) => asOneOf(text, PROXIES)));
  const place = await ask(
    '3. Where the data is: a folder, or postgres://user:password@host/database',
    USUAL.data,
    (text) =>
      text.startsWith('postgres') ? { data: USUAL.data, database: asDatabase(text) } : { data: asFolder(text) },
  );
  const usual = `${USUAL.backups} ${USUAL.rhythm}`;
  const backups = await ask(`4. Where the backups go, and how often: ${RHYTHMS.join(', ')}`, usual, (text) =>
    asBackups(text, place.data),
  );
  const temples = await ask(
    `5. Which temples connect (${TEMPLES_MEAN}), and perhaps a port: ${TEMPLES.join(', ')}`,
    usualTemples(domain !== undefined),
    asTemples,
  );
  return { ...(domain !== undefined && { site: { domain, proxy } }), ...place, backups, temples };
}
