/** The cell of a bot is the same in a browser: the same code, question and seed bring the same move, for the same fuel. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasChromium, launchShell } from '@flower-war/packaging/browser';
import { answerIn } from '@flower-war/server/cell';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { ROOT } from '../support/program.ts';

const WASM = 'node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm';

type Ask = typeof answerIn;
type Asked = Parameters<Ask>[1];
interface Engine {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<Parameters<Ask>[0]> };
  answerIn: Ask;
}

const LEGAL = Array.from({ length: 20 }, (_, n) => `move ${n}`);
const moving = (body: string) => `export default function move({ view, seat, options, legal }, chance) { ${body} }`;

const CODES: readonly string[] = [
  moving('return chance.pick(legal);'),
  moving('return legal[Math.floor(Math.random() * legal.length)];'),
  moving('return chance.shuffle(legal)[chance.die(legal.length) - 1];'),
  moving(
    'let x = 1; for (let n = 0; n < 1e5; n++) x = Math.sin(x) * 1e4 + chance.die(6); return legal[Math.abs(Math.floor(x)) % 20];',
  ),
  moving('return legal[Object.keys({ ...view, ...options }).join("").length % 20];'),
  moving('for (;;);'),
  moving('throw new TypeError(String(seat));'),
  moving('return "move 20";'),
  moving('let s = "x"; for (;;) s += s;'),
];

const QUESTIONS: readonly Asked[] = CODES.flatMap((code) =>
  [1, 7, 2 ** 31].map((seed) => ({
    code,
    seed,
    asked: JSON.stringify({ view: { day: 3 }, seat: 1, options: { long: true }, legal: LEGAL }),
    legal: LEGAL,
  })),
);

test.skipIf(!hasChromium)('in Chromium and in Node', async () => {
  const bytes = readFileSync(join(ROOT, WASM));
  const { outputFiles } = await build({
    stdin: {
      contents: "import { answerIn } from '@flower-war/server/cell'; globalThis.answerIn = answerIn;",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const wasm = await (globalThis as unknown as Engine).WebAssembly.compile(bytes);
  const here = [];
  for (const question of QUESTIONS) here.push(await answerIn(wasm, question));
  const browser = await launchShell();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '', type: 'module' });
    const there = await page.evaluate(
      async ({ base64, questions }) => {
        const engine = globalThis as unknown as Engine;
        const compiled = await engine.WebAssembly.compile(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
        const answers = [];
        for (const question of questions) answers.push(await engine.answerIn(compiled, question));
        return answers;
      },
      { base64: bytes.toString('base64'), questions: QUESTIONS },
    );
    expect(there).toEqual(here);
  } finally {
    await browser.close();
  }
  expect(here.filter(({ kind }) => kind === 'chose').length).toBe(15);
});
