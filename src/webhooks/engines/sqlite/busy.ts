/** Milliseconds for which others may keep the file to themselves. */
export const PATIENCE = 30_000;

/** Milliseconds that SQLite itself waits for another connection, while nothing else in the process runs. */
export const STANDSTILL = 250;

/** Whether another connection writes at this moment, which passes (SQLITE_BUSY and what extends it). */
export function isBusy(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // An error of a native module may be of another realm.
  const { errcode, code, message } = error as Record<'errcode' | 'code' | 'message', unknown>;
  if (typeof errcode === 'number') return (errcode & 0xff) === 5;
  if (typeof code === 'string' && code.startsWith('SQLITE_BUSY')) return true;
  return typeof message === 'string' && message.includes('is locked');
}
