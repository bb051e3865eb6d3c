/** The links by which people find a match: `https://…/?match=ID&code=CODE`, with or without the address. */

export interface Invitation {
  readonly match: string;
  /** Of a private match. */
  readonly code?: string;
  /** The server that the link names. */
  readonly origin?: string;
}

const NOWHERE = 'http://nowhere.invalid';

/** Nothing, if the text is no such link. */
export function readInviteLink(text: string): Invitation | undefined {
  const url = URL.parse(text.trim(), NOWHERE);
  const match = url?.searchParams.get('match');
  if (url === null || !match || !/^https?:$/.test(url.protocol)) return undefined;
  const code = url.searchParams.get('code');
  return { match, ...(code && { code }), ...(url.origin !== NOWHERE && { origin: url.origin }) };
}
