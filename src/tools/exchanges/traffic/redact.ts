import { isRecord, type Resolve, type Schema, schemaParts, setMember } from 'dtospec/internal';

/**
 * Marks a type in place of a value: `~string`. A documented string that begins with the mark has it twice.
 */
const MARK = '~';

const SUBSTITUTES: Readonly<Record<string, unknown>> = {
  [`${MARK}string`]: 'text',
  [`${MARK}integer`]: 0,
  [`${MARK}number`]: 0.5,
  [`${MARK}boolean`]: true,
};

/**
 * Returns a value without what only the request contains: other scalars than those that the schema names
 * become their type, and names of undocumented members become numbers.
 */
export function redact(value: unknown, schema: Schema, resolve: Resolve): unknown {
  const parts = schemaParts(schema, resolve).filter(isRecord) as readonly Schema[];
  if (Array.isArray(value)) {
    const items: Schema = { anyOf: parts.flatMap(({ items: item }) => (isRecord(item) ? [item] : [])) };
    return value.map((item) => redact(item, items, resolve));
  }
  if (isRecord(value)) return redactObject(value, parts, resolve);
  if (value === null || isDocumented(value, parts)) return typeof value === 'string' ? escaped(value) : value;
  return `${MARK}${typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value}`;
}

function redactObject(
  value: Readonly<Record<string, unknown>>,
  parts: readonly Schema[],
  resolve: Resolve,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  let others = 0;
  for (const [name, member] of Object.entries(value)) {
    const own = parts.flatMap(({ properties = {} }) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return property === undefined ? [] : [property];
    });
    if (own.length > 0) setMember(result, name, redact(member, { anyOf: own }, resolve));
    else {
      const further = parts.flatMap(({ additionalProperties: schema }) => (isRecord(schema) ? [schema] : []));
      others += 1;
      result[`*${others}`] = redact(member, { anyOf: further }, resolve);
    }
  }
  return result;
}

const BOUNDS = ['const', 'default', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

/** Returns whether the schema names the value: as one of its enum, as a bound or as the default. */
function isDocumented(value: unknown, parts: readonly Schema[]): boolean {
  return parts.some(
    (part) => part.enum?.includes(value) === true || BOUNDS.some((name) => part[name] === value),
  );
}

function escaped(text: string): string {
  return text.startsWith(MARK) ? `${MARK}${text}` : text;
}

/**
 * A recorded value with substitutes for values that are not recorded, and the pointers of the substitutes.
 */
export interface Restored {
  readonly value: unknown;
  readonly unknown: ReadonlySet<string>;
}

export function restore(recorded: unknown): Restored {
  const unknown = new Set<string>();
  const visit = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => visit(item, `${pointer}/${index}`));
    if (isRecord(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, visit(member, `${pointer}/${name}`)]),
      );
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
    if (value.startsWith(`${MARK}${MARK}`)) return value.slice(MARK.length);
    unknown.add(pointer);
    return SUBSTITUTES[value];
  };
  return { value: visit(recorded, ''), unknown };
}
