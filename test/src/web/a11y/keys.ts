/** What people do who have keys alone. */
import type { Page } from 'playwright-core';

const MOST_STOPS = 80;

/** The name of what has the focus; nothing while the page as a whole has it. */
const FOCUSED = `((one) => (one.matches('button, a, summary, input, select') ? (one.ariaLabel ?? one.textContent) : ''))(
  document.activeElement)`;

/** Goes on by the tab key to the first thing with these words in its name. */
export async function tabTo(page: Page, words: string): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate<string>(FOCUSED)).includes(words)) return;
  }
  throw new Error(`no stop of the tab key is called "${words}"`);
}

/** Writes down what screen readers would say: where it was said, how urgent, and the words; and how often each step was told. */
export const LISTENING = `(() => {
  globalThis.heard = [];
  globalThis.tellings = new Map();
  const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]';
  const listen = (records) => {
    for (const { target } of records) {
      const part = (target.nodeType === 1 ? target : target.parentElement)?.closest(live);
      const text = part?.textContent.trim() ?? '';
      if (text === '') continue;
      const isUrgent = part.ariaLive === 'assertive' || part.role === 'alert';
      const where = part.closest('.latest, .question, .result, .talk, .banner')?.classList[0] ?? 'elsewhere';
      const said = (isUrgent ? 'urgent ' : 'polite ') + where + ': ' + text;
      if (globalThis.heard.at(-1) === said) continue;
      globalThis.heard.push(said);
      const step = document.querySelector('.story li');
      if (!isUrgent && where !== 'result') globalThis.tellings.set(step, (globalThis.tellings.get(step) ?? 0) + 1);
    }
  };
  new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

/** How many polite lines each step brought. The result is a line of its own. */
export const tellings = (page: Page): Promise<readonly number[]> => page.evaluate('[...globalThis.tellings.values()]');

export const heard = (page: Page): Promise<readonly string[]> => page.evaluate('globalThis.heard');
