import { Checker } from '../checker/checker.js';
import type { Direction } from '../hidden-properties.js';
import { isSlowPattern } from '../pattern/slow-pattern.js';
import type { Schema } from '../schema.js';
import { sameJson, valuesOf } from '../values.js';
import type { Resolve } from '../walk.js';
import {
  type AnySchema,
  exampleArrays,
  exampleObjects,
  type Made,
  type MemberMaker,
} from './container-examples.js';
import { declaredValues } from './declared-values.js';
import { exampleNumbers, exampleStrings } from './scalar-examples.js';

/** Steps for one example: schemas that are entered, and values that are checked. */
const MOST_STEPS = 2000;

/** Combinations of alternatives that are tried for one schema. */
const MOST_CHOICES = 16;

/** Schemas inside each other up to which values are made. */
const DEEPEST = 16;

/**
 * Makes examples of schemas: deterministic, readable, and accepted by the schema. Declared examples, defaults
 * and listed values come first.
 */
export class ExampleMaker implements MemberMaker {
  readonly direction: Direction;
  readonly #checker: Checker;
  readonly #resolve: Resolve;
  readonly #made = new Map<AnySchema, Made | undefined>();
  readonly #underway = new Set<AnySchema>();
  readonly #numbers = new Map<AnySchema, number>();
  readonly #joined = new Map<string, Schema>();
  #cuts = 0;
  #steps = 0;

  /** @param checker compiles schemas; makers of one document share it */
  constructor(resolve: Resolve, direction: Direction, checker = new Checker({ resolve })) {
    this.direction = direction;
    this.#resolve = resolve;
    this.#checker = checker;
  }

  /** Returns an accepted value, or undefined if none was found. */
  make(schema: AnySchema): Made | undefined {
    if (this.#made.has(schema)) return this.#made.get(schema);
    if (this.#underway.has(schema) || this.#underway.size > DEEPEST) {
      this.#cuts += 1;
      return undefined;
    }
    if (this.#underway.size === 0) this.#steps = 0;
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) return undefined;
    const cuts = this.#cuts;
    this.#underway.add(schema);
    const [example] = this.#search(schema, 1);
    this.#underway.delete(schema);
    const result = example === undefined ? undefined : { value: example };
    // A schema that contains itself may have an example at another place.
    if (cuts === this.#cuts || this.#underway.size === 0) this.#made.set(schema, result);
    return result;
  }

  makeSeveral(schema: AnySchema, count: number): readonly unknown[] {
    return this.#search(schema, count, numbered(count));
  }

  together(schemas: readonly AnySchema[]): AnySchema {
    const [first = true, ...others] = schemas;
    if (others.length === 0) return first;
    const key = schemas.map((schema) => this.#numberOf(schema)).join();
    const known = this.#joined.get(key);
    if (known !== undefined) return known;
    const joined: Schema = { allOf: schemas.map((schema) => asSchema(schema)) };
    this.#joined.set(key, joined);
    return joined;
  }

  accepts(schema: AnySchema, value: unknown): boolean {
    this.#steps += 1;
    return this.#steps < MOST_STEPS && this.#checker.accepts(schema, value) === true;
  }

  resolve(schema: AnySchema | undefined): AnySchema | undefined {
    return typeof schema === 'object' && typeof schema.$ref === 'string'
      ? (this.#resolve(schema.$ref) ?? schema)
      : schema;
  }

  #numberOf(schema: AnySchema): number {
    const known = this.#numbers.get(schema) ?? this.#numbers.size;
    this.#numbers.set(schema, known);
    return known;
  }

  #search(schema: AnySchema, count: number, more: readonly unknown[] = []): unknown[] {
    const values: unknown[] = [];
    for (const parts of this.#choices([schema], 0)) {
      if (parts.some(hasSlowPattern)) continue;
      for (const candidates of [this.#candidates(parts), more])
        for (const value of candidates) {
          if (this.#steps >= MOST_STEPS) return values;
          const isNew = !values.some((other) => sameJson(other, value));
          if (isNew && this.accepts(schema, value)) values.push(value);
          if (values.length >= count) return values;
        }
    }
    return values;
  }

  /** Returns lists of schemas that all apply, without references, `allOf` and alternatives. */
  #choices(schemas: readonly AnySchema[], depth: number): Schema[][] {
    const parts = this.#partsOf(schemas);
    if (parts === undefined) return [];
    const alternatives = depth > DEEPEST ? [] : parts.flatMap(alternativesOf);
    let choices: Schema[][] = [parts];
    for (const branches of alternatives) {
      const chosen = branches.flatMap((branch) => this.#choices([branch], depth + 1));
      choices = choices.flatMap((choice) => chosen.map((branch) => [...choice, ...branch]));
      choices.splice(MOST_CHOICES);
    }
    return choices;
  }

  /** Returns the schemas with those behind `$ref` and `allOf`, or undefined if one of them accepts no value. */
  #partsOf(schemas: readonly AnySchema[]): Schema[] | undefined {
    const parts = new Set<Schema>();
    const pending = [...schemas];
    for (const schema of pending) {
      if (schema === false) return undefined;
      if (schema === true || parts.has(schema)) continue;
      parts.add(schema);
      if (typeof schema.$ref === 'string') pending.push(this.#resolve(schema.$ref) ?? true);
      pending.push(...(schema.allOf ?? []));
    }
    return [...parts];
  }

  *#candidates(parts: readonly Schema[]): Generator {
    for (const part of parts) yield* declaredValues(part);
    for (const part of parts) yield* valuesOf(part) ?? [];
    for (const type of typesOf(parts)) yield* this.#ofType(type, parts);
  }

  #ofType(type: string, parts: readonly Schema[]): Iterable<unknown> {
    switch (type) {
      case 'string':
        return exampleStrings(parts);
      case 'integer':
      case 'number':
        return exampleNumbers(parts);
      case 'boolean':
        return [true, false];
      case 'array':
        return exampleArrays(parts, this);
      case 'object':
        return exampleObjects(parts, this);
      default:
        return [null];
    }
  }
}

function alternativesOf({ oneOf, anyOf }: Schema): (readonly AnySchema[])[] {
  return [oneOf, anyOf].filter((branches) => branches !== undefined);
}

function asSchema(schema: AnySchema): Schema {
  if (typeof schema === 'object') return schema;
  return schema ? {} : { not: {} };
}

/** Keywords that suggest a type where the schema has none. */
const TYPES_OF_KEYWORDS = new Map<keyof Schema, string>([
  ['properties', 'object'],
  ['additionalProperties', 'object'],
  ['required', 'object'],
  ['items', 'array'],
  ['prefixItems', 'array'],
  ['format', 'string'],
  ['pattern', 'string'],
  ['minLength', 'string'],
  ['maxLength', 'string'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['multipleOf', 'number'],
]);

function typesOf(parts: readonly Schema[]): readonly string[] {
  const [first, ...others] = parts.flatMap(({ type }) => (type === undefined ? [] : [[type].flat()]));
  if (first !== undefined) {
    const common = first.filter((type) =>
      others.every((types) => types.includes(type) || (type === 'integer' && types.includes('number'))),
    );
    const narrow = others.flat().filter((type) => type === 'integer' && first.includes('number'));
    return [...common, ...narrow].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
  }
  for (const [keyword, type] of TYPES_OF_KEYWORDS)
    if (parts.some((part) => part[keyword] !== undefined)) return [type];
  return ['string', 'number', 'boolean', 'object', 'array', 'null'];
}

/**
 * Declared values were tested with the pattern when the document was built; made values would be tested here.
 */
function hasSlowPattern({ pattern }: Schema): boolean {
  return typeof pattern === 'string' && isSlowPattern(pattern) !== false;
}

function numbered(count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => [index + 1, `string${index + 1}`]).flat();
}
