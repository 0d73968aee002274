import { inspect } from 'node:util';
import type { Rule } from '../model/types.js';

/** The order of decorators must not matter, so rules apply in an order of their own. */
export function orderRules(rules: readonly Rule[]): Rule[] {
  const keyed = rules.map((rule) => ({ rule, key: `${rule.name} ${String(rule.each)} ${textOf(rule)}` }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ rule }) => rule);
}

/** Constraints may be anything: regular expressions, functions, bigints, objects that contain themselves. */
function textOf({ constraints }: Rule): string {
  return inspect(constraints, {
    depth: 6,
    sorted: true,
    compact: true,
    breakLength: Infinity,
    customInspect: false,
    maxArrayLength: null,
    maxStringLength: null,
  });
}
