/** Characters of one weight, as the inside of a class. Those of weight 1 need no entry. */
export interface WeightClass {
  readonly chars: string;
  readonly weight: number;
}

/** A longer list of alternatives is of no use to anyone. */
const MOST_ALTERNATIVES = 80;

/**
 * The rest of a text, up to `end`, whose characters have different weights that sum up to `total` (or less):
 * one alternative for each way to make it up. `undefined` if there are too many ways.
 *
 * @param atom matches any of the characters, and what may stand between them
 */
export function weighing(
  atom: string,
  total: number,
  classes: readonly WeightClass[],
  orLess: boolean,
  end = '',
): string | undefined {
  // Each count of the lightest class is a way, so many of them need not be listed to be too many.
  const lightest = Math.min(...classes.map(({ weight }) => weight));
  if (total / lightest >= MOST_ALTERNATIVES) return undefined;
  const ways = waysToWeigh(total, classes);
  if (ways.length > MOST_ALTERNATIVES) return undefined;
  const alternatives = ways.map((counts) => {
    const looks = counts.map((count, index) => counting(classes[index]?.chars ?? '', count));
    const spent = counts.reduce((sum, count, index) => sum + count * ((classes[index]?.weight ?? 1) - 1), 0);
    return `${looks.join('')}${atom}{${orLess ? '0,' : ''}${total - spent}}(?=${end}$)`;
  });
  return alternatives.join('|');
}

/** A look ahead that finds just so many of the characters. */
function counting(chars: string, count: number): string {
  return count === 0
    ? `(?![\\s\\S]*[${chars}])`
    : `(?=(?:[^${chars}]*[${chars}])${count === 1 ? '' : `{${count}}`}[^${chars}]*$)`;
}

/** How many of each class there can be, so that they do not weigh more than the total. */
function waysToWeigh(total: number, classes: readonly WeightClass[]): number[][] {
  const [first, ...rest] = classes;
  if (first === undefined) return [[]];
  const most = Math.floor(total / first.weight);
  return Array.from({ length: most + 1 }, (_, count) => count).flatMap((count) =>
    waysToWeigh(total - count * first.weight, rest).map((counts) => [count, ...counts]),
  );
}
