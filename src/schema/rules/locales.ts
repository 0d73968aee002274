/** Whether the validator knows the locale it was given: for an unknown one it throws on every text. */
export function knowsLocale(takes: (value: string) => boolean): boolean {
  try {
    takes('');
    return true;
  } catch {
    return false;
  }
}
