import type { TypeInput } from '../../../decorators/type-input.js';
import type { Constructor } from '../../shared/types.js';
import { isConstructor, omitUndefined } from '../../shared/values.js';
import { isLoose, isThunk, type Loose, mapLoose } from '../../documents/model/nest-swagger/metadata.js';
import { enumInput, rawInput, typeInputOf } from '../../documents/model/nest-swagger/schema.js';
import { arrayOf } from '../../documents/model/type-functions.js';
import type { ExampleObject } from '../../documents/openapi/types/document.js';
import type { Parameter, RequestBody } from '../../documents/openapi/types/parts.js';

export type DescribedParameter = Pick<Parameter, 'name' | 'in'> & Partial<Parameter>;

export function classOfUnnamed({ in: place, name, type }: Loose): Constructor | undefined {
  const given = isThunk(type) ? type() : type;
  const isClass = isConstructor(given) && !BUILT_IN.has(given);
  return place === 'query' && !isName(name) && isClass ? given : undefined;
}

const BUILT_IN: ReadonlySet<unknown> = new Set([String, Number, Boolean, Object, Array, Date]);

export function isName(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

export function describeParameter(given: Loose): DescribedParameter {
  const { name, description, required, deprecated, style, explode, allowReserved } = given;
  const schema = schemaOf(given);
  const { examples, example } = given;
  return omitUndefined<Loose>({
    name: name,
    in: given.in,
    description,
    required,
    deprecated,
    style,
    explode,
    allowReserved,
    schema,
    ...(isLoose(examples) ? { examples: namedExamples(examples) } : { example: example ?? listed(examples) }),
  }) as DescribedParameter;
}

export function listed(examples: unknown): unknown {
  return Array.isArray(examples) ? (examples[0] as unknown) : undefined;
}

function schemaOf(given: Loose): TypeInput | undefined {
  const { type, isArray, schema, enumName, content } = given;
  if (isLoose(content)) return contentSchema(content);
  if (isLoose(schema)) return enumName === undefined ? rawInput(schema) : namedEnum(schema, enumName);
  const keywords = Object.fromEntries(Object.entries(given).filter(([name]) => KEYWORDS.has(name)));
  if (Object.keys(keywords).length > 0) return rawInput({ type, isArray, ...keywords });
  return type === undefined ? undefined : typeInputOf(type, isArray === true);
}

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
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['pattern', 'format', 'minItems', 'maxItems', 'uniqueItems', 'default', 'nullable', 'items', 'title'],
  ...['properties', 'additionalProperties', 'oneOf', 'anyOf', 'allOf'],
]);

export function describeBody(
  given: Loose | undefined,
  consumes: readonly string[],
): Partial<RequestBody> | undefined {
  if (given === undefined) return undefined;
  const { description, required, examples, type, isArray, schema } = given;
  // @nestjs/swagger records String if the decorator sets no type.
  const isOpen = type === String && isArray !== true && schema === undefined;
  return omitUndefined<Loose>({
    description,
    required,
    schema: isOpen ? undefined : schemaOf(given),
    examples: isLoose(examples) ? namedExamples(examples) : undefined,
    contentType: consumes.length === 0 ? undefined : [...consumes],
  });
}

export function namedExamples(examples: Loose): Record<string, ExampleObject> {
  return mapLoose(examples, (one) =>
    isLoose(one) && 'value' in one ? (one as unknown as ExampleObject) : { value: one },
  );
}
