/** Longest wait that Node's timers can hold, in milliseconds (24.8 days); a longer one would fire at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
