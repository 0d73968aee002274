import type { TypeInput } from '../../../decorators/type-input.js';
import type { Constructor } from '../../shared/types.js';
import { isConstructor, omitUndefined } from '../../shared/values.js';
import { isLoose, isThunk, type Loose, mapLoose } from '../../documents/model/nest-swagger/metadata.js';
import {
  enumInput,
  isOnlyAnnotation,
  rawInput,
  typeInputOf,
  VALIDATION_KEYWORDS,
} from '../../documents/model/nest-swagger/schema.js';
import { arrayOf } from '../../documents/model/type/type-functions.js';
import type { ExampleObject } from '../../documents/openapi/types/document.js';
import type { Parameter, RequestBody } from '../../documents/openapi/types/parts.js';

export type DescribedParameter = Pick<Parameter, 'name' | 'in'> & Partial<Parameter>;

export function classOfUnnamed({ in: place, name, type }: Loose): Constructor | undefined {
  const declared = isThunk(type) ? type() : type;
  const isClass = isConstructor(declared) && !BUILT_IN.has(declared);
  return place === 'query' && !isName(name) && isClass ? declared : undefined;
}

const BUILT_IN: ReadonlySet<unknown> = new Set([String, Number, Boolean, Object, Array, Date]);

export function isName(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

export function describeParameter(source: Loose): DescribedParameter {
  const { name, description, required, deprecated, style, explode, allowReserved } = source;
  const schema = schemaOf(source);
  return omitUndefined<Loose>({
    name: name,
    in: source.in,
    description,
    required,
    deprecated,
    style,
    explode,
    allowReserved,
    schema,
    ...examplesOf(source),
  }) as DescribedParameter;
}

/** Returns the named examples, or the first of a list. */
export function examplesOf({ examples, example }: Loose): Loose {
  if (isLoose(examples)) return { examples: namedExamples(examples) };
  return { example: example ?? (Array.isArray(examples) ? (examples[0] as unknown) : undefined) };
}

function schemaOf(source: Loose): TypeInput | undefined {
  const { type, isArray, schema, enumName, content } = source;
  if (isLoose(content)) return contentSchema(content);
  if (isLoose(schema) && !(type !== undefined && isOnlyAnnotation(schema)))
    return enumName === undefined ? rawInput(schema) : namedEnum(schema, enumName);
  const keywords = Object.fromEntries(Object.entries(source).filter(([name]) => KEYWORDS.has(name)));
  if (Object.keys(keywords).length > 0) return rawInput({ type, isArray, ...keywords });
  if (type === undefined) return isArray === true ? UNTYPED_LIST : undefined;
  return typeInputOf(type, isArray === true);
}

/** The schema of `isArray: true` without a type. The items are those of the handler's parameter, or texts. */
export const UNTYPED_LIST: TypeInput = { type: 'array', items: { type: 'string' } };

function contentSchema(content: Loose): TypeInput | undefined {
  const [first] = Object.values(content);
  return isLoose(first) && isLoose(first.schema) ? rawInput(first.schema) : undefined;
}

function namedEnum(schema: Loose, name: unknown): TypeInput {
  const { items } = schema;
  if (isLoose(items)) return arrayOf(enumInput(items.enum, name) ?? {});
  return enumInput(schema.enum, name) ?? rawInput(schema);
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...VALIDATION_KEYWORDS,
  'default',
  'nullable',
  'items',
  'title',
  'properties',
  'additionalProperties',
  'oneOf',
  'anyOf',
  'allOf',
]);

export function describeBody(
  source: Loose | undefined,
  consumes: readonly string[],
): Partial<RequestBody> | undefined {
  if (source === undefined) return undefined;
  const { description, required, examples, type, isArray } = source;
  // @nestjs/swagger records String if the decorator sets no type.
  const isUntyped = type === String && isArray !== true;
  return omitUndefined<Loose>({
    description,
    required,
    schema: isUntyped ? schemaOf({ ...source, type: undefined }) : schemaOf(source),
    examples: isLoose(examples) ? namedExamples(examples) : undefined,
    contentType: consumes.length === 0 ? undefined : [...consumes],
  });
}

export function namedExamples(examples: Loose): Record<string, ExampleObject> {
  return mapLoose(examples, (example) =>
    isLoose(example) && 'value' in example ? (example as unknown as ExampleObject) : { value: example },
  );
}
