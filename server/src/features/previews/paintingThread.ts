/** The thread that turns SVG into PNG, one picture after the other. */
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { FONTS } from './fonts.ts';

/** In the package some files lie compressed. */
function read(address: string): Uint8Array {
  const bytes = readFileSync(new URL(address));
  return address.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

const font = { fontBuffers: FONTS.map(read), defaultFontFamily: 'Alegreya Sans' };
const ready = initWasm(read(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')));

/** A picture that cannot be painted ends the thread; the next one starts another. */
parentPort?.on('message', (svg: string) => {
  void ready.then(() => parentPort?.postMessage(painted(svg)));
});

function painted(svg: string): Uint8Array {
  const drawing = new Resvg(svg, { font });
  try {
    const image = drawing.render();
    const png = image.asPng();
    image.free();
    return png;
  } finally {
    drawing.free();
  }
}
