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

/** Writes down what screen readers would say: where it was said, how urgent, and the words. */
export const LISTENING = `(() => {
  globalThis.heard = [];
  const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]';
  const listen = (records) => {
    for (const { target } of records) {
      const part = (target.nodeType === 1 ? target : target.parentElement)?.closest(live);
      const text = part?.textContent.trim() ?? '';
      if (text === '') continue;
      const isUrgent = part.ariaLive === 'assertive' || part.role === 'alert';
      const where = part.closest('.latest, .question, .result, .talk, .banner')?.classList[0] ?? 'elsewhere';
      const said = (isUrgent ? 'urgent ' : 'polite ') + where + ': ' + text;
      if (globalThis.heard.at(-1) !== said) globalThis.heard.push(said);
    }
  };
  new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

export const heard = (page: Page): Promise<readonly string[]> => page.evaluate('globalThis.heard');
