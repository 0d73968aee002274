import type { ErrorObject } from 'ajv';
import type { SchemaFault } from '../exchanges/schemas/checker.js';
import { escapeKey, isRecord, kindOf } from 'dtospec/internal';

export type JudgeBranch = (branch: unknown, value: unknown) => readonly SchemaFault[];

const UNIONS: ReadonlySet<string> = new Set(['oneOf', 'anyOf']);

/**
 * Returns the errors of a validator as messages. If no branch of a union matches, it reports the errors of
 * the most similar branch.
 */
export function explain(errors: readonly ErrorObject[], judge: JudgeBranch, most = Infinity): SchemaFault[] {
  const unions = new Map<string, number[]>();
  for (const [index, { keyword, instancePath }] of errors.entries())
    if (UNIONS.has(keyword)) unions.set(instancePath, [...(unions.get(instancePath) ?? []), index]);
  const faults: SchemaFault[] = [];
  for (const [index, error] of errors.entries()) {
    if (faults.length >= most) break;
    if (error.keyword === 'if' || isInBranch(error, index, unions, errors)) continue;
    faults.push(...(UNIONS.has(error.keyword) ? explainUnion(error, judge) : [explainError(error)]));
  }
  return faults.slice(0, most);
}

/**
 * Returns whether an error belongs to a branch of a union. Such errors
 * precede the union's own error and have other schemas. Only unions at the
 * error's place and around it are compared, since a list may have thousands.
 */
function isInBranch(
  { instancePath, parentSchema }: ErrorObject,
  index: number,
  unions: ReadonlyMap<string, readonly number[]>,
  errors: readonly ErrorObject[],
): boolean {
  const ends = [...instancePath.matchAll(/\/|$/g)].map((match) => match.index);
  return ends
    .flatMap((end) => unions.get(instancePath.slice(0, end)) ?? [])
    .some((union) => union > index && errors[union]?.parentSchema !== parentSchema);
}

function explainUnion(error: ErrorObject, judge: JudgeBranch): SchemaFault[] {
  const { instancePath, keyword, schema, parentSchema, data } = error;
  const branches = Array.isArray(schema) ? (schema as unknown[]) : [];
  const here = (message: string): SchemaFault[] => [{ pointer: `#${instancePath}`, rule: keyword, message }];
  const chosen = chosenBranch(branches, parentSchema, data);
  if (typeof chosen === 'string') return here(chosen);
  const faults = (branch: unknown): SchemaFault[] =>
    judge(branch, data).map((fault) => ({ ...fault, pointer: `#${instancePath}${fault.pointer.slice(1)}` }));
  if (chosen !== undefined) {
    const branchFaults = faults(chosen.branch);
    if (branchFaults.length > 0) return branchFaults;
  }
  const explained = branches.map(faults);
  const fitting = explained.flatMap((ofBranch, index) => (ofBranch.length === 0 ? [index + 1] : []));
  if (fitting.length > 1)
    return here(`satisfies the alternatives ${fitting.join(' and ')}, where exactly one is documented`);
  const nearer = explained.filter(
    (ofBranch) => !ofBranch.some((fault) => isOfAnotherKind(fault, instancePath)),
  );
  const [only] = nearer;
  if (nearer.length === 1 && only !== undefined) return only;
  const reasons = (nearer.length === 0 ? explained : nearer).map(([first]) =>
    first === undefined ? 'it is refused' : `${first.pointer} ${first.message}`,
  );
  return here(`satisfies none of the alternatives (${[...new Set(reasons)].join('; ')})`);
}

function isOfAnotherKind({ pointer, rule }: SchemaFault, instancePath: string): boolean {
  return pointer === `#${instancePath}` && ['type', 'const', 'enum'].includes(rule);
}

function chosenBranch(
  branches: readonly unknown[],
  parent: unknown,
  data: unknown,
): { readonly branch: unknown } | string | undefined {
  const discriminator = isRecord(parent) ? parent.discriminator : undefined;
  if (!isRecord(discriminator) || !isRecord(data)) return undefined;
  const property = String(discriminator.propertyName);
  const value = data[property];
  const mapping = isRecord(discriminator.mapping) ? discriminator.mapping : {};
  if (!['string', 'number', 'boolean'].includes(typeof value))
    return discriminator.defaultMapping === undefined
      ? `has no ${property} that selects the alternative`
      : undefined;
  const key = String(value);
  const target = String(Object.hasOwn(mapping, key) ? mapping[key] : key);
  const name = target.slice(target.lastIndexOf('/') + 1);
  const branch = branches.find(
    (branch) => isRecord(branch) && typeof branch.$ref === 'string' && branch.$ref.endsWith(`/${name}`),
  );
  return branch === undefined ? undefined : { branch };
}

type Explain = (error: ErrorObject) => Partial<SchemaFault> & { readonly message: string };

const WORDS: Readonly<Record<string, Explain>> = {
  type: ({ data, params }) => ({
    message: `is ${typeNameOf(data)}, not ${[(params as { type: string | string[] }).type].flat().join(' or ')}`,
  }),
  required: ({ instancePath, params }) => member(instancePath, params.missingProperty, 'is missing'),
  dependentRequired: ({ instancePath, params }) =>
    member(instancePath, params.missingProperty, `is missing beside ${String(params.property)}`),
  additionalProperties: ({ instancePath, params }) =>
    member(instancePath, params.additionalProperty, 'is not documented'),
  unevaluatedProperties: ({ instancePath, params }) =>
    member(instancePath, params.unevaluatedProperty, 'is not documented'),
  enum: ({ schema }) => ({ message: `is not one of ${shorten(JSON.stringify(schema))}` }),
  const: ({ schema }) => ({ message: `is not ${shorten(JSON.stringify(schema))}` }),
  format: ({ params }) => ({ message: `is not of the format ${String(params.format)}` }),
  pattern: ({ params }) => ({ message: `does not match ${shorten(String(params.pattern))}` }),
  not: () => ({ message: 'matches a schema that is forbidden' }),
  'false schema': () => ({ message: 'is not allowed' }),
};

function explainError(error: ErrorObject): SchemaFault {
  const { instancePath, keyword, message } = error;
  const plain = message ?? `does not satisfy ${keyword}`;
  const words = Object.hasOwn(WORDS, keyword) ? WORDS[keyword]?.(error) : undefined;
  return { pointer: `#${instancePath}`, rule: keyword, message: plain, ...words };
}

function member(instancePath: string, name: unknown, message: string): { pointer: string; message: string } {
  return { pointer: `#${instancePath}/${escapeKey(String(name))}`, message };
}

function typeNameOf(value: unknown): string {
  return Number.isInteger(value) ? 'an integer' : kindOf(value);
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
