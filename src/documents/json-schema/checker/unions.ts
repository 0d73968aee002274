import { isRecord } from '../../../shared/values.js';
import type { Schema } from '../schema.js';
import type {
  Assertion,
  Compilation,
  CompiledSchema,
  CompileKeyword,
  Run,
  SchemaFault,
  Verdict,
} from './assertion.js';
import { Faults, LISTED_UNIONS } from './assertion.js';
import { type Constant, constantsIn, fitsConstants } from './constants.js';
import { keyword, type KeywordTable } from './arguments.js';
import { counted, every, negate } from './members.js';
import { describeFault } from './describe-fault.js';
import { resultsOf } from './memory.js';

interface Branch {
  readonly schema: Schema | boolean;
  readonly compiled: CompiledSchema;
  /** Members with one value, which decide quickly against the branch. */
  readonly constants: readonly Constant[];
}

/** Faults of one branch that the message of a union may quote. */
const MAX_REASONS = 3;

/**
 * Compiles `anyOf` or `oneOf`. Constants decide first, since
 * a branch that differs in one needs no further check.
 */
function compileUnion(
  name: 'anyOf' | 'oneOf',
  judge: (branches: readonly Branch[], value: unknown, run: Run) => Verdict,
): CompileKeyword {
  return (schemas: readonly (Schema | boolean)[], parent, within) => {
    // JSON Schema 2020-12 (core, 10.2.1) forbids an empty list.
    if (schemas.length === 0) return undefined;
    // The constants are read at the first check, since a schema may refer to itself.
    let branches: readonly Branch[] | undefined;
    const branchesOf = (): readonly Branch[] =>
      (branches ??= schemas.map((schema) => branchOf(schema, within)));
    const candidatesOf = (value: unknown): readonly Branch[] => {
      const all = branchesOf();
      return isRecord(value) ? all.filter((branch) => fitsConstants(value, branch.constants)) : all;
    };
    const test = (value: unknown, run: Run): Verdict => {
      const isRemembered = run.unions > 0 && typeof value === 'object' && value !== null;
      const verdicts = isRemembered ? resultsOf(run.known, union) : undefined;
      if (verdicts?.has(value) === true) return verdicts.get(value);
      run.unions += 1;
      const verdict = judge(candidatesOf(value), value, run);
      run.unions -= 1;
      verdicts?.set(value, verdict);
      return verdict;
    };
    const explain: Assertion['explain'] = (value, faults, run) => {
      const candidates = candidatesOf(value);
      const chosen = chosenBranch(parent, value, branchesOf());
      explainUnion(name, value, candidates, schemas.length, faults, run, chosen);
    };
    const union: Assertion = {
      test,
      explain: (value, faults, run) => {
        if (addsNothing(value, branchesOf(), faults, run)) return;
        for (const { keyword: refusing, message, path } of reasonsOf(union, value, faults, run, explain))
          faults.add(refusing, message, ...path);
      },
    };
    return union;
  };
}

function branchOf(schema: Schema | boolean, within: Compilation): Branch {
  return { schema, compiled: within.compile(schema), constants: constantsIn(schema, within.resolve) };
}

/** The branch that OpenAPI's Discriminator Object names, or a sentence about its absence. */
function chosenBranch(
  { discriminator }: Schema,
  value: unknown,
  branches: readonly Branch[],
): { ref: string } | { message: string; member: string } | undefined {
  if (!isRecord(discriminator) || !isRecord(value)) return undefined;
  const { propertyName, mapping = {}, defaultMapping } = discriminator;
  const own = value[propertyName];
  const values = valuesOf(propertyName, branches);
  const known = values ?? Object.keys(mapping);
  const isName = NAMES.has(typeof own) && values?.includes(own) !== false;
  const mapped = isName ? ownValue(mapping, String(own)) : undefined;
  if (mapped !== undefined) return { ref: mapped };
  if (typeof own === 'string' && known.length === 0) return { ref: own };
  if (defaultMapping !== undefined) return undefined;
  return { message: `must be ${choiceOf(known)}`, member: propertyName };
}

function ownValue(mapping: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(mapping, name) ? mapping[name] : undefined;
}

function choiceOf(known: readonly unknown[]): string {
  const listed = known
    .slice(0, 20)
    .map((name) => JSON.stringify(name))
    .join(', ');
  return known.length > 1 ? `one of ${listed}` : listed || 'the name of an alternative';
}

/** The types of values that a mapping can name; its keys are texts. */
const NAMES: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** Returns the values that select a branch, or undefined if a branch has none. */
function valuesOf(propertyName: string, branches: readonly Branch[]): readonly unknown[] | undefined {
  const values = branches.map(({ constants }) => constants.find(([name]) => name === propertyName)?.[1]);
  return values.every((known) => known !== undefined) ? values.flatMap((known) => [...known]) : undefined;
}

function explainUnion(
  name: string,
  value: unknown,
  candidates: readonly Branch[],
  count: number,
  faults: Faults,
  run: Run,
  chosen: ReturnType<typeof chosenBranch>,
): void {
  if (chosen !== undefined && 'message' in chosen) {
    faults.add(name, chosen.message, chosen.member);
    return;
  }
  const only = chosen === undefined ? onlyOf(candidates) : namedBranch(candidates, chosen.ref);
  if (only?.compiled.test(value, run) === false) {
    only.compiled.explain(value, faults, run);
    return;
  }
  const fitting = candidates.filter(({ compiled }) => compiled.test(value, run) === true);
  if (fitting.length > 1)
    faults.add(name, `must satisfy exactly one of ${count} alternatives, not ${fitting.length}`);
  else explainBranches(name, value, candidates, faults, run);
}

function namedBranch(candidates: readonly Branch[], ref: string): Branch | undefined {
  const named = candidates.find(({ schema }) => typeof schema === 'object' && isNamed(schema.$ref, ref));
  return named ?? onlyOf(candidates);
}

function onlyOf(candidates: readonly Branch[]): Branch | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Adds the faults of the nearest branch, or a sentence with the first fault of each. */
function explainBranches(
  name: string,
  value: unknown,
  candidates: readonly Branch[],
  faults: Faults,
  run: Run,
): void {
  const isListed = faults.unions < LISTED_UNIONS;
  const reasons = isListed
    ? candidates.map(({ compiled }) => reasonsOfBranch(compiled, value, faults, run))
    : [];
  const nearer = reasons.filter((ofBranch) => !ofBranch.some(isOfAnotherKind));
  const [nearest] = nearer;
  if (nearer.length === 1 && nearest !== undefined) {
    for (const fault of nearest) faults.add(fault.keyword, fault.message, ...fault.path);
    return;
  }
  const descriptions = (nearer.length === 0 ? reasons : nearer)
    .slice(0, MAX_REASONS)
    .flatMap(([first]) => (first ? [describeFault(first)] : []));
  const why = descriptions.length === 0 ? '' : ` (${[...new Set(descriptions)].join('; ')})`;
  faults.add(name, `must satisfy ${name === 'oneOf' ? 'one' : 'at least one'} of the alternatives${why}`);
}

/**
 * Returns whether the faults that keywords beside the union have added are all that one of its branches has
 * against the value: a branch may repeat such keywords.
 */
function addsNothing(value: unknown, branches: readonly Branch[], faults: Faults, run: Run): boolean {
  if (!faults.hasAnyHere || faults.unions >= LISTED_UNIONS) return false;
  return branches.some(({ compiled }) => {
    const reasons = reasonsOfBranch(compiled, value, faults, run);
    return reasons.length > 0 && reasons.every((fault) => faults.has(fault));
  });
}

function isNamed(ref: string | undefined, target: string): boolean {
  return (
    ref !== undefined && (ref === target || ref.endsWith(`/${target.slice(target.lastIndexOf('/') + 1)}`))
  );
}

function reasonsOfBranch(
  compiled: CompiledSchema,
  value: unknown,
  { unions, limit }: Faults,
  run: Run,
): readonly SchemaFault[] {
  const below = new Faults(limit);
  below.unions = unions + 1;
  return reasonsOf(compiled, value, below, run, (part, faults) => {
    compiled.explain(part, faults, run);
  });
}

/** Returns the faults of a part of the value, which branches of several unions may ask for. */
function reasonsOf(
  of: CompiledSchema | Assertion,
  value: unknown,
  { unions, limit }: Faults,
  run: Run,
  explain: Assertion['explain'],
): readonly SchemaFault[] {
  const reasons = run.explained?.reasons[unions];
  const known = reasons && resultsOf(reasons, of);
  const ofValue = known?.get(value);
  if (ofValue !== undefined) return ofValue;
  const faults = new Faults(limit);
  faults.unions = unions;
  explain(value, faults, run);
  known?.set(value, faults.list);
  return faults.list;
}

function isOfAnotherKind({ path, keyword: refusing }: SchemaFault): boolean {
  return path.length === 0 && ['type', 'const', 'enum'].includes(refusing);
}

export const UNION_KEYWORDS: KeywordTable = [
  keyword(
    'anyOf',
    Array.isArray,
    compileUnion('anyOf', (branches, value, run) =>
      negate(every(branches, ({ compiled }) => negate(compiled.test(value, run)))),
    ),
  ),
  keyword(
    'oneOf',
    Array.isArray,
    compileUnion('oneOf', (branches, value, run) =>
      counted(branches, ({ compiled }) => compiled.test(value, run), 1, 1),
    ),
  ),
];
