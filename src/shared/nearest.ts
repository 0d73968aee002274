/**
 * Returns the most similar name, for "did you mean", or undefined if none is similar or begins with it. It
 * ignores case, hyphens and underscores.
 */
export function nearestTo(name: string, names: Iterable<string>): string | undefined {
  const wanted = plain(name);
  let nearest: string | undefined;
  // A third of the letters may be wrong, or two letters of a name with more than three.
  let limit = Math.max(Math.floor(wanted.length / 3), wanted.length > 3 ? 2 : 1) + 1;
  for (const candidate of names) {
    const slips = slipsBetween(wanted, plain(candidate));
    if (slips >= limit) continue;
    limit = slips;
    nearest = candidate;
  }
  return nearest ?? beginningWith(wanted, names);
}

/** Returns the first name that begins with an abbreviation of at least three letters: `out` for `output`. */
function beginningWith(wanted: string, names: Iterable<string>): string | undefined {
  return wanted.length < 3 ? undefined : [...names].find((name) => plain(name).startsWith(wanted));
}

export function didYouMean(name: string, names: Iterable<string>): string {
  const nearest = nearestTo(name, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

/** Returns whether a name differs from another by one letter, or only by case, hyphens and underscores. */
export function isOneSlipFrom(name: string, other: string): boolean {
  return name !== other && slipsBetween(plain(name), plain(other)) <= 1;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}

function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const changed = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = row > 1 && column > 1 && isSwap ? (before[column - 2] ?? 0) + 1 : changed;
      line.push(Math.min(changed, swapped, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    before = above;
    above = line;
  }
  return above[b.length] ?? 0;
}
