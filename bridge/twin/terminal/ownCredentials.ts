/** What a temple on the machine of the broker may know of itself, so that nobody has to type it. */
export interface OwnCredentials {
  readonly password: string;
  /** To be typed in the lobby, as it stands on the sticker of a real temple. */
  readonly code?: string;
}

/** Nothing where this machine holds no key of a broker. */
export async function ownCredentials(_id: string): Promise<OwnCredentials | undefined> {
  return undefined;
}
