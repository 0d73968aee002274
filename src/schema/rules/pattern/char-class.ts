/** A class with the ranges of all UTF-16 units that are taken; if surrogates are, then astral characters too. */
export function spellClass(takes: (unit: string) => boolean): string {
  const taken = Array.from({ length: 0x10000 }, (_, unit) => takes(String.fromCharCode(unit)));
  const negated = taken[0xd800] === true;
  const ranges = spellRanges(taken, negated);
  if (ranges === '') return negated ? '[\\s\\S]' : '[^\\s\\S]';
  return `[${negated ? '^' : ''}${ranges}]`;
}

function spellRanges(taken: readonly boolean[], negated: boolean): string {
  const ranges: string[] = [];
  for (let from = 0; from < taken.length; from += 1) {
    if (taken[from] === negated) continue;
    let to = from;
    while (to + 1 < taken.length && taken[to + 1] !== negated) to += 1;
    ranges.push(
      to === from ? spellUnit(from) : `${spellUnit(from)}${to === from + 1 ? '' : '-'}${spellUnit(to)}`,
    );
    from = to;
  }
  return ranges.join('');
}

function spellUnit(unit: number): string {
  const char = String.fromCharCode(unit);
  if (/[\\\]^[/|(){}$.*+?-]/.test(char)) return `\\${char}`;
  if (unit > 0x20 && unit < 0x7f) return char;
  return `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`;
}
