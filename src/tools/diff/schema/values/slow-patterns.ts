import { isSlowPattern } from 'dtospec/internal';

export class SlowPatterns {
  private readonly known = new Map<string, boolean>();

  /** Returns true also for a pattern that is too large to decide. */
  has(pattern: string): boolean {
    const isSlow = this.known.get(pattern) ?? isSlowPattern(pattern) !== false;
    this.known.set(pattern, isSlow);
    return isSlow;
  }
}
