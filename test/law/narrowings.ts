import { settle } from '../../src/model/type-ref.js';
import { typeOfRules } from '../../src/model/rule-types.js';
import type { PropertyModel, TypeRef } from '../../src/model/types.js';
import { NARROWINGS } from '../../src/schema/contract.js';
import { timeZoneNames } from '../../src/schema/rules/time-zones.js';

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
    name: NARROWINGS.nullForOptional.name,
    concerns: (value, { acceptsNull, nullable, required }) =>
      value === null && acceptsNull && !nullable && !required,
    rewrite: leaveOut,
  },
  {
    name: NARROWINGS.uncheckedType.name,
    concerns: (value, { freeValues }) => freeValues.some((free) => free === value),
    rewrite: leaveOut,
  },
  {
    name: NARROWINGS.madeByTransform.name,
    concerns: (_, { transformed, written }) => transformed || written,
    rewrite: leaveOut,
  },
  {
    name: NARROWINGS.scalarForList.name,
    concerns: (value, { type, rules, nested }) =>
      !Array.isArray(value) && settle(type).kind === 'array' && (nested || rules.some((rule) => rule.each)),
    rewrite: (value) => [value],
  },
  {
    name: NARROWINGS.enumMemberName.name,
    concerns: (value, { type, rules }) =>
      rules.some((rule) => rule.name === 'isEnum') &&
      list(value).some((one) => numberNamed(one, type) !== undefined),
    rewrite: (value, { type, rules }) => {
      const numbers = each(value, (one) => numberNamed(one, type) ?? one);
      return rules.some((rule) => rule.name === 'arrayUnique') ? withoutRepeats(numbers) : numbers;
    },
  },
  {
    name: NARROWINGS.canonicalSpelling.name,
    concerns: (value, { rules }) => isCode(rules) && list(value).some((one) => one !== inCapitals(one)),
    rewrite: (value) => each(value, inCapitals),
  },
  {
    name: NARROWINGS.canonicalSpelling.name,
    concerns: (value, { rules }) =>
      rules.some(({ name }) => name === 'isTimeZone') && list(value).some((one) => one !== asListed(one)),
    rewrite: (value) => each(value, asListed),
  },
  {
    name: NARROWINGS.prototypeKey.name,
    concerns: (value, { rules }) =>
      rules.some(({ name }) => name === 'isNotEmptyObject') &&
      list(value).some((one) => one !== withoutInherited(one)),
    rewrite: (value) => each(value, withoutInherited),
  },
  {
    name: NARROWINGS.textLength.name,
    concerns: (value, { rules }) =>
      rules.some(isOfLength) && list(value).some((one) => one !== withoutSelectors(one)),
    rewrite: (value) => each(value, withoutSelectors),
  },
  {
    name: NARROWINGS.patternUnits.name,
    concerns: (value, { rules }) =>
      rules.some(({ name }) => name === 'matches') &&
      list(value).some((one) => /[\u{10000}-\u{10FFFF}]/u.test(String(one))),
    rewrite: () => SAMPLE,
  },
  {
    name: NARROWINGS.patternUnits.name,
    concerns: (value, { rules }) =>
      rules.some(({ name }) => name === 'isStrongPassword') &&
      list(value).some((one) => /[\u{10000}-\u{10FFFF}]/u.test(String(one))),
    rewrite: (value) => each(value, (one) => String(one).replace(/[\u{10000}-\u{10FFFF}]/gu, 'xx')),
  },
  {
    name: NARROWINGS.madeByType.name,
    concerns: (_, { coerced }) => coerced,
    rewrite: (value, { type }) => coerce(value, type),
  },
  {
    name: NARROWINGS.nestedLists.name,
    concerns: (value, { nested, type }) => nested && Array.isArray(value) && settle(type).kind !== 'array',
    rewrite: (value, { type }) => {
      const [first] = value as unknown[];
      return first === undefined || isUntold(first, type) ? SAMPLE : first;
    },
  },
  {
    name: NARROWINGS.nestedLists.name,
    concerns: (value, { nested }) => nested && Array.isArray(value) && value.some(Array.isArray),
    rewrite: (value, { type }) =>
      filled(firstOfEach((value as unknown[]).filter((one) => !isUntold(one, type)))),
  },
  {
    name: NARROWINGS.unknownDiscriminator.name,
    concerns: (value, { nested, type }) => nested && list(value).some((one) => isUntold(one, type)),
    rewrite: (value, { type }) => filled(list(value).filter((one) => !isUntold(one, type))),
  },
  {
    name: NARROWINGS.uncheckedType.name,
    concerns: (_, property) => property.conditional || (!property.nested && isUnchecked(property)),
    rewrite: leaveOut,
  },
];

/** One for each inner list, however deep, so that the list grows no longer than its rules allow. */
function firstOfEach(lists: readonly unknown[]): unknown[] {
  return lists.flatMap((one) => (Array.isArray(one) ? firstOfEach((one as unknown[]).slice(0, 1)) : [one]));
}

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

function isOfLength({ name }: PropertyModel['rules'][number]): boolean {
  return name === 'isLength' || name === 'minLength' || name === 'maxLength';
}

function withoutSelectors(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[\uFE0E\uFE0F]/gu, '') : value;
}

function inCapitals(value: unknown): unknown {
  return typeof value === 'string' ? value.toUpperCase() : value;
}

/** A time zone as the schema lists it. */
function asListed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return timeZoneNames().find((name) => name.toLowerCase() === value.toLowerCase()) ?? value;
}

/** An object as class-transformer copies it: without keys that every object has. */
function withoutInherited(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !Object.hasOwn(Object.prototype, key));
  return kept.length === Object.keys(value).length ? value : Object.fromEntries(kept);
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
