/** Notices that the system shows beside the browser. No server of others takes part: the page must be open. */

/** Browsers show notices for pages that came by https or from this machine. */
export const hasNotices = (): boolean => isSecureContext && 'Notification' in globalThis;

/** Undefined where the browser shows notices of service workers alone, as those of Android do. */
export function notice(title: string, { body, match }: { readonly body: string; readonly match: string }) {
  try {
    const shown = new Notification(title, { body, tag: match });
    shown.onclick = () => {
      focus();
      shown.close();
    };
    return shown;
  } catch {
    return undefined;
  }
}
