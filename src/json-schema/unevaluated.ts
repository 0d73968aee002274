import { isRecord } from '../base/values.js';
import { isCovered } from './applicators.js';
import type { Schema } from './schema.js';
import { every, has, judgeInside, namesOf, negate } from './verdict.js';
import type { Checks, Verdict, Walk } from './verdict.js';

/** JSON Schema 2020-12 core, 11: what no other keyword here or in the schemas applied in place has looked at. */
export const UNEVALUATED = {
  unevaluatedProperties: (value, schema: Schema | boolean, siblings, walk) => {
    if (!isRecord(value)) return true;
    const { unevaluatedProperties: _, ...others } = siblings;
    return every(namesOf(value), (name) => {
      const isKnown = isEvaluated(name, value, others, walk);
      if (isKnown === true) return true;
      const verdict = judgeInside(schema, value[name], walk);
      return isKnown === false || verdict === true ? verdict : undefined;
    });
  },
} as const satisfies Checks;

type Members = Readonly<Record<string, unknown>>;

/** Whether a schema, which the object satisfies or is one of these keywords' own, has looked at a member. */
function isEvaluated(name: string, value: Members, schema: Schema | boolean, walk: Walk): Verdict {
  if (typeof schema === 'boolean') return false;
  if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined) return true;
  return anyOf([
    isCovered(name, schema),
    evaluatedByRef(name, value, schema, walk),
    ...inPlace(value, schema).map(({ applies, schema: inner }) =>
      both(applies(walk), isEvaluated(name, value, inner, walk)),
    ),
  ]);
}

function evaluatedByRef(name: string, value: Members, { $ref }: Schema, walk: Walk): Verdict {
  if ($ref === undefined) return false;
  const target = walk.followed.includes($ref) ? undefined : walk.resolve($ref);
  if (target === undefined) return undefined;
  return isEvaluated(name, value, target, { ...walk, followed: [...walk.followed, $ref] });
}

interface InPlace {
  readonly schema: Schema;
  readonly applies: (walk: Walk) => Verdict;
}

/** The schemas that judge the same object, and when: a branch that refuses it has looked at nothing. */
function inPlace(value: Members, schema: Schema): InPlace[] {
  const { allOf = [], anyOf: any = [], oneOf = [], if: condition, then, else: fallback } = schema;
  const accepted = (inner: Schema): InPlace => ({
    schema: inner,
    applies: (walk) => walk.judge(inner, value, walk),
  });
  const holds = (walk: Walk): Verdict => condition && walk.judge(condition, value, walk);
  const conditional: InPlace[] = [];
  if (condition !== undefined) {
    conditional.push({ schema: condition, applies: holds });
    if (then) conditional.push({ schema: then, applies: holds });
    if (fallback) conditional.push({ schema: fallback, applies: (walk) => negate(holds(walk)) });
  }
  const dependent = Object.entries(schema.dependentSchemas ?? {}).filter(([name]) => has(value, name));
  return [
    ...[...allOf, ...any, ...oneOf, ...dependent.map(([, inner]) => inner)].map(accepted),
    ...conditional,
  ];
}

function anyOf(verdicts: readonly Verdict[]): Verdict {
  return negate(every(verdicts, negate));
}

function both(a: Verdict, b: Verdict): Verdict {
  return every([a, b], (verdict) => verdict);
}
