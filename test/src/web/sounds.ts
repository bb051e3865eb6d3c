/** What a page lets be heard. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Writes down each tone that the page plays, and keeps its source of sound at hand. */
export const HEARING = `(() => {
  globalThis.sounds = [];
  const Plain = globalThis.AudioContext;
  globalThis.AudioContext = class extends Plain {
    constructor() {
      super();
      globalThis.audio = this;
    }
  };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (at) {
    globalThis.sounds.push(this.type + ' ' + this.frequency.value);
    start.call(this, at);
  };
})()`;

const AUDIBLE = `globalThis.audio?.resume().then(() => globalThis.audio.state === 'running')`;

/** Browsers are silent before the first touch; what a test runs in a page counts as one. */
export async function untilAudible(page: Page): Promise<void> {
  while ((await page.evaluate(AUDIBLE)) !== true) await wait(20);
}
