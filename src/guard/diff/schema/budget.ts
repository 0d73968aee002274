import type { Validator } from './validator.js';

/** Bounds the values that are judged for one schema, and for all of a comparison. */
export class Budget {
  private start = 0;

  /**
   * @param validators what counts the values
   * @param each values for one schema
   * @param whole values for the comparison
   */
  constructor(
    private readonly validators: readonly Validator[],
    private readonly each: number,
    private readonly whole: number,
  ) {}

  /** Begins with another schema. */
  begin(): void {
    this.start = this.judged();
  }

  isSpent(): boolean {
    const judged = this.judged();
    return judged - this.start > this.each || judged > this.whole;
  }

  private judged(): number {
    return this.validators.reduce((sum, { judged }) => sum + judged, 0);
  }
}
