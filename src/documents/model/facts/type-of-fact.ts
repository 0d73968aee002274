import { TYPE, type TypeDeclaration, type TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../shared/types.js';
import { isRecord } from '../../../shared/values.js';
import type { FactSchema } from './facts-file.js';

export type ClassOfKey = (key: string) => Constructor | undefined;

/**
 * Returns the type of a fact's schema: a class, a list of
 * it, or the schema with the classes that it refers to.
 */
export function inputOf(schema: FactSchema, classOf: ClassOfKey): TypeInput {
  const target = classIn(schema, classOf);
  if (target !== undefined) return target;
  const items = schema.type === 'array' && isRecord(schema.items) ? schema.items : undefined;
  const ofItems = items && classIn(items, classOf);
  if (ofItems !== undefined && Object.keys(schema).length === 2) return [ofItems];
  const declaration = declarationOf(schema, classOf);
  return declaration === undefined ? {} : { [TYPE]: declaration };
}

function classIn(schema: FactSchema, classOf: ClassOfKey): Constructor | undefined {
  const isReference = typeof schema.$ref === 'string' && Object.keys(schema).length === 1;
  return isReference ? classOf(schema.$ref as string) : undefined;
}

/** Returns the declaration of a fact's type, or undefined if it accepts every value. */
export function declarationOf(schema: FactSchema, classOf: ClassOfKey): TypeDeclaration | undefined {
  const classes = new Map<string, Constructor>();
  const known = withKnownReferences(schema, (key) => {
    const target = classOf(key);
    if (target !== undefined) classes.set(key, target);
    return target !== undefined;
  }) as FactSchema;
  if (Object.keys(known).length === 0) return undefined;
  const target = classIn(known, (key) => classes.get(key));
  return target === undefined
    ? { form: 'raw', schema: known, classes }
    : { form: 'type', type: () => target };
}

/** Replaces references to unknown classes by schemas that accept every value. */
function withKnownReferences(value: unknown, isKnown: (key: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withKnownReferences(item, isKnown));
  if (!isRecord(value)) return value;
  if (typeof value.$ref === 'string' && !isKnown(value.$ref)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withKnownReferences(member, isKnown)]),
  );
}
