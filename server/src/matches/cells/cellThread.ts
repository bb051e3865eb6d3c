/** A thread of the process of the cells. It answers one question after the other. */
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { answerIn } from './cell.ts';
import type { CellQuestion } from './cellQuestion.ts';

/** The types of Node leave it out. */
interface Engine {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<WebAssembly.Module> };
}

/** In the package it lies compressed. */
const address = import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
const bytes = readFileSync(new URL(address));
const { compile } = (globalThis as unknown as Engine).WebAssembly;
const wasm = compile(address.endsWith('.gz') ? gunzipSync(bytes) : bytes);

/** The memory of a cell is garbage after its question, but so little of it is an object that Node would let it pile up. */
const MOST_BYTES = 48 * 2 ** 20;

parentPort?.on('message', (question: CellQuestion) => void answer(question));

async function answer(question: CellQuestion): Promise<void> {
  parentPort?.postMessage(await answerIn(await wasm, question));
  if (process.memoryUsage().external > MOST_BYTES) globalThis.gc?.();
}
