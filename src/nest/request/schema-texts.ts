import type { StandardType } from '../../../decorators/type-input.js';
import { schemaOfStandard, standardSchemaOf } from '../../documents/model/foreign-schema.js';
import { exampleNumbers, exampleStrings } from '../../documents/json-schema/example/scalar-examples.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { Finding } from '../../shared/diagnostics.js';
import { isRecord } from '../../shared/values.js';
import { isScalar, type Scalar } from '../../documents/rules/entries.js';
import { isDto } from '../recorded-types.js';
import type { Argument } from './arguments.js';
import { type FormKind, textPlaceOf } from './text-rules.js';

/**
 * Reports members of a class of a zod schema that accept a value, but not the text in which a request
 * sends it. Only the schema shows that: its JSON Schema is the same with and without a conversion.
 */
export function reportSchemaTexts(
  { kind, type, piped }: Argument,
  form: FormKind,
  report: (finding: Finding) => void,
): void {
  const place = textPlaceOf(kind, form);
  const standard = isDto(type) ? standardSchemaOf(type) : undefined;
  // A second pipe may convert the texts.
  if (place === undefined || standard === undefined || piped.unread.length !== 1) return;
  for (const [name, schema] of Object.entries(propertiesOf(standard))) {
    const problem = PROBLEMS[String(schema.type)];
    if (problem === undefined) continue;
    const isList = schema.type === 'array';
    const sent = scalarsOf(isList ? schema.items : schema).find(
      (scalar) => accepts(standard, name, isList ? [scalar] : scalar) === true,
    );
    if (sent === undefined || accepts(standard, name, String(sent)) !== false) continue;
    const message = `The values of a ${place} are text, and ${problem}`;
    report({ code: 'text-rejected', place: `${(type as { name: string }).name}.${name}`, message });
  }
}

function propertiesOf(standard: StandardType): Readonly<Record<string, Schema>> {
  try {
    const { properties } = schemaOfStandard(standard, 'input').schema as Schema;
    return properties ?? {};
  } catch {
    // The type of the body or of the parameters reports it.
    return {};
  }
}

const NUMBERS = 'this schema rejects them. In Zod, write z.coerce.number().';

/** The problem of a schema that accepts a value and not its text, by type. */
const PROBLEMS: Readonly<Record<string, string>> = {
  integer: NUMBERS,
  number: NUMBERS,
  boolean: 'this schema rejects them. In Zod, write z.stringbool().',
  array:
    'a single one is no array, so this schema rejects it. ' +
    'In Zod, write z.preprocess((value) => [value].flat(), z.array(…)).',
};

/** Values that a schema may accept, by type. */
const SCALARS: Readonly<Record<string, (schema: Schema) => Iterable<Scalar>>> = {
  integer: (schema) => exampleNumbers([schema]),
  number: (schema) => exampleNumbers([schema]),
  string: (schema) => exampleStrings([schema]),
  boolean: () => [true, false],
};

function scalarsOf(schema: Schema | boolean = true): readonly Scalar[] {
  if (typeof schema === 'boolean') return [];
  return schema.enum?.filter(isScalar) ?? [...(SCALARS[String(schema.type)]?.(schema) ?? [])];
}

/** Returns whether a schema accepts a member; undefined for one that validates asynchronously. */
function accepts(standard: StandardType, name: string, value: unknown): boolean | undefined {
  const result = standard['~standard'].validate({ [name]: value });
  if (result instanceof Promise) return undefined;
  return !(result.issues ?? []).some(({ path: [first] = [] }) => keyOf(first) === name);
}

function keyOf(segment: unknown): unknown {
  return isRecord(segment) ? segment.key : segment;
}
