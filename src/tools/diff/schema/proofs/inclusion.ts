import { omit, type Schema, type SchemaType } from 'dtospec/internal';
import { finiteValues, lowerBound, typesIn, upperBound } from '../keywords/bounds.js';
import { GROUP_NAMES, type GroupName, GROUPS, hasGroup, writesAlike } from '../keywords/groups.js';
import type { Prover } from '../keywords/keyword.js';
import { PairMemo } from './equality.js';
import type { Schemas } from '../schemas.js';
import type { Node } from '../translate.js';
import type { Validator } from '../values/validator.js';

const MAX_DEPTH = 6;
/** Maximum number of combinations of a schema's alternatives, and of alternatives that one proof opens. */
const MAX_COMBINATIONS = 1000;
const MAX_ALTERNATIVES = 10_000;

/**
 * Proves that a schema accepts everything that a sender with
 * another schema sends. A missing proof proves nothing.
 */
export class Inclusion implements Prover {
  private readonly memo = new PairMemo();
  private readonly disjointness = new WeakMap<Schema, WeakMap<Schema, boolean>>();
  private back: Inclusion | undefined;
  private opened = { alternatives: 0 };

  /**
   * @param assumed pairs that are assumed to be proved
   * @param isClosed true if members that the first schema does not describe are never sent
   */
  constructor(
    readonly from: Schemas,
    readonly to: Schemas,
    readonly validator: Validator,
    private readonly assumed: readonly (readonly [Node, Node])[] = [],
    readonly isClosed = true,
  ) {
    for (const [a, r] of assumed) {
      const own = from.expand(a);
      const asked = to.expand(r);
      if (typeof own === 'object' && typeof asked === 'object') this.memo.assume(own, asked);
    }
  }

  includes(a: Node, r: Node): boolean {
    this.opened.alternatives = 0;
    return this.compare(this.from.expand(a), this.to.expand(r), 0);
  }

  proves(a: Node, r: Node, depth = 0): boolean {
    if (depth === 0) this.opened.alternatives = 0;
    if (a === false || r === true || a === r) return true;
    if (depth > MAX_DEPTH * 4) return false;
    const own = this.from.expand(a);
    const asked = this.to.expand(r);
    const compare = (): boolean => this.compare(own, asked, depth);
    return typeof own === 'object' && typeof asked === 'object'
      ? this.memo.ask(own, asked, compare)
      : compare();
  }

  private provesGroup(a: Schema, r: Schema, group: GroupName, depth = 0): boolean {
    if (!hasGroup(r, group) || writesAlike(a, r, group)) return true;
    if (GROUPS[group].proves(a, r, this, depth)) return true;
    return this.alternativesOf(a, depth)?.every((branch) => this.provesOne(branch, r, group, depth)) === true;
  }

  disjoint(a: Node, b: Node): boolean {
    if (typeof a === 'boolean' || typeof b === 'boolean') return areDisjoint(a, b, this);
    const others = this.disjointness.get(a) ?? new WeakMap<Schema, boolean>();
    const known = others.get(b) ?? areDisjoint(a, b, this);
    this.disjointness.set(a, others.set(b, known));
    return known;
  }

  reversed(): Prover {
    this.back ??= new Inclusion(
      this.to,
      this.from,
      this.validator,
      this.assumed.map(([a, r]) => [r, a]),
      false,
    );
    this.back.opened = this.opened;
    return this.back;
  }

  private provesOne(branch: Node, r: Schema, group: GroupName, depth: number): boolean {
    const schema = this.from.expand(branch);
    if (typeof schema === 'boolean') return !schema;
    return this.isAccepted(schema, r) || this.provesGroup(schema, r, group, depth + 1);
  }

  private compare(a: Node, r: Node, depth: number): boolean {
    if (a === false || r === true) return true;
    if (r === false) return this.isEmpty(a);
    if (a === true) return this.compare({}, r, depth);
    if (this.isAccepted(a, r)) return true;
    return GROUP_NAMES.every((group) => this.provesGroup(a, r, group, depth));
  }

  private isAccepted(a: Schema, r: Schema): boolean {
    const values = finiteValues(a);
    return (
      values?.every(
        (value) => this.validator.accepts(a, value) === false || this.validator.accepts(r, value) === true,
      ) === true
    );
  }

  private isEmpty(a: Node): boolean {
    if (typeof a === 'boolean') return !a;
    const { not } = a as { not?: Node };
    return (
      not === true || (typeof not === 'object' && Object.keys(not).length === 0) || typesIn(a).length === 0
    );
  }

  private alternativesOf(a: Schema, depth: number): Node[] | undefined {
    if (depth > MAX_DEPTH || a.unevaluatedProperties !== undefined) return undefined;
    if (combinationsOf(a) > MAX_COMBINATIONS || this.opened.alternatives > MAX_ALTERNATIVES) return undefined;
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const rest = omit(a, [keyword]);
      const branches = a[keyword];
      if (branches === undefined) continue;
      this.opened.alternatives += branches.length;
      return branches.map((branch) => this.from.both(this.from.expand(branch), rest));
    }
    const types = typesIn(a);
    if (a.type === undefined && types.length > 1 && depth > 0) return undefined;
    return types.length > 1 ? types.map((type) => ({ ...a, type })) : undefined;
  }
}

function combinationsOf({ anyOf, oneOf, allOf = [] }: Schema): number {
  const own = (anyOf?.length ?? 1) * (oneOf?.length ?? 1);
  return allOf.reduce((count, part) => count * combinationsOf(part), own);
}

function areDisjoint(left: Node, right: Node, prover: Prover, depth = 0): boolean {
  const a = prover.to.expand(left);
  const b = prover.to.expand(right);
  if (a === false || b === false) return true;
  if (a === true || b === true || depth > 4) return false;
  const common = commonTypes(a, b);
  if (common.length === 0) return true;
  const { validator } = prover;
  for (const [sideA, sideB] of [[a, b] as const, [b, a] as const]) {
    if (finiteValues(sideA)?.every((value) => validator.accepts(sideB, value) === false) === true)
      return true;
    // None of the alternatives may overlap with the other schema.
    const branches = sideA.anyOf ?? sideA.oneOf;
    if (branches?.every((branch) => areDisjoint(branch, sideB, prover, depth + 1)) === true) return true;
  }
  return common.every((type) => {
    if (type === 'object') return haveTellingMember(a, b, prover, depth);
    if (type === 'number' || type === 'integer')
      return lowerBound(a).limit > upperBound(b).limit || lowerBound(b).limit > upperBound(a).limit;
    return false;
  });
}

function haveTellingMember(a: Schema, b: Schema, prover: Prover, depth: number): boolean {
  const names = [...(a.required ?? []), ...(b.required ?? [])];
  return names.some((name) => {
    const left = memberOf(a, name);
    const right = memberOf(b, name);
    return left !== undefined && right !== undefined && areDisjoint(left, right, prover, depth + 1);
  });
}

function memberOf(
  { properties = {}, additionalProperties, patternProperties }: Schema,
  name: string,
): Node | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  return patternProperties === undefined ? additionalProperties : undefined;
}

function commonTypes(a: Schema, b: Schema): SchemaType[] {
  const isIn = (types: readonly SchemaType[], type: SchemaType): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const left = typesIn(a);
  const right = typesIn(b);
  return [
    ...left.filter((type) => isIn(right, type)),
    ...right.filter((type) => isIn(left, type) && !left.includes(type)),
  ];
}
