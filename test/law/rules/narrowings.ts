import { classModelOf } from '../../../src/model/class-model.js';
import { settle } from '../../../src/model/type-ref.js';
import type { PropertyModel } from '../../../src/model/types.js';
import type { NarrowingKey } from '../../../src/schema/contract.js';
import { timeZoneNames } from '../../../src/schema/rules/time-zones.js';

type Concerns = (value: unknown, property: PropertyModel) => boolean;

/** The narrowings of the declared contract that one property with one decorator can meet, as predicates on its value. */
const concerned: Partial<Record<NarrowingKey, Concerns>> = {
  nullForOptional: (value, { acceptsNull }) => value === null && acceptsNull,
  scalarForList: (value, { rules }) => !Array.isArray(value) && rules.some(({ each }) => each),
  enumMemberName: (value, property) =>
    constraintOf(property, 'isEnum').some((entity) => typeof entity[String(value)] === 'number'),
  prototypeKey: (value, { rules }) =>
    has(rules, 'isNotEmptyObject') &&
    isObject(value) &&
    Object.keys(value).some((key) => Object.hasOwn(Object.prototype, key)),
  canonicalSpelling: (value, { rules }) =>
    typeof value === 'string' &&
    rules.some(({ name }) => canonical[name] !== undefined && !canonical[name](value)),
  textLength: (value, { rules }) =>
    typeof value === 'string' &&
    /[\uFE0E\uFE0F]/.test(value) &&
    ['isLength', 'minLength', 'maxLength'].some((name) => has(rules, name)),
  patternUnits: (value, { rules }) =>
    typeof value === 'string' &&
    /[\u{10000}-\u{10FFFF}]/u.test(value) &&
    ['matches', 'isStrongPassword'].some((name) => has(rules, name)),
  dateText: (_, { rules, type }) =>
    settle(type).kind === 'date' || ['isDate', 'minDate', 'maxDate'].some((name) => has(rules, name)),
  hugeMultiple: (value, { rules }) =>
    has(rules, 'isDivisibleBy') && typeof value === 'number' && Math.abs(value) >= 1e21,
  nestedLists: (value, { nested, type }) => nested && (settle(type).kind === 'array' || Array.isArray(value)),
  uncheckedType: (value, { conditional, freeValues }) =>
    conditional || freeValues.some((free) => free === value),
};

/** Whether a text is spelled as the standard of its code spells it. */
const canonical: Readonly<Record<string, (text: string) => boolean>> = {
  isISO31661Alpha2: isUpperCase,
  isISO31661Alpha3: isUpperCase,
  isISO4217CurrencyCode: isUpperCase,
  isBIC: isUpperCase,
  isIBAN: isUpperCase,
  isPassportNumber: (text) => isUpperCase(text) && !/\s/.test(text),
  isTimeZone: (text) => timeZoneNames().includes(text),
};

function isUpperCase(text: string): boolean {
  return text === text.toUpperCase();
}

/** The only property of a class, as requests see it. */
export function propertyOf(target: new () => object): PropertyModel {
  const view = { direction: 'input', groups: [], version: undefined } as const;
  return classModelOf(target, view, () => undefined).properties[0]!;
}

/** The narrowings that a refused value falls under. */
export function narrowingsOf(property: PropertyModel, value: unknown): NarrowingKey[] {
  return (Object.keys(concerned) as NarrowingKey[]).filter((key) => concerned[key]!(value, property));
}

function has(rules: PropertyModel['rules'], name: string): boolean {
  return rules.some((rule) => rule.name === name);
}

function constraintOf({ rules }: PropertyModel, name: string): Record<string, unknown>[] {
  return rules
    .filter((rule) => rule.name === name)
    .map(({ constraints }) => constraints[0] as Record<string, unknown>);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
