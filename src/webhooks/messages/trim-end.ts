/** Without those characters at its end; an expression such as `/\n+$/` takes a minute for a megabyte of them before another. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
