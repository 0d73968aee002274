import { isRecord } from '../../../shared/values.js';
import type { Schema } from '../schema.js';
import { coverage, explainInside } from './applicators.js';
import type { Compilation, CompiledSchema, CompileKeyword, Run, Verdict } from './assertion.js';
import { isSchema, keyword, type KeywordTable } from './arguments.js';
import { every, has, type Members, namesIn, negate } from './members.js';

// JSON Schema 2020-12 core, 11: `unevaluatedProperties` and `unevaluatedItems` apply to members and items
// that no other keyword or subschema has evaluated.

type Holder = Readonly<Record<string, unknown>> | readonly unknown[];
type Key = string | number;

interface Search {
  /** The member or index that may be unevaluated. */
  readonly key: Key;
  /** The object or list that has it. */
  readonly value: Holder;
  readonly run: Run;
  readonly within: Compilation;
  /**
   * True to explain a fault: a part of `allOf` that refuses
   * the value has faults of its own, and counts as evaluated.
   */
  readonly isExplaining: boolean;
  /** References that were followed, so that a schema that refers to itself ends. */
  readonly followed: readonly string[];
}

const unevaluatedProperties: CompileKeyword = (
  argument: Schema | boolean,
  { unevaluatedProperties: _, ...others },
  within,
) => {
  const schema = within.compile(argument);
  const judge = judgeOf(schema, others, within);
  return {
    test: (value, run) => !isRecord(value) || every(namesIn(value), (name) => judge(name, value, run)),
    explain: (value, faults, run) => {
      const members = value as Members;
      for (const name of namesIn(members)) {
        if (judge(name, members, run, true) !== false) continue;
        if (argument === false) faults.add('unevaluatedProperties', 'is not documented', name);
        else explainInside(name, members[name], schema, faults, run);
      }
    },
  };
};

const unevaluatedItems: CompileKeyword = (
  argument: Schema | boolean,
  { unevaluatedItems: _, ...others },
  within,
) => {
  const schema = within.compile(argument);
  const judge = judgeOf(schema, others, within);
  return {
    test: (value, run) => !Array.isArray(value) || every(value, (_item, index) => judge(index, value, run)),
    explain: (value, faults, run) => {
      for (const [index, item] of (value as unknown[]).entries())
        if (judge(index, value as unknown[], run, true) === false)
          explainInside(String(index), item, schema, faults, run);
    },
  };
};

/**
 * Returns a function that checks one member or item: it is evaluated, or the schema of the others accepts it.
 */
function judgeOf(schema: CompiledSchema, others: Schema, within: Compilation) {
  return (key: Key, value: Holder, run: Run, isExplaining = false): Verdict => {
    const isKnown = isEvaluated({ key, value, run, within, isExplaining, followed: [] }, others);
    if (isKnown === true) return true;
    const verdict = schema.test((value as Readonly<Record<Key, unknown>>)[key], run);
    return isKnown === false || verdict === true ? verdict : undefined;
  };
}

function isEvaluated(search: Search, schema: Schema | boolean): Verdict {
  if (typeof schema === 'boolean') return false;
  const { key } = search;
  return anyOf([
    typeof key === 'string' ? isMemberEvaluated(key, schema) : isItemEvaluated(key, search, schema),
    evaluatedByRef(search, schema),
    ...inPlace(search, schema).map(({ applies, schema: subschema }) =>
      both(applies, isEvaluated(search, subschema)),
    ),
  ]);
}

function isMemberEvaluated(name: string, schema: Schema): Verdict {
  if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined) return true;
  return coverage(schema)(name);
}

function isItemEvaluated(index: number, { value, run, within }: Search, schema: Schema): Verdict {
  const { prefixItems = [], items, unevaluatedItems: left, contains } = schema;
  if (items !== undefined || left !== undefined || index < prefixItems.length) return true;
  if (contains === undefined) return false;
  return within.compile(contains).test((value as readonly unknown[])[index], run);
}

function evaluatedByRef(search: Search, { $ref }: Schema): Verdict {
  if ($ref === undefined) return false;
  const { followed, within } = search;
  const target = followed.includes($ref) ? undefined : within.resolve($ref);
  if (target === undefined) return undefined;
  return isEvaluated({ ...search, followed: [...followed, $ref] }, target);
}

interface InPlace {
  readonly schema: Schema;
  readonly applies: Verdict;
}

/**
 * Returns the subschemas that apply to the same value. Branches that reject the value evaluate nothing.
 */
function inPlace({ value, run, within, isExplaining }: Search, schema: Schema): InPlace[] {
  const { allOf = [], anyOf: any = [], oneOf = [], if: condition, then, else: otherwise } = schema;
  const accepted = (subschema: Schema): InPlace => ({
    schema: subschema,
    applies: within.compile(subschema).test(value, run),
  });
  const always = (subschema: Schema): InPlace =>
    isExplaining ? { schema: subschema, applies: true } : accepted(subschema);
  const appliedSchemas = [...allOf.map(always), ...[...any, ...oneOf].map(accepted)];
  if (condition !== undefined) {
    const holds = within.compile(condition).test(value, run);
    appliedSchemas.push({ schema: condition, applies: holds });
    if (then) appliedSchemas.push({ schema: then, applies: holds });
    if (otherwise) appliedSchemas.push({ schema: otherwise, applies: negate(holds) });
  }
  if (isRecord(value))
    for (const [name, dependent] of Object.entries(schema.dependentSchemas ?? {}))
      if (has(value, name)) appliedSchemas.push(accepted(dependent));
  return appliedSchemas;
}

function anyOf(verdicts: readonly Verdict[]): Verdict {
  return negate(every(verdicts, negate));
}

function both(a: Verdict, b: Verdict): Verdict {
  return every([a, b], (verdict) => verdict);
}

export const UNEVALUATED_KEYWORDS: KeywordTable = [
  keyword('unevaluatedProperties', isSchema, unevaluatedProperties),
  keyword('unevaluatedItems', isSchema, unevaluatedItems),
];
