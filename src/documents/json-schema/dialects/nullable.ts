import { ANNOTATION_KEYWORDS, isOnly, omit } from '../keywords.js';
import { acceptsNull, withNullType } from '../nullable.js';
import type { Schema, SchemaType } from '../schema.js';
import { isOfType, typesOf, writeTypes } from '../types.js';
import { ENUM_LISTS } from '../values.js';
import { mapSubschemas, type Resolve } from '../walk.js';

type Nullable = Schema & { nullable?: true };

const isAnnotation = (keyword: string): boolean => ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
const ANNOTATIONS: ReadonlySet<string> = new Set([...ANNOTATION_KEYWORDS, 'discriminator']);

/**
 * Replaces a null alternative by `nullable`, because client generators fail on `enum: [null]` or ignore it.
 * OpenAPI 3.0.3 applies `nullable` only beside a `type`, so an alternative with a type gets it. If no
 * alternative has a type, null remains an alternative.
 */
export function rewriteNull(schema: Schema, resolve: Resolve): Schema {
  const keyword = schema.anyOf === undefined ? 'oneOf' : 'anyOf';
  const alternatives = schema[keyword];
  if (alternatives === undefined) return schema;
  const others = alternatives.filter(
    (alternative) => !isOnly(alternative, 'type') || alternative.type !== 'null',
  );
  const rest = omit(schema, [keyword]);
  if (others.length === alternatives.length || !Object.keys(rest).every(isAnnotation)) return schema;
  const [only] = others;
  const nullable =
    others.length === 1 && only !== undefined
      ? makeOneNullable(only, resolve)
      : makeAnyNullable({ [keyword]: others }, others, resolve);
  return nullable === undefined ? schema : { ...nullable, ...rest };
}

function makeOneNullable(schema: Schema, resolve: Resolve): Nullable | undefined {
  const typed = makeTypedNullable(schema);
  if (typed !== undefined || !isOfReferences(schema)) return typed;
  const type = schema.type ?? typeOf(schema, resolve, []);
  if (type === undefined) return undefined;
  const { $ref, allOf = [], ...rest } = schema;
  if ($ref === undefined) return { type, nullable: true, ...schema };
  return { type, nullable: true, ...rest, allOf: [{ $ref }, ...allOf] };
}

function makeTypedNullable(schema: Schema): Schema | undefined {
  if (schema.type === undefined) return undefined;
  if (acceptsNull(schema)) return schema;
  return withNullType('const' in schema ? { ...omit(schema, ['const']), enum: [schema.const] } : schema);
}

function makeAnyNullable(union: Schema, schemas: readonly Schema[], resolve: Resolve): Nullable | undefined {
  const inOne = (make: (schema: Schema) => Schema | undefined): Schema | undefined => {
    const index = schemas.findIndex((schema) => make(schema) !== undefined);
    return index < 0
      ? undefined
      : mapSubschemas(union, (schema) => (schema === schemas[index] ? (make(schema) ?? schema) : schema));
  };
  return (
    inOne(makeTypedNullable) ??
    makeOneNullable(union, resolve) ??
    inOne((schema) => makeOneNullable(schema, resolve))
  );
}

function isOfReferences(schema: Schema): boolean {
  if (schema.$ref !== undefined) return true;
  const { anyOf, oneOf, allOf } = schema;
  const parts = anyOf ?? oneOf ?? allOf;
  return parts?.every(isOfReferences) === true;
}

function typeOf(schema: Schema, resolve: Resolve, followed: readonly string[]): SchemaType | undefined {
  const types = typesOf(schema);
  if (types !== undefined) return types.length === 1 ? types[0] : undefined;
  const { $ref, enum: values, anyOf, oneOf, allOf = [] } = schema;
  if (values !== undefined) return TYPES.find((type) => values.every((value) => isOfType(value, type)));
  if ($ref !== undefined) {
    const target = followed.includes($ref) ? undefined : resolve($ref);
    return target && typeOf(target, resolve, [...followed, $ref]);
  }
  const inside = (part: Schema): SchemaType | undefined => typeOf(part, resolve, followed);
  const alternatives = anyOf ?? oneOf ?? [];
  if (alternatives.length > 0) return commonType(alternatives.map(inside));
  return allOf.map(inside).find((type) => type !== undefined);
}

function commonType(types: readonly (SchemaType | undefined)[]): SchemaType | undefined {
  const [first] = types;
  return types.every((type) => type === first) ? first : undefined;
}

const TYPES: readonly SchemaType[] = ['string', 'integer', 'number', 'boolean', 'object', 'array'];

const VALUE_TYPES: readonly SchemaType[] = ['string', 'number', 'boolean', 'object', 'array'];

/**
 * Adds a `type` to an enumeration whose values have one type. If null is among values of several types, each
 * type becomes an alternative, since `nullable` needs a type.
 */
export function rewriteValues(schema: Schema): Schema {
  const listed = withoutConst(schema);
  const { enum: values } = listed;
  if (!Array.isArray(values)) return listed;
  const others = values.filter((value) => value !== null);
  const declared = typesOf(listed);
  const acceptsNull = others.length < values.length && declared?.includes('null') !== false;
  if (others.length === 0) return acceptsNull ? { ...omit(listed, ['enum']), type: 'null' } : listed;
  if (declared !== undefined && !others.every((value) => isOfType(value, declared))) return listed;
  const types = VALUE_TYPES.filter((type) => others.some((value) => isOfType(value, type)));
  if (types.length === 1) return withType(listed, declared ?? types, acceptsNull);
  const untyped = omit(listed, ['type']);
  return acceptsNull ? inBranches(untyped, types) : { ...untyped, enum: others };
}

function withoutConst(schema: Schema): Schema {
  return 'const' in schema ? { ...omit(schema, ['const']), enum: [schema.const] } : schema;
}

/** Adds or removes null, so that the list of values and the type agree. */
function withType(schema: Schema, declared: readonly SchemaType[], acceptsNull: boolean): Schema {
  const types = declared.filter((type) => type !== 'null');
  const values = schema.enum?.filter((value) => value !== null || acceptsNull) ?? [];
  if (schema.type === undefined && !acceptsNull) return { ...schema, enum: values };
  return { ...schema, type: writeTypes(acceptsNull ? [...types, 'null'] : types), enum: values };
}

function inBranches(schema: Schema, types: readonly SchemaType[]): Schema {
  const { enum: values = [], anyOf, allOf = [], ...rest } = omit(schema, ENUM_LISTS);
  const branches = types.map((type, index): Schema => {
    const ofType = values.filter((value) => isOfType(value, type));
    return index === 0 ? { type: [type, 'null'], enum: [...ofType, null] } : { type, enum: ofType };
  });
  const every = anyOf === undefined ? allOf : [...allOf, { anyOf }];
  return { ...rest, anyOf: branches, ...(every.length === 0 ? {} : { allOf: every }) };
}
