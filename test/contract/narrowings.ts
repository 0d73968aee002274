import { settle } from '../../src/model/type-ref.js';
import { typeOfRules } from '../../src/model/rule-types.js';
import type { PropertyModel, TypeRef } from '../../src/model/types.js';

/** Stands for a property that is left out. */
export const ABSENT = Symbol('absent');
/** Stands for some value of the property's declared schema. */
export const SAMPLE = Symbol('sample');

/**
 * One way in which the document says less than validation lets through (design 5): what it concerns, and
 * the declared way to write the same. A value of the class is accepted once it is written so everywhere.
 */
export interface Narrowing {
  readonly name: string;
  readonly concerns: (value: unknown, property: PropertyModel) => boolean;
  readonly rewrite: (value: unknown, property: PropertyModel) => unknown;
}

/** The named narrowings of `contract: 'declared'`. There are no others. */
export const narrowings: readonly Narrowing[] = [
  {
    name: 'null for an optional property',
    concerns: (value, { acceptsNull, nullable }) => value === null && acceptsNull && !nullable,
    rewrite: leaveOut,
  },
  {
    name: 'a scalar where each expects a list',
    concerns: (value, { type, rules, nested }) =>
      !Array.isArray(value) && settle(type).kind === 'array' && (nested || rules.some((rule) => rule.each)),
    rewrite: (value) => [value],
  },
  {
    name: 'the name of a numeric enum member',
    concerns: (value, { type, rules }) =>
      rules.some((rule) => rule.name === 'isEnum') &&
      list(value).some((one) => numberNamed(one, type) !== undefined),
    rewrite: (value, { type, rules }) => {
      const numbers = each(value, (one) => numberNamed(one, type) ?? one);
      return rules.some((rule) => rule.name === 'arrayUnique') ? withoutRepeats(numbers) : numbers;
    },
  },
  {
    name: 'a code in other letters than its canonical ones',
    concerns: (value, { rules }) => isCode(rules) && list(value).some((one) => one !== inCapitals(one)),
    rewrite: (value) => each(value, inCapitals),
  },
  {
    name: 'declared shape: @Type makes the type from others',
    concerns: (_, { coerced }) => coerced,
    rewrite: (value, { type }) => coerce(value, type),
  },
  {
    name: 'declared shape: a list of nested objects for one',
    concerns: (value, { nested, type }) => nested && Array.isArray(value) && settle(type).kind !== 'array',
    rewrite: (value, { type }) => {
      const [first] = value as unknown[];
      return first === undefined || isUntold(first, type) ? SAMPLE : first;
    },
  },
  {
    name: 'declared shape: lists in a list of nested objects',
    concerns: (value, { nested }) => nested && Array.isArray(value) && value.some(Array.isArray),
    rewrite: (value, { type }) => filled((value as unknown[]).filter((one) => !isUntold(one, type)).flat()),
  },
  {
    name: 'declared shape: an unknown discriminator means the base type',
    concerns: (value, { nested, type }) => nested && list(value).some((one) => isUntold(one, type)),
    rewrite: (value, { type }) => filled(list(value).filter((one) => !isUntold(one, type))),
  },
  {
    name: 'declared shape: no rule checks the type',
    concerns: (_, property) => property.conditional || (!property.nested && isUnchecked(property)),
    rewrite: leaveOut,
  },
];

/** A list that has lost all of its members may be too short. */
function filled(members: unknown[]): unknown {
  return members.length === 0 ? SAMPLE : members;
}

function leaveOut(_: unknown, { required }: PropertyModel): symbol {
  return required ? SAMPLE : ABSENT;
}

/** Rules that say nothing of the type, or only that it is an object or a list, leave what is declared unchecked. */
function isUnchecked({ type, rules }: PropertyModel): boolean {
  const settled = settle(type);
  const checked = typeOfRules(settled.kind === 'array' ? rules.filter((rule) => rule.each) : rules);
  return checked === undefined || (checked.kind === 'object' && settled.kind !== 'object');
}

function numberNamed(value: unknown, type: TypeRef): number | undefined {
  const settled = settle(type);
  if (settled.kind === 'array') return numberNamed(value, settled.items);
  if (settled.kind !== 'enum') return undefined;
  const member = settled.members.find(({ name }) => name === value);
  return typeof member?.value === 'number' ? member.value : undefined;
}

/** What class-transformer makes of a value, said in JSON. */
function coerce(value: unknown, type: TypeRef): unknown {
  const settled = settle(type);
  switch (settled.kind) {
    case 'array':
      return coerceList(value, settled);
    case 'number':
      return Number(value);
    case 'string':
      return String(value);
    case 'boolean':
      return Boolean(value);
    case 'date':
      return new Date(value as string).toJSON();
    default:
      return SAMPLE;
  }
}

function coerceList(value: unknown, { items, unique }: Extract<TypeRef, { kind: 'array' }>): unknown {
  const members = list(typeof value === 'object' && value !== null ? Object.values(value) : value);
  const coerced = members.map((one) => coerce(one, items));
  return unique ? withoutRepeats(coerced) : coerced;
}

function withoutRepeats(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set<unknown>(value)] : value;
}

/** Rules whose codes validation takes in any case. */
const CODE_RULES: ReadonlySet<string> = new Set([
  'isISO31661Alpha2',
  'isISO31661Alpha3',
  'isISO4217CurrencyCode',
  'isBIC',
]);

function isCode(rules: PropertyModel['rules']): boolean {
  return rules.some(({ name }) => CODE_RULES.has(name));
}

function inCapitals(value: unknown): unknown {
  return typeof value === 'string' ? value.toUpperCase() : value;
}

/** In a list in a list, class-transformer finds no discriminator at all. */
function isUntold(value: unknown, type: TypeRef): boolean {
  const settled = settle(type);
  if (settled.kind === 'array') return isUntold(value, settled.items);
  if (settled.kind !== 'union' || settled.discriminator === undefined) return false;
  const { propertyName, mapping } = settled.discriminator;
  if (Array.isArray(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  const tag: unknown = (value as Record<string, unknown>)[propertyName];
  return !Object.hasOwn(value, propertyName) || mapping.every((entry) => entry.value !== tag);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

function each(value: unknown, change: (one: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : change(value);
}
