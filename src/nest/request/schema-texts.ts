import type { StandardType } from '../../../decorators/type-input.js';
import { schemaOfStandard, standardSchemaOf } from '../../documents/model/foreign-schema.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { Finding } from '../../shared/diagnostics.js';
import { isRecord } from '../../shared/values.js';
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
    const sample = sampleOf(schema);
    if (sample === undefined) continue;
    const [value, text, problem] = sample;
    if (accepts(standard, name, value) !== true || accepts(standard, name, text) !== false) continue;
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

/** A valid value of a schema, the text of it, and what is wrong if only the value is accepted. */
type Sample = readonly [value: unknown, text: string, problem: string];

function sampleOf(schema: Schema): Sample | undefined {
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const value = numberOf(schema);
      return [value, String(value), 'this schema rejects them. In Zod, write z.coerce.number().'];
    }
    case 'boolean':
      return [true, 'true', 'this schema rejects them. In Zod, write z.stringbool().'];
    case 'array': {
      const item = itemOf(schema.items);
      return item === undefined ? undefined : [[item], String(item), SINGLE];
    }
    default:
      return undefined;
  }
}

const SINGLE =
  'a single one is no array, so this schema rejects it. ' +
  'In Zod, write z.preprocess((value) => [value].flat(), z.array(…)).';

function itemOf(items: Schema['items']): string | number | undefined {
  if (typeof items !== 'object') return undefined;
  const { type, minLength, enum: values } = items;
  if (typeof values?.[0] === 'string') return values[0];
  if (type === 'string') return 'x'.repeat(minLength ?? 1);
  return type === 'integer' || type === 'number' ? numberOf(items) : undefined;
}

function numberOf({ minimum, exclusiveMinimum, enum: values }: Schema): number {
  if (typeof values?.[0] === 'number') return values[0];
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  return Math.max(minimum ?? 1, 1);
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
