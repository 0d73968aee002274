import { types } from 'node:util';
import { serialize, type SerializeOptions } from '../serialize/serialize.js';
import { SerializationError } from './errors.js';

/** An instance of a class within a body, and where it stands. */
export interface FoundInstance {
  /** `$`, `$.items[2]` */
  readonly path: string;
  readonly value: object;
}

/**
 * Turns a value into what JSON.stringify may write. A class instance goes through its own model wherever it
 * stands, so that nothing that a class excludes leaves by way of an envelope; everything plain stays verbatim.
 *
 * This walk can go once `serialize` itself promises both.
 */
export function toPlain(value: unknown, view: SerializeOptions, found: FoundInstance[]): unknown {
  return walk(value, '$', { view, found, above: new Set() });
}

interface Walk {
  readonly view: SerializeOptions;
  readonly found: FoundInstance[];
  /** The objects that contain the present one. */
  readonly above: Set<object>;
}

function walk(value: unknown, path: string, context: Walk): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (context.above.has(value)) throw new SerializationError(`${path} contains itself`);
  context.above.add(value);
  try {
    return walkObject(value, path, context);
  } finally {
    context.above.delete(value);
  }
}

function walkObject(value: object, path: string, context: Walk): unknown {
  if (Array.isArray(value)) return value.map((item, index) => walk(item, `${path}[${index}]`, context));
  // Dates, URLs, decimals: the class itself says what it is in JSON; its answer may hold instances again.
  if (hasToJSON(value)) return walk(value.toJSON(), path, context);
  if (types.isSet(value)) return walk([...value], path, context);
  if (types.isMap(value)) return walk(Object.fromEntries(value), path, context);
  if (!isPlain(value)) {
    context.found.push({ path, value });
    return serialize(value, context.view);
  }
  const plain = Object.create(null) as Record<string, unknown>;
  for (const [key, member] of Object.entries(value)) plain[key] = walk(member, `${path}.${key}`, context);
  return plain;
}

/** Also for objects of another realm (node:vm, jest), which have an Object.prototype of their own. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function hasToJSON(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
