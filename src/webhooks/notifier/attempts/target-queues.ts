import { type Standing, Standings } from './target-health.js';

export interface Group<Start> {
  readonly key: string;
  active: number;
  /** In order of arrival. A Set, so that an aborted task leaves without a search. */
  readonly waiting: Set<Start>;
  isSuspect: boolean;
}

interface GroupsOptions {
  readonly isJudging: boolean;
  readonly now: () => number;
  /** Called when fewer tasks wait. */
  readonly onShorter: () => void;
}

export class Groups<Start> {
  readonly #groups = new Map<string, Group<Start>>();
  readonly #standings = new Standings();
  #waiting = 0;

  constructor(readonly options: GroupsOptions) {}

  get waiting(): number {
    return this.#waiting;
  }

  get(key: string): Group<Start> {
    const known = this.#groups.get(key);
    if (known) return known;
    const isSuspect = this.#standings.of(key, this.options.now()) === 'suspect';
    const group: Group<Start> = { key, active: 0, waiting: new Set(), isSuspect };
    this.#groups.set(key, group);
    return group;
  }

  dropIdle(group: Group<Start>): void {
    if (group.waiting.size === 0 && group.active === 0) this.#groups.delete(group.key);
  }

  enqueue(group: Group<Start>, start: Start): void {
    group.waiting.add(start);
    if (!group.isSuspect) this.#waiting += 1;
  }

  dequeue(group: Group<Start>, start: Start): void {
    if (!group.waiting.delete(start) || group.isSuspect) return;
    this.#waiting -= 1;
    this.options.onShorter();
  }

  standing({ key }: Group<Start>): Standing {
    return this.standingOf(key);
  }

  standingOf(key: string): Standing {
    return this.options.isJudging ? this.#standings.of(key, this.options.now()) : 'prompt';
  }

  hasAnsweredSince({ key }: Group<Start>, moment: number): boolean {
    return this.#standings.hasAnsweredSince(key, moment);
  }

  note(group: Group<Start>, answered: boolean): void {
    if (!this.options.isJudging) return;
    this.#standings.note(group.key, answered, this.options.now());
    if (group.isSuspect === !answered) return;
    group.isSuspect = !answered;
    this.#waiting += answered ? group.waiting.size : -group.waiting.size;
    if (!answered) this.options.onShorter();
  }
}

type Line = 'prompt' | 'aside' | 'silent' | 'idle';

/** Queues in which a group waits. */
const LINES: Readonly<Record<Standing, Readonly<Record<Line, boolean>>>> = {
  prompt: { prompt: true, aside: false, silent: false, idle: false },
  idle: { prompt: false, aside: true, silent: false, idle: true },
  new: { prompt: false, aside: true, silent: false, idle: false },
  suspect: { prompt: false, aside: false, silent: true, idle: false },
};

/** Groups that wait and may start as soon as there is room, in the order of their turns. */
export class Turns<G> {
  readonly #prompt = new Set<G>();
  readonly #aside = new Set<G>();
  readonly #silent = new Set<G>();
  readonly #idle = new Set<G>();

  /** A group keeps its turn in a queue where it already waits. */
  place(group: G, standing: Standing): void {
    const lines = LINES[standing];
    move(this.#prompt, group, lines.prompt);
    move(this.#aside, group, lines.aside);
    move(this.#silent, group, lines.silent);
    move(this.#idle, group, lines.idle);
  }

  remove(group: G): void {
    this.#prompt.delete(group);
    this.#aside.delete(group);
    this.#silent.delete(group);
    this.#idle.delete(group);
  }

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
