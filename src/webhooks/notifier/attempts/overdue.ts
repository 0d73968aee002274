export class Overdue<T> {
  readonly #began = new Map<T, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly patience: number,
    readonly now: () => number,
    readonly tell: (task: T) => void,
  ) {}

  add(task: T, now: number): void {
    this.#began.delete(task);
    this.#began.set(task, now);
    if (this.#timer === undefined) this.#wait(this.patience);
  }

  delete(task: T): void {
    this.#began.delete(task);
  }

  #wait(milliseconds: number): void {
    // It keeps no process alive: what it waits for does, if anything.
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, milliseconds).unref();
  }

  #look(): void {
    const now = this.now();
    for (const [task, began] of this.#began) {
      // A timer may fire up to a millisecond early.
      if (now - began < this.patience - 1) {
        if (this.#timer === undefined) this.#wait(began + this.patience - now);
        return;
      }
      this.#began.delete(task);
      this.tell(task);
    }
  }
}
