import { settle } from './type-ref.js';
import type { Constructor, JsonValue, TypeRef, View } from './types.js';
import { transformationsIn } from './wire.js';

/** A property whose `@Transform`s are looked at. */
interface TransformedProperty {
  readonly target: Constructor;
  readonly key: string;
  readonly view: View;
  /** `@Type` makes an instance before the `@Transform` sees the value. */
  readonly coerced: boolean;
}

/**
 * Whether the `@Transform`s of a request's property tidy values of its type and do not change what they are: trimming,
 * cutting, changing case, parsing what may be a number already. No decorator says so, but class-transformer's
 * own calls can be made with samples of the type. What comes out must be of the same type; transforming it
 * again must change nothing; and samples that differ must not come out equal, as they do of `value === 'true'`.
 */
export function keepsType(type: TypeRef, property: TransformedProperty): boolean {
  try {
    const samples = samplesOf(settle(type));
    if (samples === undefined) return false;
    const results = samples.map((sample) => transform(sample, type, property));
    const differ = new Set(results.map(inText)).size === samples.length;
    return differ && samples.every((sample, index) => isTidied(sample, results[index], type, property));
  } catch {
    return false;
  }
}

/** Whether the `@Transform`s of a request's property leave a value as it is, so that the rules see what travels. */
export function keepsValue(value: JsonValue, type: TypeRef, property: TransformedProperty): boolean {
  try {
    return inText(transform(value, type, property)) === inText(value);
  } catch {
    return false;
  }
}

function isTidied(sample: JsonValue, result: unknown, type: TypeRef, property: TransformedProperty): boolean {
  return (
    result !== undefined &&
    inText(shapeOf(result)) === inText(shapeOf(sample)) &&
    inText(transform(result, type, property)) === inText(result)
  );
}

/** What a value that travels comes to, said in JSON. */
function transform(value: unknown, type: TypeRef, property: TransformedProperty): unknown {
  const { target, key, view, coerced } = property;
  const { groups, version } = view;
  const options = { groups: groups.length === 0 ? undefined : groups, version };
  const held: unknown = coerced && settle(type).kind === 'date' ? new Date(value as string) : value;
  const result = transformationsIn(target, key, view).reduce(
    (before, { run }) => run({ value: before, key, obj: { [key]: held }, options }),
    held,
  );
  const text = JSON.stringify(result) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

type SettledType = ReturnType<typeof settle>;

/** Values of a type that a careful `@Transform` has no reason to refuse; `undefined` for types of no such values. */
function samplesOf(type: SettledType): readonly JsonValue[] | undefined {
  switch (type.kind) {
    case 'string':
      return ['some text', 'Other, more', 'UPPER'];
    case 'number':
    case 'integer':
      return [1, 2, 3];
    case 'boolean':
      return [true, false];
    case 'date':
      return ['2020-02-29T12:00:00.000Z', '2021-01-31T00:00:00.000Z'];
    case 'enum':
      return type.members.map(({ value }) => value);
    case 'array':
      return samplesOf(settle(type.items))?.map((item) => [item]);
    default:
      return undefined;
  }
}

/** The JSON type of a value, and of each element of a list. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  return value === null ? 'null' : typeof value;
}

/** `undefined` is no JSON. */
function inText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
