/** So many places, taken in order of arrival. */
export class Places {
  readonly #waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** To be awaited: a promise while no place is free. */
  take(): Promise<void> | undefined {
    this.free -= 1;
    return this.free >= 0 ? undefined : new Promise((resolve) => this.#waiting.push(resolve));
  }

  give(): void {
    this.free += 1;
    this.#waiting.shift()?.();
  }
}
