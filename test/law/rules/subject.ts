import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import type { Schema, SchemaType } from '../../../src/documents/json-schema/schema.js';
import { ruleEntryOf } from '../../../src/documents/rules/rule-table.js';
import type { RuleContext, RuleEntry } from '../../../src/documents/rules/types.js';
import type { Sample } from './samples.js';

/** One rule of a property, as the runtime has it. */
export interface SubjectRule {
  readonly name: string;
  readonly constraints: readonly unknown[];
  readonly each: boolean;
  readonly entry: RuleEntry;
}

/** A class whose only property `p` has the decorators of a sample, and the rules that came of it. */
export interface Subject {
  readonly target: new () => object;
  readonly rules: readonly SubjectRule[];
}

export function subjectOf({ apply, type }: Pick<Sample, 'apply' | 'type'>): Subject {
  class Target {}
  apply(Target.prototype, 'p');
  if (type) Type(type)(Target.prototype, 'p');
  const found = getMetadataStorage().getTargetValidationMetadatas(Target, '', false, false);
  const rules = found.map(({ name = '', constraints, each }): SubjectRule => {
    const entry = ruleEntryOf(name);
    if (!entry) throw new Error(`no entry for ${name}`);
    return { name, constraints: (constraints as unknown[] | undefined) ?? [], each, entry };
  });
  return { target: Target, rules };
}

/** Takes the class out of class-validator's storage, all of which each validation walks. */
export function forget({ target }: Subject): void {
  const storage = getMetadataStorage() as unknown as { readonly validationMetadatas: Map<unknown, unknown> };
  storage.validationMetadatas.delete(target);
}

/** The schema of the property alone, tables under `$defs`; `type` is what the value is known to be. */
export function schemaOf({ rules }: Subject, type?: SchemaType): Schema {
  const $defs: Record<string, Schema> = {};
  const component = (name: string, schema: Schema): Schema => {
    $defs[name] = schema;
    return { $ref: `#/$defs/${name}` };
  };
  const scalarItems = rules.some(({ name, each }) => each && name === 'isString');
  const schemas = rules.map(({ constraints, each, entry: { schema } }) => {
    const context = {
      type: each ? undefined : type,
      scalarItems,
      lowercase: false,
      instance: false,
      component,
    };
    const said = typeof schema === 'function' ? schema(constraints, context) : schema;
    // A scalar under `each` is the property's business.
    return each ? { anyOf: [{ type: 'array' as const, items: said }, said] } : said;
  });
  const [only, ...others] = schemas;
  const whole = others.length === 0 ? { ...only } : { allOf: schemas };
  return Object.keys($defs).length === 0 ? whole : ({ ...whole, $defs } as Schema);
}

/** A fact of a rule that may depend on its arguments. */
export function factOf<Fact>(
  fact: Fact | ((constraints: readonly unknown[], context: RuleContext) => Fact) | undefined,
  constraints: readonly unknown[],
): Fact | undefined {
  return typeof fact === 'function'
    ? (fact as (...args: readonly unknown[]) => Fact)(constraints, CONTEXT)
    : fact;
}

const CONTEXT: RuleContext = {
  type: undefined,
  scalarItems: false,
  lowercase: false,
  instance: false,
  component: (_, schema) => schema,
};

/** One for all: a new one compiles its meta-schemas again. Formats are annotations. */
const ajv = new Ajv2020({ strict: true, validateFormats: false, code: { optimize: false } });

const compiled = new Map<string, (value: unknown) => boolean>();

/** Once for each schema: many rules are open in the same words. */
export function compile(schema: Schema): (value: unknown) => boolean {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  const validate = ajv.compile(schema);
  const admits = (value: unknown) => validate(value);
  compiled.set(text, admits);
  return admits;
}

/** All patterns anywhere in a schema. */
export function patternsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsOf(value),
  );
}

export function looserOf({ looser, schema }: RuleEntry, constraints: readonly unknown[]): string | undefined {
  const keywords = factOf(schema, constraints) ?? {};
  return typeof looser === 'function' ? looser(constraints, keywords, CONTEXT) : looser;
}
