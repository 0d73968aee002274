import { canonical, sameJson, type Schema, valuesOf } from 'dtospec/internal';
import type { RuleCode } from '../../rules.js';
import type { Difference } from '../location.js';
import { type GroupName, GROUPS, valueOf } from './keyword-groups.js';
import { typesIn } from '../proofs/bounds.js';
import { ASSERTED_FORMATS } from '../values/validator.js';

interface Named {
  readonly rule: RuleCode;
  readonly message: string;
  readonly changed?: NonNullable<Difference['changed']>;
  readonly fixed?: NonNullable<Difference['fixed']>;
}

type Naming = (old: Schema, current: Schema) => readonly Named[];

function named(group: GroupName, rule: RuleCode): Naming {
  return (old, current) => [{ rule, message: messageOf(GROUPS[group], old, current) }];
}

function bound(group: GroupName, raised: RuleCode, lowered: RuleCode, absent: number): Naming {
  return (old, current) => {
    const [before, after] = [old, current].map((schema) =>
      GROUPS[group].reduce<number>((value, keyword) => {
        const own = valueOf(schema, keyword);
        if (typeof own !== 'number') return value;
        return absent < 0 ? Math.max(value, own) : Math.min(value, own);
      }, absent),
    ) as [number, number];
    // With the same number, only the exclusive keyword is narrower.
    const isExclusive = GROUPS[group].length > 1 && valueOf(current, GROUPS[group][1] ?? '') === after;
    const isRaised = before === after ? isExclusive === absent < 0 : after > before;
    return [{ rule: isRaised ? raised : lowered, message: messageOf(GROUPS[group], old, current) }];
  };
}

export const NAMING: Readonly<Record<GroupName, Naming>> = {
  type: (old, current) => {
    const [before, after] = [
      typesIn({ type: old.type } as Schema),
      typesIn({ type: current.type } as Schema),
    ];
    const others = (types: readonly string[]): string =>
      canonical(types.filter((type) => type !== 'null').sort());
    const isOnlyNull =
      old.type !== undefined && current.type !== undefined && others(before) === others(after);
    const message = messageOf(['type'], old, current);
    if (!isOnlyNull) return [{ rule: 'type-changed', message }];
    if (before.length === after.length) return [];
    return [{ rule: after.includes('null') ? 'null-added' : 'null-removed', message }];
  },
  values: nameValues,
  lower: bound('lower', 'minimum-raised', 'minimum-lowered', -Infinity),
  upper: bound('upper', 'maximum-raised', 'maximum-lowered', Infinity),
  multipleOf: named('multipleOf', 'multiple-of-changed'),
  minLength: bound('minLength', 'min-length-raised', 'min-length-lowered', -1),
  maxLength: bound('maxLength', 'max-length-raised', 'max-length-lowered', Infinity),
  pattern: (old, current) => [
    {
      rule:
        old.pattern === undefined
          ? 'pattern-added'
          : current.pattern === undefined
            ? 'pattern-removed'
            : 'pattern-changed',
      message: messageOf(['pattern'], old, current),
    },
  ],
  format: nameFormat,
  content: (old, current) => [
    {
      rule: 'content-changed',
      message: messageOf(GROUPS.content, old, current),
      fixed: {
        verdict: 'unclear',
        reason: 'Validators treat these keywords as annotations and do not check the content of a string.',
      },
    },
  ],
  items: named('items', 'items-changed'),
  minItems: bound('minItems', 'min-items-raised', 'min-items-lowered', -1),
  maxItems: bound('maxItems', 'max-items-raised', 'max-items-lowered', Infinity),
  uniqueItems: named('uniqueItems', 'unique-items-changed'),
  contains: named('contains', 'contains-changed'),
  unevaluatedItems: nameLeftOver('unevaluatedItems'),
  members: named('members', 'additional-properties-changed'),
  required: named('required', 'property-became-required'),
  minProperties: bound('minProperties', 'min-properties-raised', 'min-properties-lowered', -1),
  maxProperties: bound('maxProperties', 'max-properties-raised', 'max-properties-lowered', Infinity),
  propertyNames: named('propertyNames', 'property-names-changed'),
  dependentRequired: named('dependentRequired', 'dependent-required-changed'),
  dependentSchemas: named('dependentSchemas', 'dependent-schemas-changed'),
  unevaluatedProperties: nameLeftOver('unevaluatedProperties'),
  anyOf: named('anyOf', 'alternatives-changed'),
  oneOf: named('oneOf', 'alternatives-changed'),
  allOf: named('allOf', 'all-of-changed'),
  not: named('not', 'not-changed'),
  condition: named('condition', 'condition-changed'),
  reference: (old, current) => [
    {
      rule: 'reference-changed',
      message: messageOf(GROUPS.reference, old, current),
      fixed: {
        verdict: 'unclear',
        reason: 'A reference has no target, or refers only to itself.',
      },
    },
  ],
};

function nameValues(old: Schema, current: Schema): readonly Named[] {
  const [before, after] = [valuesOf(old), valuesOf(current)];
  const message = messageOf(GROUPS.values, old, current);
  if (before === undefined) return [{ rule: 'enum-added', message }];
  if (after === undefined) return [{ rule: 'enum-removed', message }];
  const minus = (values: readonly unknown[], others: readonly unknown[]): unknown[] =>
    values.filter((value) => !others.some((other) => sameJson(value, other)));
  const [gone, come] = [minus(before, after), minus(after, before)];
  const without = (values: readonly unknown[]): NonNullable<Named['changed']> => {
    return (sender) => {
      const { const: _, ...rest } = sender;
      const left = minus(valuesOf(sender) ?? [], values);
      // JSON Schema requires at least one value.
      return left.length === 0 ? false : { ...rest, enum: left };
    };
  };
  return [
    ...gone.map((value): Named => ({
      rule: 'enum-value-removed',
      message: `${show(value)} is no longer listed.`,
      changed: without([value]),
    })),
    ...come.map((value): Named => ({
      rule: 'enum-value-added',
      message: `${show(value)} is listed now.`,
      changed: without([value]),
    })),
  ];
}

/**
 * Reports an unchanged keyword if other keywords changed the set of values that it applies to. Reports
 * breaking changes only.
 */
function nameLeftOver(group: 'unevaluatedItems' | 'unevaluatedProperties'): Naming {
  return (old, current) => {
    const message = messageOf(GROUPS[group], old, current);
    return [{ rule: 'unevaluated-changed', message: message === '' ? LEFT_OVER : message }];
  };
}

export const LEFT_OVER = 'The members that unevaluated keywords apply to changed.';

function nameFormat(old: Schema, current: Schema): readonly Named[] {
  const message = messageOf(['format'], old, current);
  const formats = [old.format, current.format].filter((format) => format !== undefined);
  if (formats.every((format) => ASSERTED_FORMATS.has(format))) return [{ rule: 'format-changed', message }];
  const unknown = formats.filter((format) => !ASSERTED_FORMATS.has(format)).join(' and ');
  return [
    {
      rule: 'format-changed',
      message,
      fixed: {
        verdict: 'unclear',
        reason: `The format ${unknown} is not checked by validators, so no value shows a difference.`,
      },
    },
  ];
}

function messageOf(keywords: readonly string[], old: Schema, current: Schema): string {
  const changed = keywords.filter((keyword) => !sameJson(valueOf(old, keyword), valueOf(current, keyword)));
  return changed
    .map((keyword) => {
      const [before, after] = [valueOf(old, keyword), valueOf(current, keyword)];
      if (before === undefined) return `${keyword} ${show(after)} was added.`;
      return after === undefined
        ? `${keyword} ${show(before)} was removed.`
        : `${keyword} was ${show(before)} and is ${show(after)}.`;
    })
    .join(' ');
}

function show(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.includes('"$ref"') || text.length > 80)
    return Array.isArray(value) ? `(${value.length} of them)` : '(a schema)';
  return text;
}
