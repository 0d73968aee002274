import { omit } from '../../json-schema/keywords.js';
import { canonical } from '../../json-schema/canonical.js';
import type { Schema } from '../../json-schema/schema.js';
import type { Direction, Verdict } from '../types.js';
import type { Candidates } from './candidates.js';
import { asSchema, type Difference } from './difference.js';
import type { Inclusion } from './inclusion.js';
import { compose, type Location, type SideName } from './location.js';
import { typesIn } from './numbers.js';
import { isDescribed, partsOf } from './shape.js';
import type { Node } from './translate.js';

/** What a difference means, and by what that was shown. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Of an unclear one. */
  readonly reason?: string;
  /** The whole value; of a breaking one. */
  readonly witness?: { readonly value: unknown };
  /** Whether the two write the same in different words. */
  readonly isRewritten?: true;
}

/** How many surroundings of one value are tried. */
const MOST_WHOLES = 12;

/** Judges the differences of two schemas that one message has, as it was and as it is. */
export class Judge {
  private readonly sender: SideName;
  private readonly receiver: SideName;
  private readonly tried = new Map<Location, readonly unknown[]>();
  private isRootProven: boolean | undefined;

  /**
   * @param forth what the sender's values are asked about: in requests the old schema's against the new one, in
   * responses the new schema's against the old one
   * @param isText whether the value travels as text
   */
  constructor(
    private readonly root: Location,
    private readonly forth: Inclusion,
    private readonly candidates: Candidates,
    direction: Direction,
    private readonly isText: boolean,
    private readonly maxCandidates: number,
  ) {
    [this.sender, this.receiver] = direction === 'request' ? ['old', 'new'] : ['new', 'old'];
  }

  judge(difference: Difference): Judgement {
    const { location, fixed, changed } = difference;
    if (fixed !== undefined) return this.judgeFixed(difference);
    const [from, to] = [asSchema(location[this.sender]), asSchema(location[this.receiver])];
    const goal = changed?.(from, to) ?? to;
    if (this.isHarmless(location, from, goal)) return this.compatible(difference, from, goal);
    const witness = this.search(location, goal);
    if (witness !== undefined) return { verdict: 'breaking', witness };
    if (this.forth.proves(from, to) && this.isMonotone(location, to))
      return this.compatible(difference, from, goal);
    if (this.isSameAsText(from, to) || this.provesRoot()) return this.compatible(difference, from, goal);
    return { verdict: 'unclear', reason: this.reasonOf(location) };
  }

  /** Whether the sender's whole values are accepted still, whatever its differences look like. */
  provesRoot(): boolean {
    this.isRootProven ??= this.forth.proves(this.root[this.sender], this.root[this.receiver]);
    return this.isRootProven;
  }

  /** A value of the whole that no single difference explains. */
  searchRoot(): { value: unknown } | undefined {
    return this.search(this.root, this.root[this.receiver]);
  }

  private judgeFixed({ fixed, rule }: Difference): Judgement {
    if (fixed === undefined || fixed.verdict === 'compatible') return { verdict: 'compatible' };
    // A default is the service's own affair in what it sends.
    if (rule === 'default-changed' && this.sender === 'new') return { verdict: 'compatible' };
    return { verdict: 'unclear', reason: fixed.reason ?? '' };
  }

  private compatible({ caution }: Difference, from: Schema, goal: Node): Judgement {
    const reason = caution?.(from, this.sender === 'old');
    if (reason !== undefined) return { verdict: 'unclear', reason };
    const isBack = typeof goal === 'object' && this.forth.reversed().proves(goal, from);
    return isBack ? { verdict: 'compatible', isRewritten: true } : { verdict: 'compatible' };
  }

  private isHarmless(location: Location, from: Schema, goal: Node): boolean {
    return this.forth.proves(from, goal) && this.isMonotone(location, goal);
  }

  /** Whether more of this place is never less of the whole: of oneOf, where no other alternative takes the value too. */
  private isMonotone(location: Location, goal: Node): boolean {
    let [place, node]: [Location | undefined, Node] = [location, goal];
    while (place?.step !== undefined) {
      const { step, parent }: Location = place;
      if (step.kind === 'branch' && step.keyword === 'oneOf' && parent !== undefined) {
        const own = place[this.receiver];
        const others = asSchema(parent[this.receiver]).oneOf ?? [];
        const rest = omit(asSchema(parent[this.receiver]), ['oneOf', 'discriminator']);
        const { to } = this.forth;
        const isOwn = (one: Schema): boolean =>
          one === own ||
          to.expand(one) === own ||
          canonical(to.both(to.expand(one), rest)) === canonical(own);
        if (!others.every((one) => isOwn(one) || this.forth.disjoint(node, one))) return false;
      }
      node = parent?.[this.receiver] ?? true;
      place = parent;
    }
    return true;
  }

  /** A whole value that the sender's schema accepts and the receiver's refuses, because of this place. */
  private search(location: Location, goal: Node): { value: unknown } | undefined {
    const { validator } = this.forth;
    const [from, to] = [location[this.sender], location[this.receiver]];
    const [whole, wanted] = [this.root[this.sender], this.root[this.receiver]];
    for (const value of this.valuesAt(location)) {
      if (validator.accepts(from, value) !== true) continue;
      if (validator.accepts(goal, value, this.isText) !== false) continue;
      if (validator.accepts(to, value, this.isText) !== false) continue;
      let wholes = 0;
      for (const composed of compose(location, value, this.sender, this.candidates)) {
        if ((wholes += 1) > MOST_WHOLES) break;
        if (
          validator.accepts(whole, composed) !== true ||
          validator.accepts(wanted, composed, this.isText) !== false
        )
          continue;
        if (isDescribed(this.candidates.schemas, [whole], composed)) return { value: composed };
      }
    }
    return undefined;
  }

  /** Values to try at a place, each once; the same for all differences there. */
  private valuesAt(location: Location): readonly unknown[] {
    const known = this.tried.get(location);
    if (known !== undefined) return known;
    const { schemas } = this.candidates;
    const near = partsOf(this.forth.to, location[this.receiver]);
    const values = new Map<string, unknown>();
    let made = 0;
    const sources = [
      this.candidates.values(location[this.sender], near),
      ...near.slice(0, 20).map((part) => this.candidates.values(part)),
    ];
    for (const source of sources)
      for (const value of source) {
        if ((made += 1) > this.maxCandidates) break;
        const key = canonical(value);
        if (!values.has(key) && isDescribed(schemas, [location[this.sender]], value)) values.set(key, value);
      }
    const list = [...values.values()];
    this.tried.set(location, list);
    return list;
  }

  /** Any scalar is a string where all travels as text. */
  private isSameAsText(from: Schema, to: Schema): boolean {
    const limits = [
      'pattern',
      'minLength',
      'maxLength',
      'format',
      'enum',
      'const',
      'not',
      'anyOf',
      'oneOf',
      'allOf',
      'if',
    ];
    return (
      this.isText &&
      typesIn(to).includes('string') &&
      !limits.some((keyword) => keyword in to) &&
      typesIn(from).every((type) => type !== 'object' && type !== 'array')
    );
  }

  private reasonOf(location: Location): string {
    const { validator } = this.forth;
    for (const side of [this.sender, this.receiver])
      if (
        validator.accepts(location[side], null) === undefined ||
        validator.accepts(this.root[side], null) === undefined
      )
        return `The ${side} schema cannot be compiled: a pattern or type in it is not readable.`;
    if (this.candidates.samples(this.root[this.sender]).length === 0)
      return `No value that the ${this.sender} schema accepts was found.`;
    return `Among ${this.valuesAt(location).length} values tried none is refused, but that none is could not be shown.`;
  }
}
