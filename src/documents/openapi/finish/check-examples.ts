import type { Report } from '../../../shared/diagnostics.js';
import { isRecord } from '../../../shared/values.js';
import { accepts } from '../../json-schema/accepts.js';
import type { Schema } from '../../json-schema/schema.js';
import type { Resolve } from '../../json-schema/walk.js';

export interface ExampleOfSchema {
  readonly value: unknown;
  readonly schema: Schema;
  readonly place: string;
}

export function checkExamples(examples: readonly ExampleOfSchema[], resolve: Resolve, report: Report): void {
  for (const { value, schema, place } of examples) {
    const mismatch = findMismatch(value, schema, resolve);
    if (mismatch === undefined) continue;
    const detail = JSON.stringify(value);
    report({
      code: 'example-mismatch',
      message: `The example ${detail} does not satisfy its schema: ${mismatch}. Change the example, or the rules.`,
      detail,
      place,
    });
  }
}

export function findMismatch(
  value: unknown,
  schema: Schema | boolean,
  resolve: Resolve,
  followed: readonly string[] = [],
): string | undefined {
  if (accepts(schema, value, resolve) !== false) return undefined;
  if (typeof schema === 'boolean') return 'nothing is allowed there';
  // A recursive reference, which is being explained already.
  if (schema.$ref !== undefined && followed.includes(schema.$ref)) return undefined;
  const walk: Walk = {
    here: (part) => findMismatch(value, part, resolve, followed),
    inside: (part, member) => findMismatch(member, part, resolve),
    follow: (ref) => {
      const target = resolve(ref);
      return target && findMismatch(value, target, resolve, [...followed, ref]);
    },
  };
  for (const explain of EXPLANATIONS) {
    const mismatch = explain(value, schema, walk);
    if (mismatch !== undefined) return mismatch;
  }
  const refusing = Object.entries(schema).find(
    ([keyword, argument]) => accepts({ [keyword]: argument as unknown }, value, resolve) === false,
  );
  return refusing === undefined ? 'it is refused' : `it does not satisfy ${refusing[0]}`;
}

interface Walk {
  readonly here: (schema: Schema) => string | undefined;
  readonly inside: (schema: Schema | boolean, member: unknown) => string | undefined;
  readonly follow: (ref: string) => string | undefined;
}

type Explain = (value: unknown, schema: Schema, walk: Walk) => string | undefined;

const SENTENCES: ReadonlyMap<string, (argument: unknown) => string> = new Map(
  Object.entries<(argument: unknown) => string>({
    type: (types) => `its type is not ${[types].flat().join(' or ')}`,
    const: (constant) => `it is not ${JSON.stringify(constant)}`,
    enum: (values) => `it is not one of ${JSON.stringify(values)}`,
    minimum: (limit) => `it is less than ${String(limit)}`,
    maximum: (limit) => `it is more than ${String(limit)}`,
    exclusiveMinimum: (limit) => `it is not more than ${String(limit)}`,
    exclusiveMaximum: (limit) => `it is not less than ${String(limit)}`,
    multipleOf: (divisor) => `it is not a multiple of ${String(divisor)}`,
    minLength: (limit) => `it is shorter than ${String(limit)}`,
    maxLength: (limit) => `it is longer than ${String(limit)}`,
    pattern: (pattern) => `it does not match ${String(pattern)}`,
    minItems: (limit) => `it has fewer than ${String(limit)} items`,
    maxItems: (limit) => `it has more than ${String(limit)} items`,
    uniqueItems: () => 'two of its items are the same',
    minProperties: (limit) => `it has fewer than ${String(limit)} properties`,
    maxProperties: (limit) => `it has more than ${String(limit)} properties`,
  }),
);

const EXPLANATIONS: readonly Explain[] = [
  (_, { $ref }, walk) => ($ref === undefined ? undefined : walk.follow($ref)),
  (value, schema) =>
    firstOf(Object.entries(schema), ([keyword, argument]) =>
      accepts({ [keyword]: argument as unknown }, value) === false
        ? SENTENCES.get(keyword)?.(argument)
        : undefined,
    ),
  explainItems,
  explainMembers,
  (_, { allOf = [] }, walk) => firstOf(allOf, walk.here),
  (_, { anyOf, oneOf }, walk) => firstOf([anyOf, oneOf], (options) => explainOptions(options, walk)),
];

function explainItems(value: unknown, { items, prefixItems = [] }: Schema, walk: Walk): string | undefined {
  if (!Array.isArray(value)) return undefined;
  return firstOf([...value.entries()], ([index, item]) => {
    const schema = prefixItems[index] ?? items ?? true;
    if (schema === false) return `item ${index} is one too many`;
    const mismatch = walk.inside(schema, item);
    return mismatch && `item ${index}: ${mismatch}`;
  });
}

function explainMembers(value: unknown, schema: Schema, walk: Walk): string | undefined {
  if (!isRecord(value)) return undefined;
  const { properties = {}, patternProperties = {}, additionalProperties = true, required = [] } = schema;
  const missing = required.find((name) => accepts({ required: [name] }, value) === false);
  if (missing !== undefined) return `${missing} is missing`;
  return firstOf(Object.entries(value), ([name, member]) => {
    const named = Object.hasOwn(properties, name) ? [properties[name] ?? true] : [];
    const matching = Object.entries(patternProperties).filter(([pattern]) => accepts({ pattern }, name));
    const known = [...named, ...matching.map(([, inner]) => inner)];
    if (known.length === 0 && additionalProperties === false) return `${name} is not a property`;
    const mismatch = firstOf(known.length === 0 ? [additionalProperties] : known, (inner) =>
      walk.inside(inner, member),
    );
    return mismatch && `${name}: ${mismatch}`;
  });
}

function explainOptions(options: readonly Schema[] | undefined, walk: Walk): string | undefined {
  const mismatches = (options ?? []).map(walk.here);
  if (mismatches.length === 0 || mismatches.includes(undefined)) return undefined;
  return `it matches none of the alternatives (${mismatches.join('; ')})`;
}

function firstOf<T>(values: readonly T[], find: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const mismatch = find(value);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}
