/** The cell of a bot is the same in a browser: the same code, question and seed bring the same move, for the same fuel. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasChromium, launchShell } from '@flower-war/packaging/browser';
import { answerIn } from '@flower-war/server/cell';
import { HONEST_MODULE, HOSTILE_MODULES, moduleGuest, moduleWith } from '@flower-war/server/modules';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { ROOT } from '../support/program.ts';

const WASM = 'node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm';

type Ask = typeof answerIn;
type CellQuestion = Parameters<Ask>[1];
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

/** What the bits of a NaN would be is up to the processor and the compiler; and hot code is compiled a second time. */
const MODULES: readonly string[] = [
  HONEST_MODULE,
  moduleWith({
    move: `(loop
        (local.set $f (f64.div (f64.sub (local.get $f) (local.get $f)) (local.get $f)))
        (local.set $j (i64.add (local.get $j) (i64.reinterpret_f64 (local.get $f))))
        (local.set $f (f64.convert_i64_s (i64.shr_s (local.get $j) (i64.const 60))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if 0 (i32.lt_u (local.get $i) (i32.const 500000))))
      (i32.wrap_i64 (i64.rem_u (local.get $j) (i64.const 20)))`,
  }),
  // Debian's shell of Chromium has no handler for this, and ends its page.
  ...HOSTILE_MODULES.filter(([attack]) => !attack.includes('a place outside')).map(([, text]) => text),
];

const ALL_CODES: readonly CellQuestion['code'][] = [
  ...CODES,
  ...MODULES.map((text, n) => moduleGuest(text, `${n}`)).flatMap(({ code, version }) =>
    typeof code === 'string' ? [] : { bytes: code, version },
  ),
];

const QUESTIONS: readonly CellQuestion[] = ALL_CODES.flatMap((code) =>
  (typeof code === 'string' || code.version.startsWith('0') ? [1, 7, 2 ** 31] : [1]).map((seed) => ({
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
        const bytesOf = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
        for (const { code, ...question } of questions)
          answers.push(
            await engine.answerIn(compiled, {
              ...question,
              code: typeof code === 'string' ? code : { ...code, bytes: bytesOf(code.bytes) },
            }),
          );
        return answers;
      },
      { base64: bytes.toString('base64'), questions: QUESTIONS.map(sendable) },
    );
    expect(there.map(inPlainWords)).toEqual(here.map(inPlainWords));
  } finally {
    await browser.close();
  }
  expect(here.filter(({ kind }) => kind === 'chose').length).toBe(15 + 3 + 1);
});

/** Engines have words of their own for why they stop a module. */
function inPlainWords(answer: Awaited<ReturnType<Ask>>) {
  return answer.kind === 'failed' ? { ...answer, told: answer.told.replace(/^(RuntimeError):.*/, '$1') } : answer;
}

/** Bytes do not cross to the page. */
function sendable(question: CellQuestion) {
  const { code } = question;
  if (typeof code === 'string') return { ...question, code };
  return { ...question, code: { ...code, bytes: Buffer.from(code.bytes).toString('base64') } };
}
