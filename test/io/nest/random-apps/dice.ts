/** Makes the same choices for the same seed. */
export class Dice {
  constructor(private state: number) {
    // Seeds that are near each other would begin alike.
    for (let round = 0; round < 4; round++) this.next();
  }

  /** A number from 0 up to 1. */
  next(): number {
    this.state = (Math.imul(this.state ^ (this.state >>> 15), 0x2c_1b_3c_6d) + 0x9e_37_79_b9) | 0;
    const mixed = Math.imul(this.state ^ (this.state >>> 13), 0x29_7a_2d_39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  one<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }

  /** Some of a list, in its order. */
  some<T>(list: readonly T[], probability: number): T[] {
    return list.filter(() => this.chance(probability));
  }

  upTo(most: number): number {
    return Math.floor(this.next() * (most + 1));
  }
}
