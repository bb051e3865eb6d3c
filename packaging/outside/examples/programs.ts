/** The examples that are programs: each plays a match to its end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../tools/packs.ts';
import { run } from '../running.ts';
import { Missing, type Steps } from '../steps.ts';
import { command, doAsTold, type Examples } from './folder.ts';

export async function tryBot(steps: Steps, examples: Examples): Promise<void> {
  const { web, place } = examples;
  const { tools, url } = place;
  const cwd = { cwd: web };
  await steps.try('bot.ts in Node 24', async () => {
    return ended(url, await doAsTold(`${command('node bot.ts').replace(ANYWHERE, url)}`, cwd));
  });
  await steps.try('bot.ts in a match that it is told', async () => {
    const { FlowerWarClient } = await installedClient(examples);
    const client = new FlowerWarClient({ url });
    await client.signIn('Itzel');
    const { match } = await client.create({ game: 'tieqchieq', options: { turnCap: 20 }, bots: [{ bot: 'random' }] });
    const words = await run(process.execPath, ['bot.ts', url, '--match', match], cwd);
    if (!words.includes(`in the match ${match}, `)) throw new Error(words);
    return ended(url, words);
  });
  await steps.try('bot.ts tells that no server is there', () =>
    fails(() => run(process.execPath, ['bot.ts', 'http://127.0.0.1:1'], cwd), 'does not answer'),
  );
  await steps.try('bot.ts in Node 20', async () => {
    const node = join(tools, 'node_modules/node/bin/node');
    if (!existsSync(node)) throw new Missing('npm has none for this machine');
    await doAsTold(command('npx esbuild bot.ts'), cwd);
    return ended(url, await run(node, ['--experimental-websocket', 'bot.js', url, 'tieqchieq'], cwd));
  });
}

const INSTALLED = join(ROOT, '.ci/python/bin/python');
/** The Python that has the library for sockets: that of CI, or that of the developer. */
const PYTHON = process.env['PYTHON'] ?? (existsSync(INSTALLED) ? INSTALLED : 'python3');

export async function tryForeign(steps: Steps, { go, plain, python, vectors, place }: Examples): Promise<void> {
  const { url } = place;
  await steps.try('python/client.py', async () => {
    await needed(PYTHON, ['-c', 'import websockets'], `${PYTHON} lacks examples/python/requirements.txt`);
    return ended(url, await run(PYTHON, ['client.py', '--url', url, '--game', 'tieqchieq'], { cwd: python }));
  });
  await steps.try('python/verify_dice.py', async () => {
    await needed('python3', ['--version'], 'there is no python3');
    return (await run('python3', ['verify_dice.py', vectors], { cwd: python })).trim();
  });
  await steps.try('go/', async () => {
    await needed('go', ['version'], 'there is no go');
    const words = ['run', '.', '-url', url, '-game', 'tieqchieq'];
    const lines = (await run('go', words, { cwd: go, seconds: 120 })).trimEnd().split('\n');
    const [proof, over] = lines.slice(-2).map((line) => JSON.parse(line));
    if (proof?.kind !== 'record' || over?.kind !== 'over') throw new Error(`it ends with ${lines.at(-1)}`);
    return `a match, ${over.result.result}, its record of ${proof.lines} lines proved`;
  });
  await steps.try('plain/bot.py', async () => {
    await needed('python3', ['--version'], 'there is no python3');
    return ended(url, await run('python3', ['bot.py', url, 'tieqchieq'], { cwd: plain }));
  });
  await steps.try('plain/bot.sh', async () => {
    await needed('curl', ['--version'], 'there is no curl');
    return ended(url, await run('sh', ['bot.sh', url, 'space-aztecs'], { cwd: plain }));
  });
}

/** The address that documents name. */
const ANYWHERE = 'http://127.0.0.1:2567';

/** What npm has installed there, not what the workspace has. */
export function installedClient({ web }: Examples): Promise<typeof import('@flower-war/client')> {
  return import(pathToFileURL(join(web, 'node_modules/@flower-war/client/lib/index.js')).href);
}

async function needed(program: string, words: readonly string[], otherwise: string): Promise<void> {
  await run(program, words, { cwd: ROOT }).catch(() => {
    throw new Missing(otherwise);
  });
}

/** Passes if the work fails, and says these words. */
export async function fails(work: () => Promise<unknown>, words: string): Promise<string> {
  const said = await work().then(
    () => 'it did not fail',
    (error: Error) => error.message,
  );
  if (!said.includes(words)) throw new Error(`it should say "${words}", but: ${said}`);
  return words;
}

interface Summary {
  readonly game: string;
  readonly status: string;
  readonly result?: { readonly result: string };
  readonly seats: readonly { readonly kind: string }[];
}

/** The result is shown a moment before the entry that ends the match is written. */
async function summaryAtEnd(address: string): Promise<Summary> {
  for (let tries = 0; ; tries++, await wait(50)) {
    const summary = (await (await fetch(address)).json()) as Summary;
    if (tries === 100 || summary.status === 'ended' || summary.result === undefined) return summary;
  }
}

/** The program tells its match by its id, and the server that a player and a bot have played it to its end. */
async function ended(url: string, words: string): Promise<string> {
  const [match] = /\b[0-9A-Z]{8}\b/.exec(words) ?? [];
  if (match === undefined) throw new Error(`it names no match:\n${words.slice(-1000)}`);
  const summary = await summaryAtEnd(`${url}/api/matches/${match}`);
  const { game, status, result, seats } = summary;
  const kinds = seats.map(({ kind }) => kind);
  if (status !== 'ended' || result === undefined || !kinds.includes('player') || !kinds.includes('bot'))
    throw new Error(`the match was not played: ${JSON.stringify(summary)}`);
  return `a match of ${game}, ${result.result}`;
}
