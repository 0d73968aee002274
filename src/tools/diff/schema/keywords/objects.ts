import { matches, type Schema } from 'dtospec/internal';
import { shown } from '../../rule.js';
import { appliedSchemas, type Shape, shapeOf } from '../object-shape.js';
import type { Node } from '../translate.js';
import { bound, forTypes, type GroupsOf, named, type Proof, type Prover } from './keyword.js';
import { nameUnevaluated, type UNEVALUATED_RULES } from './unevaluated.js';

/** The rules of keywords for objects, without those of their properties. */
export const OBJECT_RULES = {
  'property-names-changed': shown('propertyNames changed'),
  'min-properties-raised': shown('minProperties was added or raised'),
  'min-properties-lowered': shown('minProperties was lowered or removed'),
  'max-properties-raised': shown('maxProperties was raised or removed'),
  'max-properties-lowered': shown('maxProperties was added or lowered'),
  'dependent-required-changed': shown('dependentRequired changed'),
  'dependent-schemas-changed': shown('dependentSchemas changed'),
} as const;

const ofObjects = (proof: Proof): Proof => forTypes(['object'], proof);

export const OBJECT_KEYWORDS = {
  members: {
    keywords: ['properties', 'patternProperties', 'additionalProperties'],
    proves: ofObjects(provesMembers),
  },
  required: {
    keywords: ['required'],
    proves: ofObjects((a, { required = [] }) => required.every((name) => a.required?.includes(name))),
  },
  minProperties: {
    keywords: ['minProperties'],
    name: bound('min-properties-raised', 'min-properties-lowered', -1),
    proves: ofObjects(
      (a, { minProperties = 0 }) => Math.max(a.minProperties ?? 0, a.required?.length ?? 0) >= minProperties,
    ),
  },
  maxProperties: {
    keywords: ['maxProperties'],
    name: bound('max-properties-raised', 'max-properties-lowered', Infinity),
    proves: ofObjects((a, { maxProperties = Infinity }, prover) => {
      if ((a.maxProperties ?? Infinity) <= maxProperties) return true;
      const { names, patterns, additional } = membersOf(a, prover);
      return additional === undefined && patterns.length === 0 && names.size <= maxProperties;
    }),
  },
  propertyNames: {
    keywords: ['propertyNames'],
    name: named('property-names-changed'),
    proves: ofObjects((a, { propertyNames = {} }, prover, depth) => {
      if (a.propertyNames !== undefined && prover.proves(a.propertyNames, propertyNames, depth + 1))
        return true;
      const { names, patterns, additional } = membersOf(a, prover);
      if (additional !== undefined || patterns.length > 0) return false;
      return [...names.keys()].every((name) => prover.validator.accepts(propertyNames, name) === true);
    }),
  },
  dependentRequired: {
    keywords: ['dependentRequired'],
    name: named('dependent-required-changed'),
    proves: ofObjects((a, { dependentRequired = {} }, prover) =>
      Object.entries(dependentRequired).every(
        ([name, needed]) =>
          isNeverSent(a, name, prover) ||
          needed.every(
            (other) =>
              a.required?.includes(other) === true || a.dependentRequired?.[name]?.includes(other) === true,
          ),
      ),
    ),
  },
  dependentSchemas: {
    keywords: ['dependentSchemas'],
    name: named('dependent-schemas-changed'),
    proves: ofObjects((a, { dependentSchemas = {} }, prover, depth) =>
      Object.entries(dependentSchemas).every(([name, schema]) => {
        const own = a.dependentSchemas?.[name];
        return (
          isNeverSent(a, name, prover) ||
          (own !== undefined && prover.proves(own, schema, depth + 1)) ||
          prover.proves(a, schema, depth + 1)
        );
      }),
    ),
  },
  unevaluatedProperties: {
    keywords: ['unevaluatedProperties'],
    name: nameUnevaluated,
    proves: ofObjects(provesUnevaluated),
  },
} as const satisfies GroupsOf<typeof OBJECT_RULES & typeof UNEVALUATED_RULES>;

function membersOf(a: Schema, { from, isClosed }: Prover): Shape {
  const shape = shapeOf(from, a);
  if (isClosed) return shape;
  const names = new Map(Object.entries(a.properties ?? {}));
  const additional = a.additionalProperties ?? true;
  return {
    names,
    patterns: Object.entries(a.patternProperties ?? {}),
    additional: additional === false ? undefined : additional,
  };
}

function provesMembers(a: Schema, r: Schema, prover: Prover, depth: number): boolean {
  const { names, patterns, additional } = membersOf(a, prover);
  for (const [name, own] of names)
    if (!askedOf(r, name).every((node) => prover.proves(own, node, depth + 1))) return false;
  for (const [pattern, own] of patterns) if (!provesPattern(pattern, own, r, prover, depth)) return false;
  if (additional === undefined) return true;
  // All schemas that may apply to a member of any other name.
  const others = [
    ...Object.entries(r.properties ?? {}).flatMap(([name, node]) => (names.has(name) ? [] : [node])),
    ...Object.values(r.patternProperties ?? {}),
    ...(r.additionalProperties === undefined ? [] : [r.additionalProperties]),
  ];
  return others.every((node) => prover.proves(additional, node, depth + 1));
}

function provesUnevaluated(a: Schema, r: Schema, prover: Prover, depth: number): boolean {
  const { unevaluatedProperties = true } = r;
  const { names, patterns, additional } = membersOf(a, prover);
  if (patterns.length > 0) return false;
  const left = [...names].filter(([name]) => !isAlwaysEvaluated(r, name, prover));
  return (
    left.every(([, node]) => prover.proves(node, unevaluatedProperties, depth + 1)) &&
    (additional === undefined || prover.proves(additional, unevaluatedProperties, depth + 1))
  );
}

function askedOf(
  { properties = {}, patternProperties = {}, additionalProperties }: Schema,
  name: string,
): Node[] {
  const nodes: Node[] = Object.entries(patternProperties).flatMap(([pattern, node]) =>
    matches(pattern)(name) === false ? [] : [node],
  );
  if (Object.hasOwn(properties, name)) nodes.push(properties[name] ?? true);
  return nodes.length === 0 && additionalProperties !== undefined ? [additionalProperties] : nodes;
}

/** Proves a pattern's schema for every property of the other schema, since any of them may match. */
function provesPattern(pattern: string, own: Node, r: Schema, prover: Prover, depth: number): boolean {
  const same = r.patternProperties?.[pattern];
  const asked: Node[] = [
    ...Object.entries(r.properties ?? {}).flatMap(([name, node]) =>
      matches(pattern)(name) === false ? [] : [node],
    ),
    ...Object.values(r.patternProperties ?? {}),
    ...(same === undefined && r.additionalProperties !== undefined ? [r.additionalProperties] : []),
  ];
  return asked.every((node) => prover.proves(own, node, depth + 1));
}

function isNeverSent(a: Schema, name: string, prover: Prover): boolean {
  const { names, patterns, additional } = membersOf(a, prover);
  if (names.has(name)) return names.get(name) === false;
  return patterns.length === 0 && additional === undefined;
}

function isAlwaysEvaluated(r: Schema, name: string, { to }: Prover): boolean {
  const own =
    r.additionalProperties !== undefined ||
    askedOf({ ...r, additionalProperties: undefined } as never, name).length > 0;
  return (
    own ||
    (r.allOf ?? []).some((part) =>
      appliedSchemas(to, part)
        .slice(0, 1)
        .some((part) => askedOf(part, name).length > 0),
    )
  );
}
