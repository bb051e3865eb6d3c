/** Invitation links: `https://…/?match=ID&code=CODE`, with or without the address of the server. */

export interface Invitation {
  readonly match: string;
  /** The code of a private match. */
  readonly code?: string;
  /** The server that the link names. */
  readonly origin?: string;
}

const NOWHERE = 'http://nowhere.invalid';

/** Reads an invitation link; `undefined` if the text is none. */
export function readInviteLink(text: string): Invitation | undefined {
  const url = URL.parse(text.trim(), NOWHERE);
  const match = url?.searchParams.get('match');
  if (url === null || !match || !/^https?:$/.test(url.protocol)) return undefined;
  const code = url.searchParams.get('code');
  return { match, ...(code && { code }), ...(url.origin !== NOWHERE && { origin: url.origin }) };
}
