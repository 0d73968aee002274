import type { Standing } from './standings.js';

type Line = 'prompt' | 'aside' | 'silent' | 'idle';

/** In which lines a group of a standing waits. */
const LINES: Readonly<Record<Standing, Readonly<Record<Line, boolean>>>> = {
  prompt: { prompt: true, aside: false, silent: false, idle: false },
  idle: { prompt: false, aside: true, silent: false, idle: true },
  new: { prompt: false, aside: true, silent: false, idle: false },
  suspect: { prompt: false, aside: false, silent: true, idle: false },
};

/** Groups that have somebody waiting and may start as soon as there is room, in the order of their turns. */
export class Turns<G> {
  readonly #prompt = new Set<G>();
  readonly #aside = new Set<G>();
  readonly #silent = new Set<G>();
  readonly #idle = new Set<G>();

  /** Puts a group where it belongs; in a line where it stands already it keeps its turn. */
  place(group: G, standing: Standing): void {
    const lines = LINES[standing];
    move(this.#prompt, group, lines.prompt);
    move(this.#aside, group, lines.aside);
    move(this.#silent, group, lines.silent);
    move(this.#idle, group, lines.idle);
  }

  /** Takes a group out: it may not start, or it had its turn. */
  remove(group: G): void {
    this.#prompt.delete(group);
    this.#aside.delete(group);
    this.#silent.delete(group);
    this.#idle.delete(group);
  }

  /** Whose turn it is in a line. */
  first(line: Line): G | undefined {
    const lines = { prompt: this.#prompt, aside: this.#aside, silent: this.#silent, idle: this.#idle };
    const [group] = lines[line];
    return group;
  }
}

function move<G>(line: Set<G>, group: G, belongs: boolean): void {
  if (belongs) line.add(group);
  else line.delete(group);
}
