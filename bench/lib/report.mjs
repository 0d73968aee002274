export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** `2.5 (2.4 to 2.7)`: the median with the spread. */
export function spread(numbers, digits = 2) {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)].map((one) => one.toFixed(digits));
  return `${median(numbers).toFixed(digits)} (${low} to ${high})`;
}

/** Prints a table in Markdown. */
export function printTable(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  console.log(`\n${lines.join('\n')}\n`);
}
