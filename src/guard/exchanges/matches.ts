/** Whether an expression of the caller's is in a text. One with the flag `g` would remember where it was. */
export function matches(expression: RegExp, text: string): boolean {
  return text.search(expression) !== -1;
}
