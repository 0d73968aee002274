import { isRecord } from '../shared/values.js';

/** As much of a Standard Schema, and of a Standard JSON Schema, as is asked here. */
interface Standard {
  readonly validate?: (value: unknown) => unknown;
  readonly jsonSchema?: { readonly input?: (options: { readonly target: string }) => unknown };
}

/**
 * The JSON Schema of what a Standard Schema takes, where it can tell; undefined where it cannot, or where it refers to
 * definitions of its own.
 */
export function jsonSchemaOfStandard(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const { jsonSchema } = standardOf(schema);
  try {
    const made: unknown = jsonSchema?.input?.({ target: 'draft-2020-12' });
    if (!isRecord(made) || JSON.stringify(made).includes('"$ref"')) return undefined;
    const { $schema: _, ...rest } = made;
    return rest;
  } catch {
    return undefined;
  }
}

/** Whether it refuses that nothing comes; one that has to wait for its answer is taken for strict. */
export function refusesNothing(schema: unknown): boolean {
  try {
    const result: unknown = standardOf(schema).validate?.(undefined);
    return !isRecord(result) || result.issues !== undefined;
  } catch {
    return true;
  }
}

function standardOf(schema: unknown): Standard {
  const standard = (schema as { readonly '~standard'?: Standard } | null | undefined)?.['~standard'];
  return standard ?? {};
}
