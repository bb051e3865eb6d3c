/** Invitation links: `https://…/?match=ID&code=CODE`, with or without the address of the server. */

export interface Invitation {
  readonly match: string;
  /** The code of a private match. */
  readonly code?: string;
  /** The server that the link names. */
  readonly origin?: string;
}

/** Without `URL`, which React Native has only in part. A name before the host would only deceive. */
const LINK = /^(https?:\/\/[^/?#\s@]+)?(?:\/[^?#\s]*)?\?([^#\s]*)/i;

/** Reads an invitation link; `undefined` if the text is none. */
export function readInviteLink(text: string): Invitation | undefined {
  const [, origin, query = ''] = LINK.exec(text.trim()) ?? [];
  const [match, code] = [valueIn(query, 'match'), valueIn(query, 'code')];
  if (!match) return undefined;
  return { match, ...(code && { code }), ...(origin && { origin: origin.toLowerCase() }) };
}

function valueIn(query: string, name: string): string | undefined {
  const pair = query.split('&').find((one) => one.startsWith(`${name}=`));
  try {
    return pair && decodeURIComponent(pair.slice(name.length + 1).replaceAll('+', ' '));
  } catch {
    return undefined; // a damaged escape
  }
}
