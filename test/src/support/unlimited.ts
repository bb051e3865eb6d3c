/** Tests make more in a second than people in an hour. */
export const UNLIMITED = { LIMITS: '0', MOST_OPEN_MATCHES: '100000', MOST_SEATS: '100000' } as const;
