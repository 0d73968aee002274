import type { Direction, Schema } from 'dtospec/internal';
import type { Verdict } from '../rule.js';
import type { Budget, Encoding } from './values/validator.js';
import type { Candidates } from './values/candidates.js';
import { type Difference, compose, type Location, type SideName } from './location.js';
import { isMonotone } from './proofs/alternatives.js';
import type { Inclusion } from './proofs/inclusion.js';
import { finiteValues, lowerBound, typesIn, upperBound } from './keywords/bounds.js';
import { isDescribed, appliedSchemas } from './object-shape.js';
import { asSchema, type Node } from './translate.js';

interface Witnesses {
  readonly value: unknown;
  /** The value inside other complete values, to try if an alternative accepts the first one. */
  readonly more: readonly unknown[];
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly witness?: Witnesses;
  readonly isRewritten?: true;
  /** True if neither a value nor a proof was found. Then a proof for the whole message may decide. */
  readonly isOpen?: true;
}

export const SPENT = 'The search ended before all values were tried. Raise --max-candidates to try more.';
const MAX_WHOLES = 12;

export class Judge {
  private readonly sender: SideName;
  private readonly receiver: SideName;
  private readonly refused = new Map<Location, readonly unknown[]>();
  private readonly encoding: Encoding;
  private isRootProven: boolean | undefined;

  /**
   * @param senderToReceiver proves that the receiver accepts the sender's values: from the old schema to the
   *   new one in requests, and the reverse in responses
   */
  constructor(
    private readonly root: Location,
    private readonly senderToReceiver: Inclusion,
    private readonly candidates: Candidates,
    way: { readonly direction: Direction; readonly encoding: Encoding },
    private readonly maxCandidates: number,
    private readonly budget: Budget,
  ) {
    this.encoding = way.encoding;
    [this.sender, this.receiver] = way.direction === 'request' ? ['old', 'new'] : ['new', 'old'];
  }

  judge(difference: Difference): Judgement {
    const { location, fixed, changed } = difference;
    if (fixed !== undefined) return this.judgeFixed(difference);
    const from = asSchema(location[this.sender]);
    const to = asSchema(location[this.receiver]);
    const goal = changed?.(from, to) ?? to;
    if (this.isHarmless(location, from, goal)) return this.compatible(difference, from, goal);
    const witness = this.search(location, goal) ?? this.searchOverlap(location);
    if (witness !== undefined) return { verdict: 'breaking', witness };
    // As text, a limit of strings applies to numbers only together with the type.
    const other = this.encoding === 'json' ? undefined : this.search(location, to);
    if (other !== undefined) return { verdict: 'breaking', witness: other };
    if (this.senderToReceiver.includes(from, to) && this.isMonotone(location, to))
      return this.compatible(difference, from, goal);
    if (this.isSameAsText(from, to) || this.provesRoot()) return this.compatible(difference, from, goal);
    return { verdict: 'unclear', reason: this.reasonOf(), isOpen: true };
  }

  provesRoot(): boolean {
    this.isRootProven ??= this.senderToReceiver.includes(this.root[this.sender], this.root[this.receiver]);
    return this.isRootProven;
  }

  searchRoot(): Witnesses | undefined {
    return this.search(this.root, this.root[this.receiver]);
  }

  private judgeFixed({ fixed, rule, location }: Difference): Judgement {
    if (fixed === undefined || fixed.verdict === 'compatible') return { verdict: 'compatible' };
    // The default of a sent value concerns only the service.
    if (rule === 'default-changed' && this.sender === 'new') return { verdict: 'compatible' };
    // A format that only the sender has always excludes values.
    const isNarrower = asSchema(location[this.receiver]).format === undefined;
    if (rule === 'format-changed' && isNarrower) return { verdict: 'compatible' };
    return { verdict: 'unclear', reason: fixed.reason ?? '' };
  }

  private compatible({ warning }: Difference, from: Schema, goal: Node): Judgement {
    const reason = warning?.(from, this.sender === 'old');
    if (reason !== undefined) return { verdict: 'unclear', reason };
    const isBack = typeof goal === 'object' && this.senderToReceiver.reversed().proves(goal, from);
    return isBack ? { verdict: 'compatible', isRewritten: true } : { verdict: 'compatible' };
  }

  private isHarmless(location: Location, from: Schema, goal: Node): boolean {
    return this.senderToReceiver.includes(from, goal) && this.isMonotone(location, goal);
  }

  /** Returns whether the whole schema accepts more if the schema at this place does. */
  private isMonotone(location: Location, goal: Node): boolean {
    let node = goal;
    for (let place = location; place.step !== undefined && place.parent !== undefined; place = place.parent) {
      const around = place.parent[this.receiver];
      if (!isMonotone(place.step, around, place[this.receiver], [node], this.senderToReceiver)) return false;
      node = around;
    }
    return true;
  }

  /**
   * Returns a value that contains a value at a place, if the sender may send it and the receiver refuses it.
   */
  wrap(location: Location, value: unknown): unknown {
    this.budget.begin();
    if (this.budget.isSpent()) return undefined;
    const [whole] = this.wholesAround(location, value);
    return whole;
  }

  get isSpent(): boolean {
    return this.budget.isSpent();
  }

  /**
   * Yields values of the whole schema that contain a value at a
   * place: the sender may send them, the receiver refuses them.
   */
  private *wholesAround(location: Location, value: unknown): Generator {
    const { validator } = this.senderToReceiver;
    const whole = this.root[this.sender];
    const wanted = this.root[this.receiver];
    let wholes = 0;
    for (const composed of compose(location, value, this.sender, this.candidates)) {
      if ((wholes += 1) > MAX_WHOLES) return;
      if (
        validator.accepts(whole, composed) === true &&
        validator.accepts(wanted, composed, this.encoding) === false
      )
        yield composed;
    }
  }

  private around(location: Location, value: unknown): Witnesses | undefined {
    const [first, ...more] = this.wholesAround(location, value);
    return first === undefined ? undefined : { value: first, more };
  }

  private search(location: Location, goal: Node): Witnesses | undefined {
    for (const value of this.refusedAt(location)) {
      if (this.senderToReceiver.validator.accepts(goal, value, this.encoding) !== false) continue;
      const whole = this.around(location, value);
      if (whole !== undefined) return whole;
    }
    return undefined;
  }

  /**
   * Searches a value that only another alternative of a `oneOf`
   * accepted, and that this alternative now accepts, too.
   */
  private searchOverlap(location: Location): Witnesses | undefined {
    const { from, validator } = this.senderToReceiver;
    for (let place: Location | undefined = location; place !== undefined; place = place.parent) {
      const { step, parent, [this.sender]: own, [this.receiver]: other }: Location = place;
      if (step?.kind !== 'branch' || step.keyword !== 'oneOf' || parent === undefined) continue;
      const sent = asSchema(parent[this.sender]);
      for (const value of this.refusedAt(parent)) {
        if (validator.accepts(own, value) !== false) continue;
        if (validator.accepts(other, value, this.encoding) !== true) continue;
        const isSent = (sent.oneOf ?? [sent]).some(
          (node) => validator.accepts(node, value) === true && isDescribed(from, [node], value),
        );
        const whole = isSent ? this.around(parent, value) : undefined;
        if (whole !== undefined) return whole;
      }
    }
    return undefined;
  }

  private refusedAt(location: Location): readonly unknown[] {
    const known = this.refused.get(location);
    if (known !== undefined) return known;
    const { schemas } = this.candidates;
    const { validator } = this.senderToReceiver;
    const from = location[this.sender];
    const to = location[this.receiver];
    const near = appliedSchemas(this.senderToReceiver.to, to);
    const values: unknown[] = [];
    let tried = 0;
    const sources = [
      this.candidates.values(from, near),
      ...near.slice(0, 20).map((part) => this.candidates.values(part)),
    ];
    for (const source of sources)
      for (const value of source) {
        if ((tried += 1) > this.maxCandidates || this.budget.isSpent()) break;
        if (
          validator.accepts(from, value) === true &&
          validator.accepts(to, value, this.encoding) === false &&
          isDescribed(schemas, [from], value)
        )
          values.push(value);
      }
    this.refused.set(location, values);
    return values;
  }

  /** Returns whether a scalar is also a list of one item, as in a query. */
  private isListOf(from: Schema, to: Schema): boolean {
    const { minItems = 0, maxItems = 1, prefixItems, contains, items = true } = to;
    const hasOwnRules = (prefixItems ?? contains) !== undefined;
    const takesOneItem = typesIn(to).includes('array') && minItems <= 1 && maxItems > 0;
    if (!takesOneItem || hasOwnRules || !this.isScalar(from)) return false;
    const item = asSchema(this.senderToReceiver.to.expand(items));
    return this.senderToReceiver.includes(from, item) || this.isSameAsText(from, item);
  }

  private isSameAsText(from: Schema, to: Schema): boolean {
    if (this.encoding === 'json') return false;
    const isAccepted = (value: unknown): boolean =>
      this.senderToReceiver.validator.accepts(to, value, this.encoding) === true;
    if (finiteValues(from)?.every(isAccepted) === true) return true;
    if (this.encoding === 'repeatable' && this.isListOf(from, to)) return true;
    const integer = asSchema(this.candidates.schemas.expand(from));
    if (integer.type === 'integer' && this.senderToReceiver.includes(asDigits(integer), to)) return true;
    return (
      typesIn(to).includes('string') && !TEXT_LIMITS.some((keyword) => keyword in to) && this.isScalar(from)
    );
  }

  private isScalar(node: Node): boolean {
    const schema = asSchema(this.candidates.schemas.expand(node));
    return (
      (schema.anyOf ?? schema.oneOf)?.every((branch) => this.isScalar(branch)) ??
      typesIn(schema).every((type) => type !== 'object' && type !== 'array')
    );
  }

  private reasonOf(): string {
    if (this.isSpent) return SPENT;
    const { validator } = this.senderToReceiver;
    for (const side of [this.sender, this.receiver])
      if (
        this.candidates
          .samples(this.root[side])
          .some((value) => validator.accepts(this.root[side], value) === undefined)
      )
        return `The ${side} schema cannot be read: a pattern or type in it is not valid.`;
    if (this.candidates.samples(this.root[this.sender]).length === 0)
      return `No value that the ${this.sender} schema accepts was found.`;
    return 'No refused value was found, and no proof that all values are accepted.';
  }
}

function asDigits(schema: Schema): Schema {
  const limits = [lowerBound(schema).limit, upperBound(schema).limit] as const;
  const longest =
    limits.every(Number.isSafeInteger) && Math.max(...limits.map((limit) => String(limit).length));
  return {
    type: 'string',
    pattern: limits[0] < 0 ? '^-?[0-9]+$' : '^[0-9]+$',
    minLength: limits[0] > 0 ? String(limits[0]).length : 1,
    ...(longest !== false && { maxLength: longest }),
  };
}

const TEXT_LIMITS = [
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
