/** The name and the password of a temple: typed, or from the link that `npm run temple:new` prints. */

export interface Login {
  /** For example `templo-7f3a`. */
  readonly id: string;
  readonly password: string;
  /** The code on the label, if it is known: people claim the temple with it. */
  readonly code?: string;
}

const ID = /^templo-[0-9a-f]{4,12}$/;
const PASSWORD = /^[!-~]{8,64}$/;
const CODE = /^[0-9A-Z]{8}$/;

/** `#templo-7f3a.PASSWORD`: the part of an address after `#` never leaves the browser. */
export function loginInHash(hash: string): Login | undefined {
  const [, id = '', password = ''] = /^#(templo-[0-9a-f]+)\.([0-9A-Z]+)$/i.exec(hash) ?? [];
  return loginOf({ id, password, code: '' });
}

export function loginOf(given: Required<Login>): Login | undefined {
  const [id, password] = [given.id.trim().toLowerCase(), given.password.trim()];
  const code = given.code.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  if (!ID.test(id) || !PASSWORD.test(password)) return undefined;
  return { id, password, ...(CODE.test(code) && { code }) };
}
