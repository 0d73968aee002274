import { canonical, sameJson, type Schema, valuesOf } from 'dtospec/internal';
import { shown } from '../../rule.js';
import { isWhole, typesIn } from './bounds.js';
import { type GroupsOf, messageOf, type NamedChange, show } from './keyword.js';

/** The rules of keywords for values of any type. */
export const TYPE_RULES = {
  'type-changed': shown('The type changed'),
  'null-added': shown('Null is accepted'),
  'null-removed': shown('Null is no longer accepted'),
  'enum-added': shown('The values are listed'),
  'enum-removed': shown('The values are no longer listed'),
  'enum-value-added': shown('A listed value was added'),
  'enum-value-removed': shown('A listed value was removed'),
} as const;

type Named = NamedChange<keyof typeof TYPE_RULES>;

export const TYPE_KEYWORDS = {
  type: {
    keywords: ['type'],
    name: nameType,
    proves: (a, r) => {
      const allowed = typesIn({ type: r.type } as Schema);
      return typesIn(a).every((type) => {
        if (type === 'integer' && allowed.includes('number')) return true;
        if (type === 'number' && allowed.includes('integer') && isWhole(a)) return true;
        return allowed.includes(type);
      });
    },
  },
  values: {
    keywords: ['enum', 'const'],
    name: nameValues,
    // Listed values are tried one by one before any proof.
    proves: () => false,
  },
} as const satisfies GroupsOf<typeof TYPE_RULES>;

function nameType(old: Schema, current: Schema, keywords: readonly string[]): readonly Named[] {
  const before = typesIn({ type: old.type } as Schema);
  const after = typesIn({ type: current.type } as Schema);
  const others = (types: readonly string[]): string =>
    canonical(types.filter((type) => type !== 'null').sort());
  const isOnlyNull = old.type !== undefined && current.type !== undefined && others(before) === others(after);
  const message = messageOf(keywords, old, current);
  if (!isOnlyNull) return [{ rule: 'type-changed', message }];
  if (before.length === after.length) return [];
  return [{ rule: after.includes('null') ? 'null-added' : 'null-removed', message }];
}

function nameValues(old: Schema, current: Schema, keywords: readonly string[]): readonly Named[] {
  const before = valuesOf(old);
  const after = valuesOf(current);
  const message = messageOf(keywords, old, current);
  if (before === undefined) return [{ rule: 'enum-added', message }];
  if (after === undefined) return [{ rule: 'enum-removed', message }];
  const removed = minus(before, after).map((value): Named => ({
    rule: 'enum-value-removed',
    message: `${show(value)} is no longer listed.`,
    changed: (sender) => withoutValue(sender, value),
  }));
  const added = minus(after, before).map((value): Named => ({
    rule: 'enum-value-added',
    message: `${show(value)} is listed now.`,
    changed: (sender) => withoutValue(sender, value),
  }));
  return [...removed, ...added];
}

function minus(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  return values.filter((value) => !others.some((other) => sameJson(value, other)));
}

function withoutValue(sender: Schema, value: unknown): Schema | false {
  const { const: _, ...rest } = sender;
  const left = minus(valuesOf(sender) ?? [], [value]);
  // JSON Schema requires at least one value.
  return left.length === 0 ? false : { ...rest, enum: left };
}
