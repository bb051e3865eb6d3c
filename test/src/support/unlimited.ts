/** Lifts the limits on requests: tests make more in a second than players in an hour. */
export const UNLIMITED = { LIMITS: '0', MOST_OPEN_MATCHES: '100000', MOST_SEATS: '100000' } as const;
