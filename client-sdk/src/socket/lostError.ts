/** Why a connection ended, or why no answer came over it. `code` is the one with which the server closed it. */
export class LostError extends Error {
  override readonly name = 'LostError';
  readonly code: number | undefined;

  constructor(message: string, { code, cause }: { readonly code?: number; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}
