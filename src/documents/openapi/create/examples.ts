import type { ExampleEntry } from '../../../../decorators/record.js';
import { isRecord, plainJson, omitUndefined } from '../../../shared/values.js';
import type { Constructor } from '../../../shared/types.js';
import type { Schema } from '../../json-schema/schema.js';
import { classExamplesOf } from '../../model/annotations.js';
import { coerceExample } from '../../schema/annotate.js';
import { serialize } from '../../../serialize/serialize.js';
import { nonEmptyText } from '../omit-empty.js';
import { messageOf, type DocumentContext } from '../context.js';
import type { ExampleObject, OrReference, SchemaHolder } from '../types/document.js';
import { createObject } from '../fields/check-fields.js';
import type { Example } from '../types/objects.js';
import type { Examples } from '../types/parts.js';
import { createByName } from './references.js';

function toJson(value: unknown): unknown {
  return plainJson(typeof value === 'bigint' ? value : serialize(value));
}

/**
 * Writes one unnamed example as `example`, several or named ones as `examples`.
 *
 * @param values of the entries, converted to the schema's type
 */
export function createExamples(
  entries: readonly ExampleEntry[],
  values: readonly unknown[],
): Pick<SchemaHolder, 'example' | 'examples'> {
  if (entries.length === 0) return {};
  const isPlain = entries.length === 1 && entries[0]?.name === undefined && entries[0]?.summary === undefined;
  if (isPlain) return { example: values[0] };
  const examples = entries.map((entry, index): [string, ExampleObject] => [
    entry.name ?? `example${index + 1}`,
    omitUndefined<ExampleObject>({ summary: nonEmptyText(entry.summary), value: values[index] }),
  ]);
  return { examples: Object.fromEntries(examples) };
}

export function createExampled(
  source: Examples,
  schema: Schema,
  context: DocumentContext,
): Pick<SchemaHolder, 'example' | 'examples'> {
  const coerce = (value: unknown): unknown => coerceExample(toJson(value), schema, context.compiler);
  const examples = createNamedExamples(source.examples, context, coerce);
  if (examples !== undefined) return { examples };
  return omitUndefined({ example: exampleIn(source.example, coerce, context) });
}

/**
 * Returns the given examples, or else the named examples of the class, since a schema has no field for names.
 */
export function createBodyExamples(
  source: Examples,
  target: Constructor | undefined,
  context: DocumentContext,
): Pick<SchemaHolder, 'example' | 'examples'> {
  const { example, examples: given } = source;
  const named = given === undefined ? undefined : createNamedExamples(given, context);
  if (named !== undefined) return { examples: named };
  const entries = target === undefined ? [] : classExamplesOf(target);
  const withName = entries.length === 0 ? [] : entries.filter((entry) => entry.name !== undefined);
  if (withName.length > 0) {
    const values = withName.map((entry) => toJson(entry.value));
    const { examples } = createExamples(withName, values);
    if (examples !== undefined) return { examples };
  }
  return example === undefined ? {} : omitUndefined({ example: exampleIn(example, toJson, context) });
}

function createNamedExamples(
  named: Examples['examples'],
  context: DocumentContext,
  convert: (value: unknown) => unknown = toJson,
): Record<string, OrReference<ExampleObject>> | undefined {
  return createByName(named, 'examples', context, (example: Example, inside) =>
    createExample(example, inside, convert),
  );
}

const VALUES = ['value', 'dataValue'] as const;

export function createExample(
  source: Example,
  context: DocumentContext,
  convert: (value: unknown) => unknown = toJson,
): ExampleObject | undefined {
  if (!isRecord(source)) return undefined;
  const example: ExampleObject | undefined = createObject(source, 'example', context);
  for (const name of VALUES)
    if (example?.[name] !== undefined) example[name] = exampleIn(example[name], convert, context);
  return omitConflicts(example, context);
}

/** The fields that a field excludes. */
const RIVALS: Readonly<Record<'value' | 'serializedValue', readonly (keyof Example)[]>> = {
  value: ['dataValue', 'serializedValue', 'externalValue'],
  serializedValue: ['externalValue'],
};

/** Omits all but one of the fields that exclude each other (OpenAPI 3.2, 4.8.19). */
function omitConflicts(
  example: ExampleObject | undefined,
  { place, report }: DocumentContext,
): ExampleObject | undefined {
  if (example === undefined) return undefined;
  const kept = example.value === undefined ? 'serializedValue' : 'value';
  const rivals = example[kept] === undefined ? [] : RIVALS[kept];
  const lost = rivals.filter((name) => example[name] !== undefined);
  for (const name of lost)
    report({
      code: 'invalid-field',
      message: `${name} cannot be used with ${kept}; it is left out. Remove one of them.`,
      place: `${place} ${name}`,
    });
  return Object.fromEntries(
    Object.entries(example).filter(([name]) => !lost.includes(name as keyof Example)),
  );
}

function exampleIn(
  value: unknown,
  convert: (value: unknown) => unknown,
  { place, report }: DocumentContext,
): unknown {
  if (value === undefined) return undefined;
  try {
    return convert(value);
  } catch (error) {
    report({
      code: 'broken-example',
      message: `The example is left out, because JSON cannot represent it: ${messageOf(error)} Give a plain value.`,
      place,
    });
    return undefined;
  }
}
