import { canonical, jsonTypeOf, omit, type Schema } from 'dtospec/internal';
import { Budget, type Validator } from './validator.js';
import { arrayCandidates, objectCandidates } from './container-values.js';
import { typesIn } from '../keywords/bounds.js';
import { OF_EACH_TYPE, scalarCandidates } from './scalar-values.js';
import type { Schemas } from '../schemas.js';
import { appliedSchemas } from '../object-shape.js';
import type { PatternStrings } from './pattern-strings.js';
import { asSchema, type Node } from '../translate.js';

/** Maximum number of valid values to keep for a schema and to try. */
const SAMPLES = 6;
const TRIES = 400;
const MAX_DEPTH = 12;
/** Maximum number of unions, one inside another, that are searched in turn without a value. */
const MAX_BARREN = 64;

export class Candidates {
  private readonly known = new WeakMap<Schema, readonly unknown[]>();
  private readonly underway = new Set<Schema>();
  private cut = 0;
  /** The number of unions since the last value. */
  private barren = 0;

  constructor(
    readonly schemas: Schemas,
    readonly validator: Validator,
    readonly patterns: PatternStrings,
    private readonly budget: Budget = new Budget([validator], Infinity, Infinity),
  ) {}

  samples(node: Node): readonly unknown[] {
    const schema = this.schemas.expand(node);
    if (schema === true) return OF_EACH_TYPE;
    if (schema === false) return [];
    const known = this.known.get(schema);
    if (known !== undefined) return known;
    // A schema that contains itself: the value ends here.
    if (this.underway.has(schema) || this.underway.size > MAX_DEPTH) {
      this.cut += 1;
      return [];
    }
    const before = this.cut;
    this.underway.add(schema);
    const samples = this.collect(schema, SAMPLES);
    this.underway.delete(schema);
    // If a recursive schema ended before its first value, another path to it may find one.
    if (samples.length > 0 || this.cut === before || this.underway.size === 0)
      this.known.set(schema, samples);
    return samples;
  }

  distinct(node: Node, count: number): readonly unknown[] {
    const samples = this.samples(node);
    const schema = this.schemas.expand(node);
    if (samples.length >= count || typeof schema === 'boolean' || samples.length === 0)
      return samples.slice(0, count);
    return this.collect(schema, count, countingValues(count));
  }

  *values(node: Node, others: readonly Schema[] = [], depth = 0): Generator {
    const expanded = this.schemas.expand(node);
    // Alternatives that refer back to themselves end here.
    if (expanded === false || depth > MAX_DEPTH) return;
    if (depth === 0) this.barren = 0;
    if (expanded === true) yield* OF_EACH_TYPE;
    const schema = asSchema(expanded);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) {
      yield* this.ofBranches(schema, branches, others, depth);
      return;
    }
    this.barren = 0;
    const near = [
      schema,
      ...(schema.allOf ?? []).flatMap((part) => appliedSchemas(this.schemas, part)),
      ...others,
    ];
    for (const value of this.ofSchema(schema, near)) yield value;
    yield* this.ofConditions(schema, others, depth + 1);
  }

  private *ofBranches(
    schema: Schema,
    branches: readonly Node[],
    others: readonly Schema[],
    depth: number,
  ): Generator {
    const more = (schema.allOf ?? []).filter((part) => (part.anyOf ?? part.oneOf) !== undefined);
    if (depth + more.length > MAX_DEPTH || (this.barren += 1) > MAX_BARREN) return;
    const rest = omit(schema, [schema.anyOf === undefined ? 'oneOf' : 'anyOf']);
    for (const branch of branches)
      yield* this.values(this.schemas.both(this.schemas.expand(branch), rest), others, depth + 1);
  }

  private *ofSchema(schema: Schema, near: readonly Schema[]): Generator {
    const types = typesIn(schema);
    const isPossible = (value: unknown): boolean =>
      types.some(
        (type) => type === jsonTypeOf(value) || (type === 'integer' && jsonTypeOf(value) === 'number'),
      );
    for (const value of scalarCandidates(near, this.patterns)) if (isPossible(value)) yield value;
    if (types.includes('array')) yield* arrayCandidates(schema, near, this);
    if (types.includes('object')) yield* objectCandidates(schema, near, this);
  }

  private *ofConditions(schema: Schema, others: readonly Schema[], depth: number): Generator {
    const { if: condition, then, else: fallback, not } = schema;
    const rest = omit(schema, ['if', 'then', 'else', 'not']);
    for (const part of [condition, then, fallback])
      if (part !== undefined)
        yield* this.values(this.schemas.both(this.schemas.expand(part), rest), others, depth);
    if (not !== undefined && typeof not === 'object') yield* this.values(not, [], depth);
  }

  private collect(schema: Schema, count: number, more: Iterable<unknown> = []): readonly unknown[] {
    const distinct = new Map<string, unknown>();
    let tries = 0;
    for (const values of [this.values(schema), more])
      for (const value of values) {
        if (distinct.size >= count || (tries += 1) > TRIES + count * 2 || this.budget.isSpent()) break;
        const key = canonical(value);
        if (!distinct.has(key) && this.validator.accepts(schema, value) === true) distinct.set(key, value);
      }
    return [...distinct.values()];
  }
}

function* countingValues(count: number): Generator {
  for (let index = 0; index < count; index += 1) {
    yield index;
    yield `a${index}`;
    yield { a: index };
  }
}
