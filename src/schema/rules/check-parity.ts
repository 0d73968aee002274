/*
 * Check digits: their sums end in 0, and no readable pattern counts to ten. But such a sum is even, and that a
 * pattern can say: half of the wrong numbers, and every change of one digit by one, are found.
 */

/** Steps over a text that each leave the sum even or make it odd. */
export interface Step {
  readonly even: string;
  readonly odd: string;
}

/** Any number of steps with an even sum. */
export function evenSum({ even, odd }: Step): string {
  return `(?:${even}|${odd}(?:${even})*${odd})*`;
}

/** Any number of steps with an odd sum. */
export function oddSum(step: Step): string {
  return `(?:${step.even})*${step.odd}${evenSum(step)}`;
}

/** One digit that counts once or three times, and what may stand behind it. */
export function plainDigit(gap = ''): Step {
  return { even: `[02468]${gap}`, odd: `[13579]${gap}` };
}

/** A digit that counts double, its two digits summed, and one that counts once. */
export function luhnPair(gap = ''): Step {
  const [low, high] = [`[0-4]${gap}`, `[5-9]${gap}`];
  const { even, odd } = plainDigit(gap);
  return { even: `(?:${low}${even}|${high}${odd})`, odd: `(?:${low}${odd}|${high}${even})` };
}

/** Looks ahead: digits up to `end` of which every second from the right counts double, with an even sum. */
export function luhnAhead(gap = '', end = '$'): string {
  const pairs = luhnPair(gap);
  const { even, odd } = plainDigit(gap);
  return `(?=${gap}(?:(?:${even})?${evenSum(pairs)}|${odd}${oddSum(pairs)})${end})`;
}

/** Looks ahead: digits up to `end` that all count once or three times, with an even sum. */
export function evenAhead(gap = '', end = '$'): string {
  return `(?=${gap}${evenSum(plainDigit(gap))}${end})`;
}
