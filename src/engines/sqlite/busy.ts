/** Milliseconds for which others may keep the file to themselves. */
export const PATIENCE = 30_000;

/** Whether another connection writes at this moment, which passes (SQLITE_BUSY and what extends it). */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return (errcode & 0xff) === 5;
  return (typeof code === 'string' && code.startsWith('SQLITE_BUSY')) || error.message.includes('is locked');
}
