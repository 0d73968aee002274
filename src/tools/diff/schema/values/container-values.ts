import type { Schema } from 'dtospec/internal';
import { boundsOf, OF_EACH_TYPE } from './scalar-values.js';
import type { Schemas } from '../schemas.js';
import { shapeOf } from '../object-shape.js';
import type { PatternStrings } from './pattern-strings.js';
import type { Node } from '../translate.js';

const MAX_LENGTH = 300;

interface Source {
  readonly schemas: Schemas;
  readonly patterns: PatternStrings;
  samples(node: Node): readonly unknown[];
  distinct(node: Node, count: number): readonly unknown[];
}

export function* arrayCandidates(
  schema: Schema,
  near: readonly Schema[],
  source: Source,
): Generator<unknown[]> {
  const { prefixItems = [], items = true } = schema;
  const first = prefixItems.map((node) => source.samples(node)[0]);
  const lengths = [
    ...boundsOf(near, ['minItems', 'maxItems']),
    1,
    0,
    2,
    3,
    prefixItems.length,
    prefixItems.length + 1,
  ];
  const longest = near.flatMap(({ prefixItems: others = [] }) => [others.length, others.length + 1]);
  for (const length of new Set([...lengths, ...longest])) {
    if (length > MAX_LENGTH) continue;
    const missing = length - first.length;
    if (missing <= 0) {
      yield first.slice(0, length);
      continue;
    }
    const distinct = source.distinct(items, missing);
    if (distinct.length === missing) yield [...first, ...distinct];
    const [one] = distinct;
    if (one !== undefined) yield [...first, ...Array.from({ length: missing }, () => one)];
  }
  for (const item of source.samples(items)) yield [...first, item];
  for (const { contains, minContains = 1, maxContains = 1 } of near) {
    if (contains === undefined) continue;
    const { schemas } = source;
    const wanted = schemas.both(schemas.expand(contains), schemas.expand(items));
    for (const item of [...source.samples(wanted), ...source.samples(contains)])
      for (const count of [1, minContains, minContains - 1, maxContains, maxContains + 1])
        if (count > 0 && count < MAX_LENGTH) yield Array.from({ length: count }, () => item);
  }
}

type Members = Record<string, unknown>;

export function* objectCandidates(
  schema: Schema,
  near: readonly Schema[],
  source: Source,
): Generator<Members> {
  const { schemas, patterns } = source;
  const shape = shapeOf(schemas, schema);
  const own = (name: string): readonly unknown[] =>
    source.samples(
      shape.names.get(name) ??
        shape.patterns.find(([pattern]) => patterns.test(pattern, name))?.[1] ??
        shape.additional ??
        true,
    );
  const names = [...new Set([...(schema.required ?? []), ...shape.names.keys()])];
  const usable = names.filter((name) => own(name).length > 0);
  const pick = (chosen: readonly string[]): Members =>
    Object.fromEntries(chosen.map((name) => [name, own(name)[0]]));
  const fewest = pick(usable.filter((name) => schema.required?.includes(name) === true));
  const all = pick(usable);
  yield fewest;
  yield all;
  for (const name of usable) {
    yield without(all, name);
    for (const value of own(name))
      yield* [
        { ...fewest, [name]: value },
        { ...all, [name]: value },
      ];
  }
  for (const [pattern, node] of shape.patterns)
    for (const name of patterns.of(pattern).slice(0, 3))
      for (const value of source.samples(node)) yield { ...fewest, [name]: value };
  if (shape.additional !== undefined) yield* openCandidates(shape.additional, fewest, near, source);
  for (const count of boundsOf(near, ['minProperties', 'maxProperties']).slice(0, 9)) {
    yield pick([...new Set([...Object.keys(fewest), ...usable])].slice(0, count));
    const [value = 1] = source.samples(shape.additional ?? false);
    const more = Array.from(
      { length: Math.min(count, MAX_LENGTH) },
      (_, index) => [`key${index}`, value] as const,
    );
    if (shape.additional !== undefined) yield Object.fromEntries(more);
  }
}

function* openCandidates(
  additional: Node,
  fewest: Members,
  near: readonly Schema[],
  source: Source,
): Generator<Members> {
  const names = near.flatMap((schema) => [
    ...Object.keys(schema.properties ?? {}),
    ...(schema.required ?? []),
    ...Object.keys(schema.patternProperties ?? {}).flatMap((pattern) =>
      source.patterns.of(pattern).slice(0, 2),
    ),
    ...(schema.propertyNames === undefined ? [] : source.samples(schema.propertyNames).filter(isString)),
  ]);
  const values = additional === true ? OF_EACH_TYPE : source.samples(additional);
  const dependent = near.flatMap(({ dependentRequired = {}, dependentSchemas = {} }) => [
    ...Object.entries(dependentRequired).map(([name, needed]) => [name, ...needed]),
    ...Object.entries(dependentSchemas).map(([name, node]) => [
      name,
      ...(typeof node === 'object' ? Object.keys({ ...node.properties }) : []),
    ]),
  ]);
  for (const [name = '', ...others] of dependent)
    for (const value of values) {
      const base = { ...fewest, [name]: values[0] };
      yield* others.map((other) => ({ ...base, [other]: value }));
      yield { ...base, ...Object.fromEntries(others.map((other) => [other, value])) };
    }
  for (const name of new Set(['key', 'a', 'A', '0', 'a longer name', ...names]))
    for (const value of values) yield { ...fewest, [name]: value };
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function without(members: Members, name: string): Members {
  const { [name]: _, ...rest } = members;
  return rest;
}
