import { isRecord, type Schema } from 'dtospec/internal';
import type { Candidates } from './values/candidates.js';
import type { Node } from './translate.js';
import type { RuleCode } from '../rules.js';
import type { FixedVerdict } from './keywords/keyword.js';
import type { Sameness } from './proofs/sameness.js';
import type { Schemas } from './schemas.js';

export type Step =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'items' }
  | { readonly kind: 'prefix'; readonly index: number }
  | { readonly kind: 'additional' }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'branch'; readonly keyword: 'anyOf' | 'oneOf'; readonly label: string };

export interface Location {
  /** The schema with its references resolved; an alternative is merged with the schema around it. */
  readonly old: Node;
  readonly new: Node;
  readonly oldPointer: string;
  readonly newPointer: string;
  readonly step?: Step;
  readonly parent?: Location;
}

export function stepsTo(location: Location): Step[] {
  const { step, parent } = location;
  return step === undefined || parent === undefined ? [] : [...stepsTo(parent), step];
}

export function describeSteps(steps: readonly Step[]): string {
  return steps.reduce((text, step) => {
    const isDotted = text !== '' && ['property', 'additional', 'pattern'].includes(step.kind);
    return `${text}${isDotted ? '.' : ''}${describeStep(step)}`;
  }, '');
}

function describeStep(step: Step): string {
  switch (step.kind) {
    case 'property':
      return step.name;
    case 'items':
      return '[]';
    case 'prefix':
      return `[${step.index}]`;
    case 'additional':
      return '*';
    case 'pattern':
      return `/${step.pattern}/`;
    case 'branch':
      return `(${step.label})`;
  }
}

export type SideName = 'old' | 'new';

/** Yields complete values that contain the given value. Their other parts are valid for the sender. */
export function* compose(location: Location, value: unknown, side: SideName, source: Candidates): Generator {
  const { step, parent } = location;
  if (step === undefined || parent === undefined) {
    yield value;
    return;
  }
  for (const wrapped of wrap(step, parent, value, side, source))
    yield* compose(parent, wrapped, side, source);
}

const SURROUNDINGS = 3;

function* wrap(step: Step, parent: Location, value: unknown, side: SideName, source: Candidates): Generator {
  const schema = parent[side];
  switch (step.kind) {
    case 'branch':
      yield value;
      return;
    case 'items':
      yield* arraysAround(schema, value, [], source);
      return;
    case 'prefix': {
      const before = typeof schema === 'object' ? (schema.prefixItems ?? []).slice(0, step.index) : [];
      yield* arraysAround(
        schema,
        value,
        before.map((node) => source.samples(node)[0]),
        source,
      );
      return;
    }
    case 'property':
      yield* objectsAround(schema, [step.name], value, source);
      return;
    case 'additional':
      yield* objectsAround(schema, freeNames(schema, source), value, source);
      return;
    case 'pattern':
      yield* objectsAround(schema, source.patterns.of(step.pattern).slice(0, 3), value, source);
      return;
  }
}

function* arraysAround(
  schema: Node,
  value: unknown,
  before: unknown[],
  source: Candidates,
): Generator<unknown[]> {
  const { minItems = 0, items = true } = typeof schema === 'object' ? schema : {};
  const missing = Math.max(0, minItems - before.length - 1);
  yield [...before, value, ...source.distinct(items, missing)];
  if (missing > 0)
    yield [...before, value, ...Array.from({ length: missing }, () => source.samples(items)[0])];
}

function* objectsAround(
  schema: Node,
  names: readonly string[],
  value: unknown,
  source: Candidates,
): Generator<Record<string, unknown>> {
  const objects = source.samples(schema).filter(isRecord);
  for (const object of objects.length === 0 ? [{}] : objects.slice(0, SURROUNDINGS))
    for (const name of names) yield { ...object, [name]: value };
}

function freeNames(schema: Node, source: Candidates): string[] {
  const {
    properties = {},
    patternProperties = {},
    propertyNames,
  } = typeof schema === 'object' ? schema : ({} as Schema);
  const patterns = Object.keys(patternProperties);
  const named =
    propertyNames === undefined
      ? []
      : source.samples(propertyNames).filter((name) => typeof name === 'string');
  return [...named, 'key', 'extra', 'k1', '0']
    .filter(
      (name) =>
        !Object.hasOwn(properties, name) && !patterns.some((pattern) => source.patterns.test(pattern, name)),
    )
    .slice(0, 2);
}

export interface Difference {
  readonly rule: RuleCode;
  readonly location: Location;
  readonly message: string;
  /** The place in the document, if it is not that of the location. */
  readonly pointer?: string;
  /** The step to the changed part, if it is inside the location. */
  readonly step?: Step;
  /** Verdict of a change that no value can demonstrate. */
  readonly fixed?: FixedVerdict;
  /** Returns why a compatible change is unclear, if the sender may send undocumented members. */
  readonly warning?: (sender: Schema, isOld: boolean) => string | undefined;
  /** Returns the sender's schema with only this difference applied. */
  readonly changed?: (sender: Schema, receiver: Schema) => Node;
}

export interface Walk {
  readonly old: Schemas;
  readonly new: Schemas;
  readonly same: Sameness;
  readonly descend: (step: Step, from: Location, old: Node, current: Node) => Iterable<Difference>;
}
