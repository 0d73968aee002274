/** Whether the validator answers at all under its arguments: of an unknown locale, say, it throws on every text. */
export function answers(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}
