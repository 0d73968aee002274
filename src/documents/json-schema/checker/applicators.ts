import { isRecord } from '../../../shared/values.js';
import type { Schema } from '../schema.js';
import {
  type Assertion,
  type CompiledSchema,
  type CompileKeyword,
  type Faults,
  type Run,
  UNDECIDED,
  type Verdict,
} from './assertion.js';
import { counted, every, has, matches, type Members, namesIn, negate } from './members.js';
import { isSchema, keyword, type KeywordTable } from './arguments.js';
import { findUndecidableRef } from './references.js';

// Keywords that apply schemas to the value, its members or its items.

type Schemas = Readonly<Record<string, Schema | boolean>>;

const inArrays = (
  each: (items: readonly unknown[], run: Run) => Verdict,
  explain: (items: readonly unknown[], faults: Faults, run: Run) => void,
): Assertion => ({
  test: (value, run) => !Array.isArray(value) || each(value, run),
  explain: (value, faults, run) => {
    if (Array.isArray(value)) explain(value, faults, run);
  },
  isSearch: true,
});

const inObjects = (
  each: (members: Members, run: Run) => Verdict,
  explain: (members: Members, faults: Faults, run: Run) => void,
): Assertion => ({
  test: (value, run) => !isRecord(value) || each(value, run),
  explain: (value, faults, run) => {
    if (isRecord(value)) explain(value, faults, run);
  },
  isSearch: true,
});

/** Explains a member or an item. It is not tested before, or each level would test all levels below again. */
export function explainInside(
  key: string,
  value: unknown,
  schema: CompiledSchema,
  faults: Faults,
  run: Run,
): void {
  const isScalar = typeof value !== 'object' || value === null;
  if (isScalar && schema.test(value, run) !== false) return;
  faults.inside(key, () => {
    schema.explain(value, faults, run);
  });
}

const items: CompileKeyword = (argument: Schema | boolean, { prefixItems = [] }, within) => {
  const schema = within.compile(argument);
  const from = prefixItems.length;
  return inArrays(
    (list, run) => {
      let all: Verdict = true;
      for (let index = from; index < list.length; index += 1) {
        const verdict = schema.test(list[index], run);
        if (verdict === false) return false;
        if (verdict === undefined) all = undefined;
      }
      return all;
    },
    (list, faults, run) => {
      for (let index = from; index < list.length && !faults.isFull; index += 1)
        explainInside(String(index), list[index], schema, faults, run);
    },
  );
};

const prefixItems: CompileKeyword = (argument: readonly Schema[], _, within) => {
  const schemas = argument.map(within.compile);
  return inArrays(
    (list, run) => every(schemas.slice(0, list.length), (schema, index) => schema.test(list[index], run)),
    (list, faults, run) => {
      for (const [index, schema] of schemas.entries())
        if (index < list.length) explainInside(String(index), list[index], schema, faults, run);
    },
  );
};

const contains: CompileKeyword = (argument: Schema, { minContains = 1, maxContains = Infinity }, within) => {
  const schema = within.compile(argument);
  return {
    test: (value, run) =>
      !Array.isArray(value) || counted(value, (item) => schema.test(item, run), minContains, maxContains),
    explain: (_, faults) => {
      faults.add('contains', containsMessage(minContains, maxContains));
    },
  };
};

function containsMessage(least: number, most: number): string {
  const count = most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  return `must contain ${count} of the documented items`;
}

const required: CompileKeyword = (names: readonly string[]) =>
  inObjects(
    (members) => {
      for (const name of names) if (!has(members, name)) return false;
      return true;
    },
    (members, faults) => {
      for (const name of names) if (!has(members, name)) faults.add('required', 'is required', name);
    },
  );

const properties: CompileKeyword = (argument: Schemas, _, within) => {
  const known = Object.entries(argument).map(([name, schema]) => [name, within.compile(schema)] as const);
  return inObjects(
    (members, run) => {
      let all: Verdict = true;
      for (const [name, schema] of known) {
        if (!has(members, name)) continue;
        const verdict = schema.test(members[name], run);
        if (verdict === false) return false;
        if (verdict === undefined) all = undefined;
      }
      return all;
    },
    (members, faults, run) => {
      for (const [name, schema] of known)
        if (has(members, name)) explainInside(name, members[name], schema, faults, run);
    },
  );
};

const patternProperties: CompileKeyword = (argument: Schemas, _, within) => {
  const known = Object.entries(argument).map(([pattern, schema]) => ({
    applies: matches(pattern),
    schema: within.compile(schema),
  }));
  const unreadable = Object.keys(argument).find((pattern) => matches(pattern)('') === undefined);
  return {
    ...inObjects(
      (members, run) =>
        every(known, ({ applies, schema }) =>
          every(namesIn(members), (name) => {
            const isMatch = applies(name);
            return isMatch === false || unless(negate(isMatch), schema.test(members[name], run));
          }),
        ),
      (members, faults, run) => {
        for (const { applies, schema } of known)
          for (const name of namesIn(members))
            if (applies(name) === true) explainInside(name, members[name], schema, faults, run);
      },
    ),
    ...(unreadable !== undefined && { undecidable: `ECMAScript cannot compile the pattern ${unreadable}` }),
  };
};

const additionalProperties: CompileKeyword = (argument: Schema | boolean, siblings, within) => {
  const schema = within.compile(argument);
  const isCovered = coverage(siblings);
  return inObjects(
    (members, run) =>
      argument === true ||
      every(namesIn(members), (name) => {
        const isKnown = isCovered(name);
        return isKnown === true ? true : unless(isKnown, schema.test(members[name], run));
      }),
    (members, faults, run) => {
      for (const name of namesIn(members)) {
        if (isCovered(name) !== false) continue;
        if (argument === false) faults.add('additionalProperties', 'is not documented', name);
        else explainInside(name, members[name], schema, faults, run);
      }
    },
  );
};

/** Returns a function that answers whether `properties` or `patternProperties` name a member. */
export function coverage({
  properties: named = {},
  patternProperties: patterned = {},
}: Schema): (name: string) => Verdict {
  const tests = Object.keys(patterned).map(matches);
  return (name) => Object.hasOwn(named, name) || negate(every(tests, (test) => negate(test(name))));
}

function unless(exempt: Verdict, verdict: Verdict): Verdict {
  return exempt === false || verdict === true ? verdict : undefined;
}

const propertyNames: CompileKeyword = (argument: Schema, _, within) => {
  const schema = within.compile(argument);
  return inObjects(
    (members, run) => every(namesIn(members), (name) => schema.test(name, run)),
    (members, faults, run) => {
      for (const name of namesIn(members))
        if (schema.test(name, run) === false)
          faults.add('propertyNames', 'has a name that is not allowed', name);
    },
  );
};

const dependentRequired: CompileKeyword = (argument: Readonly<Record<string, readonly string[]>>) => {
  const dependents = Object.entries(argument);
  return inObjects(
    (members) =>
      dependents.every(
        ([name, needed]) => !has(members, name) || needed.every((other) => has(members, other)),
      ),
    (members, faults) => {
      for (const [name, needed] of dependents)
        for (const other of needed)
          if (has(members, name) && !has(members, other))
            faults.add('dependentRequired', `is required beside ${name}`, other);
    },
  );
};

const dependentSchemas: CompileKeyword = (argument: Schemas, _, within) => {
  const dependents = Object.entries(argument).map(
    ([name, schema]) => [name, within.compile(schema)] as const,
  );
  return inObjects(
    (members, run) => every(dependents, ([name, schema]) => !has(members, name) || schema.test(members, run)),
    (members, faults, run) => {
      for (const [name, schema] of dependents) if (has(members, name)) schema.explain(members, faults, run);
    },
  );
};

const allOf: CompileKeyword = (argument: readonly Schema[], _, within) => {
  const schemas = argument.map(within.compile);
  return {
    test: (value, run) => every(schemas, (schema) => schema.test(value, run)),
    explain: (value, faults, run) => {
      for (const schema of schemas) schema.explain(value, faults, run);
    },
    isSearch: true,
  };
};

const not: CompileKeyword = (argument: Schema, _, within) => {
  const schema = within.compile(argument);
  return {
    test: (value, run) => negate(schema.test(value, run)),
    explain: (_value, faults) => {
      faults.add('not', 'has a value that is not allowed');
    },
  };
};

const condition: CompileKeyword = (argument: Schema, { then = {}, else: otherwise = {} }, within) => {
  const [schema, yes, no] = [argument, then, otherwise].map(within.compile) as [
    CompiledSchema,
    CompiledSchema,
    CompiledSchema,
  ];
  return {
    test: (value, run) => {
      const verdict = schema.test(value, run);
      if (verdict !== undefined) return (verdict ? yes : no).test(value, run);
      const both = yes.test(value, run);
      return both === no.test(value, run) ? both : undefined;
    },
    explain: (value, faults, run) => {
      const verdict = schema.test(value, run);
      if (verdict !== undefined) (verdict ? yes : no).explain(value, faults, run);
      else if (yes.test(value, run) === false) no.explain(value, faults, run);
    },
    isSearch: true,
  };
};

const reference: CompileKeyword = (ref: string, schema, within) => {
  const undecidable = findUndecidableRef(ref, schema, within.resolve);
  if (undecidable !== undefined) return { ...UNDECIDED, undecidable };
  const target = within.compile(within.resolve(ref) ?? {});
  return {
    test: (value, run) => target.test(value, run),
    explain: (value, faults, run) => {
      target.explain(value, faults, run);
    },
    isSearch: true,
  };
};

const dynamicReference: CompileKeyword = () => ({
  ...UNDECIDED,
  undecidable: '$dynamicRef is not supported',
});

export const MEMBER_KEYWORDS: KeywordTable = [
  ['$ref', reference],
  ['$dynamicRef', dynamicReference],
  keyword('required', Array.isArray, required),
  keyword('dependentRequired', isRecord, dependentRequired),
  keyword('properties', isRecord, properties),
  keyword('patternProperties', isRecord, patternProperties),
  keyword('additionalProperties', isSchema, additionalProperties),
  keyword('propertyNames', isSchema, propertyNames),
  keyword('prefixItems', Array.isArray, prefixItems),
  keyword('items', isSchema, items),
  keyword('contains', isSchema, contains),
  keyword('allOf', Array.isArray, allOf),
  keyword('not', isSchema, not),
  keyword('if', isSchema, condition),
  keyword('dependentSchemas', isRecord, dependentSchemas),
];
