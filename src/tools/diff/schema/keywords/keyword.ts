import { sameJson, type Schema, type SchemaType } from 'dtospec/internal';
import type { Rule } from '../../rule.js';
import type { Schemas } from '../schemas.js';
import type { Node } from '../translate.js';
import type { Validator } from '../values/validator.js';
import { mayBe } from './bounds.js';

/** Keywords that are compared together, because one keyword may undo the change of another. */
export interface KeywordGroup<Code extends string = string> {
  readonly keywords: readonly string[];
  /** Names the change of the keywords. Absent if their subschemas are compared one by one. */
  readonly name?: Naming<Code>;
  /** Proves that the second schema's keywords accept what a sender with the first schema sends. */
  readonly proves: Proof;
}

/** Groups that report the rules of one file. */
export type GroupsOf<Rules extends Readonly<Record<string, Rule>>> = Readonly<
  Record<string, KeywordGroup<keyof Rules & string>>
>;

export interface NamedChange<Code extends string> {
  readonly rule: Code;
  readonly message: string;
  /** Returns the sender's schema with this change only. @default the receiver's keywords of the group */
  readonly changed?: (sender: Schema, receiver: Schema) => Node;
  /** Verdict of a change that no value can demonstrate. */
  readonly fixed?: FixedVerdict;
}

export interface FixedVerdict {
  readonly verdict: 'compatible' | 'unclear';
  /** The reason for `unclear`. */
  readonly reason?: string;
}

export type Naming<Code extends string> = (
  old: Schema,
  current: Schema,
  keywords: readonly string[],
) => readonly NamedChange<Code>[];

export type Proof = (a: Schema, r: Schema, prover: Prover, depth: number) => boolean;

/** Proves that values of one schema, sent by its document, satisfy another schema. */
export interface Prover {
  readonly from: Schemas;
  readonly to: Schemas;
  readonly validator: Validator;
  /** True if members that the first schema does not describe are never sent. */
  readonly isClosed: boolean;
  proves(a: Node, r: Node, depth?: number): boolean;
  disjoint(a: Node, b: Node): boolean;
  /** Returns a prover in the other direction. */
  reversed(): Prover;
}

export function named<Code extends string>(rule: Code): Naming<Code> {
  return (old, current, keywords) => [{ rule, message: messageOf(keywords, old, current) }];
}

/**
 * Names a changed limit.
 *
 * @param absent the limit of a schema without the keywords; a negative number for a lower limit
 */
export function bound<Code extends string>(raised: Code, lowered: Code, absent: number): Naming<Code> {
  const limitOf = (schema: Schema, keywords: readonly string[]): number =>
    keywords.reduce<number>((limit, keyword) => {
      const own = valueOf(schema, keyword);
      if (typeof own !== 'number') return limit;
      return absent < 0 ? Math.max(limit, own) : Math.min(limit, own);
    }, absent);
  return (old, current, keywords) => {
    const before = limitOf(old, keywords);
    const after = limitOf(current, keywords);
    // With the same number, only the exclusive keyword is narrower.
    const isExclusive = keywords.length > 1 && valueOf(current, keywords[1] ?? '') === after;
    const isRaised = before === after ? isExclusive === absent < 0 : after > before;
    return [{ rule: isRaised ? raised : lowered, message: messageOf(keywords, old, current) }];
  };
}

/** Returns a proof that succeeds if no value of the first schema has a type to which the keyword applies. */
export function forTypes(types: readonly SchemaType[], proof: Proof): Proof {
  return (a, r, prover, depth) => !mayBe(a, ...types) || proof(a, r, prover, depth);
}

export function valueOf(schema: Schema, keyword: string): unknown {
  return (schema as Record<string, unknown>)[keyword];
}

export function messageOf(keywords: readonly string[], old: Schema, current: Schema): string {
  const changed = keywords.filter((keyword) => !sameJson(valueOf(old, keyword), valueOf(current, keyword)));
  return changed
    .map((keyword) => {
      const before = valueOf(old, keyword);
      const after = valueOf(current, keyword);
      if (before === undefined) return `${keyword} ${show(after)} was added.`;
      return after === undefined
        ? `${keyword} ${show(before)} was removed.`
        : `${keyword} was ${show(before)} and is ${show(after)}.`;
    })
    .join(' ');
}

export function show(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.includes('"$ref"') || text.length > 80)
    return Array.isArray(value) ? `(${value.length} of them)` : '(a schema)';
  return text;
}
