import fc from 'fast-check';
import { settle } from '../../src/model/type-ref.js';
import type { ClassModel, Constructor, PropertyModel, TypeRef } from '../../src/model/types.js';
import { NARROWINGS } from '../../src/schema/contract.js';
import { validatorOf, type Compiled } from './compile.js';
import { ABSENT, narrowings, SAMPLE } from './narrowings.js';
import { valuesOf } from './values/from-schema.js';

/** A value written as declared, and the narrowings that rewrote it. */
export interface DeclaredForm {
  readonly value: unknown;
  readonly used: ReadonlySet<string>;
}

interface Walk {
  readonly compiled: Compiled;
  readonly used: Set<string>;
}

/** Rewrites a value of a class wherever a named narrowing concerns it. */
export function declaredFormOf(value: unknown, target: Constructor, compiled: Compiled): DeclaredForm {
  const walk = { compiled, used: new Set<string>() };
  return { value: formOfObject(value, target, walk), used: walk.used };
}

function formOfObject(value: unknown, target: Constructor, walk: Walk): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const model = walk.compiled.compiler.modelOf(target, walk.compiled.view);
  const byName = new Map(model.properties.map((property) => [property.name, property]));
  const entries = Object.entries(underOneName(value, model, walk)).flatMap(
    ([name, member]: [string, unknown]): [string, unknown][] => {
      const property = byName.get(name);
      const form = property === undefined ? member : formOfProperty(member, property, model, walk);
      return form === ABSENT ? [] : [[name, form]];
    },
  );
  return Object.fromEntries([...entries, ...missing(value, model, walk)]);
}

/** class-transformer binds a renamed property's own name beside the wire's, and takes the later one. */
function underOneName(value: object, model: ClassModel, walk: Walk): object {
  const members = new Map<string, unknown>(Object.entries(value));
  const keys = [...members.keys()];
  for (const { key, name } of model.properties) {
    if (key === name || !members.has(key) || !members.has(name)) continue;
    walk.used.add(NARROWINGS.ownName.name);
    if (keys.indexOf(key) > keys.indexOf(name)) members.set(name, members.get(key));
    members.delete(key);
  }
  return Object.fromEntries(members);
}

/** `@Required()` says what validation does not. */
function missing(value: object, model: ClassModel, walk: Walk): [string, unknown][] {
  const wanted = model.properties.filter(
    ({ name, required, acceptsAbsence }) => required && acceptsAbsence && !Object.hasOwn(value, name),
  );
  if (wanted.length > 0) walk.used.add(NARROWINGS.requiredByDecorator.name);
  return wanted.map((property) => [property.name, checkOf(property, model, walk.compiled).sample()]);
}

/** One narrowing may make way for another, so they are tried until the property's own schema is content. */
function formOfProperty(value: unknown, property: PropertyModel, model: ClassModel, walk: Walk): unknown {
  const { accepts, sample } = checkOf(property, model, walk.compiled);
  let form = value;
  for (let round = 0; round < 5 && !accepts(form); round++) {
    if (property.nested) form = formOfNested(form, property.type, walk);
    if (accepts(form)) break;
    const before = form;
    const narrowing = narrowings.find(({ concerns }) => concerns(before, property));
    if (narrowing === undefined) break;
    walk.used.add(narrowing.name);
    form = narrowing.rewrite(before, property);
    if (form === ABSENT) return ABSENT;
    if (form === SAMPLE) return sample();
  }
  return form;
}

function formOfNested(value: unknown, type: TypeRef, walk: Walk): unknown {
  const settled = settle(type);
  if (Array.isArray(value)) return value.map((item) => formOfNested(item, type, walk));
  if (settled.kind === 'array') return formOfNested(value, settled.items, walk);
  if (settled.kind === 'class') return formOfObject(value, settled.target, walk);
  if (settled.kind !== 'union') return value;
  const { propertyName, mapping } = settled.discriminator ?? { propertyName: '', mapping: [] };
  const tag = (value as Record<string, unknown> | null)?.[propertyName];
  const branch = mapping.find((entry) => entry.value === tag);
  return branch === undefined ? value : formOfObject(value, branch.target, walk);
}

interface PropertyCheck {
  readonly accepts: (value: unknown) => boolean;
  readonly sample: () => unknown;
}

const checks = new WeakMap<PropertyModel, PropertyCheck>();

function checkOf(property: PropertyModel, model: ClassModel, compiled: Compiled): PropertyCheck {
  const known = checks.get(property);
  if (known !== undefined) return known;
  const { compiler } = compiled;
  const { value: schema, schemas: defs } = compiler.finish(compiler.schemaOfProperty(model, property));
  const validate = validatorOf(schema, defs);
  const check: PropertyCheck = {
    accepts: (value) => validate(value),
    sample: () =>
      fc
        .sample(valuesOf(schema, { defs, depth: 0 }), { seed: 1, numRuns: 200 })
        .find((value) => validate(value)),
  };
  checks.set(property, check);
  return check;
}
