/** What the doctor found out about one thing. */
export interface Finding {
  readonly state: 'good' | 'weak' | 'wrong';
  readonly says: string;
  /** How to mend it. */
  readonly mend?: string;
}

export const good = (says: string): Finding => ({ state: 'good', says });
export const weak = (says: string, mend: string): Finding => ({ state: 'weak', says, mend });
/** Without `mend` if it says itself what to do. */
export const bad = (says: string, mend?: string): Finding => ({
  state: 'wrong',
  says,
  ...(mend !== undefined && { mend }),
});
