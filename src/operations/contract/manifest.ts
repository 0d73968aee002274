import type { Constructor } from '../../shared/types.js';
import { resolveLazyOrUnknown } from '../../documents/model/type-input-error.js';
import type { TypeRef, View } from '../../documents/model/types.js';
import type { DescribedOperation } from '../describe.js';
import { placeOf } from '../operation.js';
import type { ClientManifest, MemberNames, OperationNames, ParameterNames, TypeNames } from './client-api.js';
import { type ModelOf, typesOf, writingOf } from './hidden.js';

interface Shape {
  readonly name: string;
  readonly members: Map<string, { readonly name: string; readonly type: Ref | undefined }>;
}

interface Ref {
  readonly shape: Shape | undefined;
  readonly values: Ref | undefined;
  readonly isOpen: boolean;
  readonly where: string;
}

const OPEN: readonly TypeRef['kind'][] = ['object', 'raw', 'standard', 'unknown'];

const PLACES = { path: 'params', query: 'query', header: 'headers' } as const;

interface DescribedCall {
  readonly place: string;
  readonly parameters: readonly {
    readonly place: (typeof PLACES)[keyof typeof PLACES];
    readonly key: string;
    readonly names: ParameterNames;
    readonly type: Ref | undefined;
  }[];
  readonly body: Ref | undefined;
  readonly responses: Readonly<Record<string, Ref | undefined>>;
}

/** Collects the names of operations. Operations share the classes of one manifest. */
export class ManifestBuilder {
  readonly #shapes = new Map<string, Shape>();
  readonly #ids = new Map<Constructor, number>();
  readonly #calls: DescribedCall[] = [];
  readonly #refs: Ref[] = [];
  readonly #ambiguous: string[] = [];

  add(operation: DescribedOperation, modelOf: ModelOf): string[] {
    const place = placeOf(operation.operation.definition);
    const [refs, ambiguous] = [this.#refs.length, this.#ambiguous.length];
    const walk: Walk = { modelOf, place };
    const types = typesOf(operation);
    const refOf = (where: string): Ref | undefined => {
      const found = types.filter((one) => one.where === where);
      return (
        found[0] &&
        this.#refOf(
          found.map(({ type }) => type),
          found[0].view,
          where,
          walk,
        )
      );
    };
    const statuses = types.flatMap(({ status, where }) => (status === undefined ? [] : [[status, where]]));
    this.#calls.push({
      place,
      parameters: operation.parameters.flatMap((bound) => {
        const { parameter, property } = bound;
        const { in: location, name } = parameter;
        if (location === 'cookie') return [];
        const key = property?.key ?? name;
        const type =
          property && this.#refOf([property.type], operation.view, `${location} parameter ${name}`, walk);
        const names = { ...(key !== name && { name }), ...writingOf(bound) };
        return [{ place: PLACES[location as keyof typeof PLACES], key, names, type }];
      }),
      body: refOf('its body'),
      responses: Object.fromEntries(statuses.map(([status = '', where = '']) => [status, refOf(where)])),
    });
    const renaming = this.#renaming();
    const mixed = this.#refs
      .slice(refs)
      .filter((ref) => renames(ref, renaming) && (ref.isOpen || (ref.shape && ref.values)))
      .map(({ where }) => `${where} has renamed members in some of its types, and any members in others`);
    return [...mixed, ...this.#ambiguous.slice(ambiguous)];
  }

  finish(): ClientManifest {
    const renaming = this.#renaming();
    const names = uniqueNames(renaming);
    const namesOf = (ref: Ref | undefined): TypeNames | undefined => {
      if (ref === undefined || !renames(ref, renaming)) return undefined;
      const name = ref.shape && names.get(ref.shape);
      if (name !== undefined) return name;
      const values = namesOf(ref.values);
      return values === undefined ? undefined : { values };
    };
    return {
      operations: Object.fromEntries(
        this.#calls.map((call) => [call.place, operationNames(call, namesOf)] as const),
      ),
      classes: Object.fromEntries(
        [...names].map(([shape, own]) => [
          own,
          Object.fromEntries(
            [...shape.members].flatMap(([key, { name, type }]): [string, MemberNames][] => {
              const inner = namesOf(type);
              const member = { ...(name !== key && { name }), ...(inner !== undefined && { type: inner }) };
              return Object.keys(member).length === 0 ? [] : [[key, member]];
            }),
          ),
        ]),
      ),
    };
  }

  #renaming(): Set<Shape> {
    const found = new Set<Shape>();
    for (let before = -1; before !== found.size;) {
      before = found.size;
      for (const shape of this.#shapes.values())
        if ([...shape.members].some(([key, { name, type }]) => name !== key || renames(type, found)))
          found.add(shape);
    }
    return found;
  }

  #refOf(types: readonly TypeRef[], view: View, where: string, walk: Walk): Ref | undefined {
    const classes = new Set<Constructor>();
    const values: TypeRef[] = [];
    let isOpen = false;
    const flatten = (given: TypeRef): void => {
      const type = resolveLazyOrUnknown(given);
      if (type.kind === 'class') classes.add(type.target);
      else if (type.kind === 'map') values.push(type.values);
      else if (type.kind === 'array') flatten(type.items);
      else if (type.kind === 'tuple') type.items.forEach(flatten);
      else if (type.kind === 'union') type.anyOf.forEach(flatten);
      else if (OPEN.includes(type.kind)) isOpen = true;
    };
    types.forEach(flatten);
    if (classes.size === 0 && values.length === 0) return undefined;
    const ref: Ref = {
      shape: classes.size === 0 ? undefined : this.#shapeOf([...classes], view, walk),
      values: values.length === 0 ? undefined : this.#refOf(values, view, where, walk),
      isOpen,
      where: `${walk.place}: ${where}`,
    };
    this.#refs.push(ref);
    return ref;
  }

  #shapeOf(classes: readonly Constructor[], view: View, walk: Walk): Shape {
    const models = classes.map((target) => walk.modelOf(target, view));
    const id = JSON.stringify([classes.map((target) => this.#idOf(target)).sort(), view]);
    const found = this.#shapes.get(id);
    if (found !== undefined) return found;
    const name = models.map((model) => model.name).join(' | ');
    const shape: Shape = { name, members: new Map() };
    // The shape is stored before its members, which may refer back to it.
    this.#shapes.set(id, shape);
    const properties = models
      .flatMap((model) => model.properties)
      .filter(({ annotations }) => annotations.hidden !== true);
    for (const { key, name: sent } of properties) {
      const others = properties.filter((one) => (one.key === key) !== (one.name === sent));
      const [other] = others;
      if (other !== undefined && models.length > 1)
        this.#ambiguous.push(
          `${walk.place}: ${name} has ${key}, which travels as ${sent}, beside ${other.key}, which travels as ${other.name}`,
        );
      const types = properties.filter((one) => one.key === key).map(({ type }) => type);
      const type = this.#refOf(types, view, `${name}.${key}`, walk);
      if (!shape.members.has(key)) shape.members.set(key, { name: sent, type });
    }
    return shape;
  }

  #idOf(target: Constructor): number {
    const id = this.#ids.get(target) ?? this.#ids.size;
    this.#ids.set(target, id);
    return id;
  }
}

interface Walk {
  readonly modelOf: ModelOf;
  readonly place: string;
}

function uniqueNames(shapes: ReadonlySet<Shape>): Map<Shape, string> {
  const names = new Map<Shape, string>();
  const taken = new Set<string>();
  for (const shape of shapes) {
    let { name } = shape;
    for (let count = 2; taken.has(name); count++) name = `${shape.name} ${count}`;
    taken.add(name);
    names.set(shape, name);
  }
  return names;
}

function renames(ref: Ref | undefined, renaming: ReadonlySet<Shape>): boolean {
  if (ref === undefined) return false;
  return (ref.shape !== undefined && renaming.has(ref.shape)) || renames(ref.values, renaming);
}

function operationNames(
  { parameters, body, responses }: DescribedCall,
  namesOf: (ref: Ref | undefined) => TypeNames | undefined,
): OperationNames {
  const found: Record<string, Record<string, unknown>> = {};
  for (const { place, key, names, type } of parameters) {
    const typeNames = namesOf(type);
    const all: ParameterNames = { ...names, ...(typeNames !== undefined && { type: typeNames }) };
    if (Object.keys(all).length > 0) (found[place] ??= {})[key] = all;
  }
  for (const [status, ref] of Object.entries(responses)) {
    const names = namesOf(ref);
    if (names !== undefined) (found.responses ??= {})[status] = names;
  }
  const bodyNames = namesOf(body);
  return { ...found, ...(bodyNames !== undefined && { body: bodyNames }) };
}
