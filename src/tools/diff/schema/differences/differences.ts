import type { Schema } from 'dtospec/internal';
import { type Difference, type Walk, type Location, type Step, stepsTo } from '../location.js';
import { annotationDifferences } from './annotations.js';
import { branchDifferences, unionDifferences } from './alternatives.js';
import { memberDifferences } from './properties.js';
import type { NamedChange } from '../keywords/keyword.js';
import type { RuleCode } from '../../rules.js';
import { markEmptied } from '../object-shape.js';
import { mayBe } from '../keywords/bounds.js';
import {
  GROUP_NAMES,
  type GroupName,
  GROUPS,
  hasGroup,
  keywordsOf,
  withGroup,
  writesAlike,
} from '../keywords/groups.js';
import { isMonotone } from '../proofs/alternatives.js';
import type { Inclusion } from '../proofs/inclusion.js';
import { isReference, type Schemas } from '../schemas.js';
import { asSchema, type Node } from '../translate.js';

const MAX_PLACES = 3000;
const MAX_VISITS = 3;
/** Maximum depth. Alternatives that refer to themselves are new schemas at each level. */
const MAX_DEPTH = 30;

type TakeComponent = (location: Location, old: string, current: string) => void;

export function* differencesOf(
  root: Location,
  sides: Omit<Walk, 'descend'> & { readonly senderToReceiver: Inclusion },
  take: TakeComponent,
): Generator<Difference> {
  const { old, new: current } = sides;
  const receiver = sides.senderToReceiver.to === old ? 'old' : 'new';
  const visits = new WeakMap<Schema, Map<Node, number>>();
  let places = 0;
  const walk: Walk = {
    ...sides,
    descend: function* (step, from, oldNode, newNode) {
      const own = receiver === 'old' ? oldNode : newNode;
      const isComponent =
        isReference(oldNode) &&
        isReference(newNode) &&
        isMonotone(step, from[receiver], own, [oldNode, newNode], sides.senderToReceiver);
      const location = locate(step, from, oldNode, newNode, walk);
      if (isComponent) {
        take(location, old.pointerOfRef(oldNode.$ref), current.pointerOfRef(newNode.$ref));
        return;
      }
      if ((places += 1) > MAX_PLACES || stepsTo(location).length > MAX_DEPTH || isVisited(location, visits))
        return;
      yield* differencesAt(location, walk);
    },
  };
  yield* differencesAt(root, walk);
}

export function rootLocation(old: Node, current: Node, oldSide: Schemas, newSide: Schemas): Location {
  const before = oldSide.expand(old);
  const after = newSide.expand(current);
  markEmptied(before, after, newSide);
  return {
    old: before,
    new: after,
    oldPointer: oldSide.pointerOf(before) ?? oldSide.pointerOf(old) ?? '#',
    newPointer: newSide.pointerOf(after) ?? newSide.pointerOf(current) ?? '#',
  };
}

function locate(step: Step, parent: Location, old: Node, current: Node, walk: Walk): Location {
  const root = rootLocation(old, current, walk.old, walk.new);
  return {
    ...root,
    oldPointer: root.oldPointer === '#' ? parent.oldPointer : root.oldPointer,
    newPointer: root.newPointer === '#' ? parent.newPointer : root.newPointer,
    step,
    parent,
  };
}

/**
 * Returns whether a pair was visited before, so that recursive schemas end and shared ones are visited once.
 */
function isVisited({ old, new: current }: Location, visits: WeakMap<Schema, Map<Node, number>>): boolean {
  if (typeof old !== 'object') return false;
  const counts = visits.get(old) ?? new Map<Node, number>();
  visits.set(old, counts);
  const count = (counts.get(current) ?? 0) + 1;
  counts.set(current, count);
  return count > MAX_VISITS;
}

function* differencesAt(location: Location, walk: Walk): Generator<Difference> {
  const old = asSchema(location.old);
  const current = asSchema(location.new);
  yield* annotationDifferences(location, old, current);
  if (!hasGroup(old, 'reference') && !hasGroup(current, 'reference')) {
    yield* assertionDifferences(location, old, current, walk);
    return;
  }
  // The values of a lost reference are unknown, so further differences of this schema are unknown, too.
  if (!isSameGroup('reference', old, current, walk))
    yield* plainDifferences('reference', location, old, current);
}

function* assertionDifferences(
  location: Location,
  old: Schema,
  current: Schema,
  walk: Walk,
): Generator<Difference> {
  const unions = unionDifferences(location, old, current, walk);
  if (unions !== undefined) {
    yield* unions;
    return;
  }
  for (const group of GROUP_NAMES) {
    if (writesAlike(old, current, group) && !HOLDERS.has(group)) continue;
    // The type reports values that only one of the schemas accepts.
    if (group === 'items' && !(mayBe(old, 'array') && mayBe(current, 'array'))) continue;
    if (group === 'members' && !(mayBe(old, 'object') && mayBe(current, 'object'))) continue;
    yield* differencesOfGroup(group, location, old, current, walk);
  }
}

function* differencesOfGroup(
  group: GroupName,
  location: Location,
  old: Schema,
  current: Schema,
  walk: Walk,
): Generator<Difference> {
  switch (group) {
    case 'members':
      yield* memberDifferences(location, old, current, walk);
      return;
    case 'required':
      // Reported with the property.
      return;
    case 'items':
      yield* itemDifferences(location, old, current, walk);
      return;
    case 'anyOf':
    case 'oneOf':
      yield* branchDifferences(group, location, old, current, walk);
      return;
    default:
      if (!isSameGroup(group, old, current, walk)) yield* plainDifferences(group, location, old, current);
  }
}

const HOLDERS: ReadonlySet<GroupName> = new Set(['members', 'items', 'anyOf', 'oneOf']);

/**
 * Returns whether a group of keywords is equal. Schemas with references are compared by their targets, since
 * names of components may differ.
 */
function isSameGroup(group: GroupName, old: Schema, current: Schema, { same }: Walk): boolean {
  return same.areEqual(withGroup({}, old, group), withGroup({}, current, group));
}

/** Groups that name their changes. The other ones compare their subschemas. */
type NamedGroup = Exclude<GroupName, 'members' | 'required' | 'anyOf' | 'oneOf'>;

function* plainDifferences(
  group: NamedGroup,
  location: Location,
  old: Schema,
  current: Schema,
): Generator<Difference> {
  const changes: readonly NamedChange<RuleCode>[] = GROUPS[group].name(old, current, keywordsOf(group));
  for (const { rule, message, changed, fixed } of changes)
    yield {
      rule,
      location,
      message,
      ...(fixed !== undefined && { fixed }),
      changed: changed ?? ((sender, receiver) => withGroups(sender, receiver, group)),
    };
}

/** Treats `unevaluatedProperties` as `additionalProperties` if the other schema has that keyword. */
function withGroups(sender: Schema, { additionalProperties, ...receiver }: Schema, group: GroupName): Schema {
  const changed = withGroup(sender, receiver, group);
  if (group !== 'unevaluatedProperties') return changed;
  const { additionalProperties: _, ...rest } = changed;
  return additionalProperties === undefined ? rest : { ...rest, additionalProperties };
}

function* itemDifferences(
  location: Location,
  old: Schema,
  current: Schema,
  walk: Walk,
): Generator<Difference> {
  const before = old.prefixItems ?? [];
  const after = current.prefixItems ?? [];
  if (before.length !== after.length || (old.items === false) !== (current.items === false)) {
    if (!isSameGroup('items', old, current, walk)) yield* plainDifferences('items', location, old, current);
    return;
  }
  for (const [index, node] of before.entries())
    yield* walk.descend({ kind: 'prefix', index }, location, node, after[index] ?? true);
  if (old.items !== undefined || current.items !== undefined)
    yield* walk.descend({ kind: 'items' }, location, old.items ?? true, current.items ?? true);
}
