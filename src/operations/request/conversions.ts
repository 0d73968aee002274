import { Checker } from '../../documents/json-schema/checker/checker.js';
import type { Schema, SchemaType } from '../../documents/json-schema/schema.js';
import { schemaParts } from '../../documents/json-schema/schema-parts.js';
import { jsonTypeOf } from '../../documents/json-schema/types.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import { once, onceFor } from '../../shared/once.js';
import type { RawValue } from './parameter-styles.js';

const ALL: readonly SchemaType[] = ['string', 'number', 'boolean', 'array', 'object'];
const SCALARS: ReadonlySet<SchemaType> = new Set(['string', 'number', 'integer', 'boolean']);

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the number that a text represents, or undefined if JavaScript would round an integer. */
function numberOf(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  if (!Number.isFinite(number)) return undefined;
  return !/^-?\d+$/.test(text) || BigInt(number) === BigInt(text) ? number : undefined;
}

type Convert = (raw: RawValue) => unknown;

const unchanged: Convert = (raw) => raw;

/**
 * Converts text, or a list or object of texts, to the types of its schema.
 * It compiles each schema once. Text that fits no type remains a string, so
 * validation rejects it. A text and a list with this text are written alike.
 */
export class Conversions {
  readonly #compiled = onceFor((schema: Schema) => this.#compile(schema));

  constructor(
    readonly resolve: Resolve,
    private readonly checker = new Checker({ resolve }),
  ) {}

  of(schema: Schema | boolean | undefined): Convert {
    return schema === undefined || typeof schema === 'boolean' ? unchanged : this.#compiled(schema);
  }

  #compile(schema: Schema): Convert {
    const types = typesOf(schema, this.resolve, 0);
    const isList = types.includes('array');
    const isScalar = types.some((type) => SCALARS.has(type));
    const convertText = this.#toScalar(schema, types);
    // It is compiled when a value first needs it, since a schema may contain itself.
    const members = once(() => this.#toMembers(schema));
    const either = (value: unknown, other: () => unknown): unknown => {
      if (this.#accepts(schema, value)) return value;
      const otherwise = other();
      return this.#accepts(schema, otherwise) ? otherwise : value;
    };
    return (raw) => {
      if (typeof raw === 'string') {
        if (!isList) return convertText(raw);
        return isScalar ? either(convertText(raw), () => members()([raw])) : members()([raw]);
      }
      const value = members()(raw);
      const [only, ...others] = isScalar && Array.isArray(raw) ? raw : [];
      return typeof only === 'string' && others.length === 0 ? either(value, () => convertText(only)) : value;
    };
  }

  /** A list in an object may be written with indexes: `filter[tags][0]=a`. */
  #ofMember(schema: Schema | boolean | undefined): Convert {
    const convert = this.of(schema);
    if (typeof schema !== 'object') return convert;
    const types = typesOf(schema, this.resolve, 0);
    return types.includes('array') && !types.includes('object') ? (raw) => convert(listOf(raw)) : convert;
  }

  #accepts(schema: Schema, value: unknown): boolean {
    return this.checker.accepts(schema, value) !== false;
  }

  #toScalar(schema: Schema, types: readonly SchemaType[]): (text: string) => unknown {
    const isNumber = types.includes('number') || types.includes('integer');
    const isBoolean = types.includes('boolean');
    const convert = (text: string): unknown => {
      const number = isNumber ? numberOf(text) : undefined;
      if (number !== undefined) return number;
      return isBoolean && (text === 'true' || text === 'false') ? text === 'true' : text;
    };
    if (!types.includes('string')) return convert;
    if (!isNumber && !isBoolean) return unchanged;
    return (text) => {
      const value = convert(text);
      return value === text || this.#accepts(schema, text) || !this.#accepts(schema, value) ? text : value;
    };
  }

  #toMembers(schema: Schema): Convert {
    const parts = schemaParts(schema, this.resolve);
    return (raw) => {
      // A JSON parser may have read a form.
      if (typeof raw !== 'object' || (raw as unknown) === null) return raw;
      if (Array.isArray(raw)) return raw.map((item, index) => this.of(itemOf(parts, index))(item));
      const members = Object.entries(raw).map(([name, member]): [string, unknown] => [
        name,
        this.#ofMember(memberOf(parts, name))(member),
      ]);
      return Object.fromEntries(members);
    };
  }
}

/** Returns the items of an object whose names are the indexes of a list. */
function listOf(raw: RawValue): RawValue {
  if (typeof raw !== 'object' || Array.isArray(raw)) return raw;
  const entries = Object.entries(raw);
  return entries.every(([name], index) => name === String(index)) ? entries.map(([, item]) => item) : raw;
}

function ownTypesOf({ type, const: constant, enum: values }: Schema): readonly SchemaType[] | undefined {
  if (type !== undefined) return typeof type === 'string' ? [type] : type;
  return constant === undefined ? values?.map(jsonTypeOf) : [jsonTypeOf(constant)];
}

function typesOf(schema: Schema, resolve: Resolve, depth: number): readonly SchemaType[] {
  const own = ownTypesOf(schema);
  if (own !== undefined) return own;
  if (depth > MAX_DEPTH) return ALL;
  const inside = (part: Schema): readonly SchemaType[] => typesOf(part, resolve, depth + 1);
  if (schema.$ref !== undefined) return inside(resolve(schema.$ref) ?? {});
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.flatMap(inside);
  const all = (schema.allOf ?? []).map(inside).filter((types) => types !== ALL);
  return all[0] ?? ALL;
}

const MAX_DEPTH = 16;

function itemOf(parts: readonly Schema[], index: number): Schema | boolean | undefined {
  return firstOf(parts, ({ prefixItems, items }) => prefixItems?.[index] ?? items);
}

function memberOf(parts: readonly Schema[], name: string): Schema | boolean | undefined {
  return (
    firstOf(parts, ({ properties }) =>
      properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined,
    ) ?? firstOf(parts, ({ additionalProperties }) => additionalProperties)
  );
}

function firstOf<T>(parts: readonly Schema[], find: (part: Schema) => T | undefined): T | undefined {
  for (const part of parts) {
    const types = find(part);
    if (types !== undefined) return types;
  }
  return undefined;
}
