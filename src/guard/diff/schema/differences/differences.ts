import type { Schema } from '../../../../documents/json-schema/schema.js';
import { annotationDifferences } from './annotations.js';
import { branchDifferences, unionDifferences } from './alternatives.js';
import { GROUP_NAMES, type GroupName, hasGroup, withGroup, writesAlike } from './keyword-groups.js';
import { type Location, type Step, stepsTo } from '../location.js';
import { memberDifferences } from './properties.js';
import { NAMING } from './keywords.js';
import type { Inclusion } from '../proofs/inclusion.js';
import { isReference, type Schemas } from '../schemas.js';
import type { Node } from '../translate.js';
import type { Sameness, Untouched } from '../proofs/equality.js';
import type { RuleCode } from '../../rules.js';
import type { Verdict } from '../../types.js';

/** How many places one walk looks at, and how often at the same two schemas. */
const MOST_PLACES = 3000;
const MOST_VISITS = 3;
/** Alternatives that lead back to themselves are new schemas at each step. */
const DEEPEST = 30;

/** Takes a component that both schemas refer to, which is compared by itself. */
type TakeComponent = (location: Location, old: string, current: string) => void;

/** Every difference between two schemas, each at the deepest place that both have. */
export function* differencesOf(
  root: Location,
  sides: Omit<Walk, 'descend'> & { readonly forth: Inclusion; readonly untouched: Untouched },
  take: TakeComponent,
): Generator<Difference> {
  const { old, new: current, untouched } = sides;
  const visits = new WeakMap<Schema, Map<Node, number>>();
  let places = 0;
  const walk: Walk = {
    ...sides,
    descend: function* (step, from, oldNode, newNode) {
      const isComponent =
        isReference(oldNode) && isReference(newNode) && isMonotone(step, from, oldNode, newNode, sides.forth);
      // What a branch requires depends on the schema around it, too.
      if (
        (step.kind !== 'branch' || isComponent) &&
        untouched.holds(old.pointerOf(oldNode), current.pointerOf(newNode))
      )
        return;
      const location = locate(step, from, oldNode, newNode, walk);
      if (isComponent) {
        take(location, old.pointerOfRef(oldNode.$ref), current.pointerOfRef(newNode.$ref));
        return;
      }
      if ((places += 1) > MOST_PLACES || stepsTo(location).length > DEEPEST || isVisited(location, visits))
        return;
      yield* differencesAt(location, walk);
    },
  };
  yield* differencesAt(root, walk);
}

/** Whether more of a component is more of the schema around it: in oneOf, if no other alternative accepts its values. */
function isMonotone(step: Step, from: Location, old: Node, current: Node, forth: Inclusion): boolean {
  if (step.kind !== 'branch' || step.keyword === 'anyOf') return true;
  const isOld = forth.to.name.startsWith('old');
  const own = asSchema(isOld ? old : current);
  const others = (asSchema(isOld ? from.old : from.new).oneOf ?? []).filter((one) => one.$ref !== own.$ref);
  return [old, current].every((node) => others.every((other) => forth.disjoint(node, other)));
}

/** The place that both schemas have at their root. */
export function rootLocation(old: Node, current: Node, oldSide: Schemas, newSide: Schemas): Location {
  return {
    old: oldSide.expand(old),
    new: newSide.expand(current),
    oldPointer: oldSide.pointerOf(oldSide.expand(old)) ?? oldSide.pointerOf(old) ?? '#',
    newPointer: newSide.pointerOf(newSide.expand(current)) ?? newSide.pointerOf(current) ?? '#',
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

/** Recursive schemas end here, and what many properties share is looked at a few times only. */
function isVisited({ old, new: current }: Location, visits: WeakMap<Schema, Map<Node, number>>): boolean {
  if (typeof old !== 'object') return false;
  const counts = visits.get(old) ?? new Map<Node, number>();
  visits.set(old, counts);
  const count = (counts.get(current) ?? 0) + 1;
  counts.set(current, count);
  return count > MOST_VISITS;
}

function* differencesAt(location: Location, walk: Walk): Generator<Difference> {
  const [old, current] = [asSchema(location.old), asSchema(location.new)];
  yield* annotationDifferences(location, old, current);
  if (!hasGroup(old, 'reference') && !hasGroup(current, 'reference')) {
    yield* assertionDifferences(location, old, current, walk);
    return;
  }
  // Of what a lost reference accepts nothing is known, so nothing else here can be told either.
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
    case 'required':
      // Both are told by the property.
      if (group === 'members') yield* memberDifferences(location, old, current, walk);
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

/** Groups that hold schemas which are looked into. */
const HOLDERS: ReadonlySet<GroupName> = new Set(['members', 'items', 'anyOf', 'oneOf']);

/** References of two sides are named apart, so that what holds some is compared by what they lead to. */
function isSameGroup(group: GroupName, old: Schema, current: Schema, { same }: Walk): boolean {
  return same.holds(withGroup({}, old, group), withGroup({}, current, group));
}

function* plainDifferences(
  group: GroupName,
  location: Location,
  old: Schema,
  current: Schema,
): Generator<Difference> {
  for (const { rule, message, changed, fixed } of NAMING[group](old, current))
    yield {
      rule,
      location,
      message,
      ...(fixed !== undefined && { fixed }),
      changed: changed ?? ((sender, receiver) => withGroups(sender, receiver, group)),
    };
}

/** What `unevaluatedProperties` refuses, `additionalProperties` beside it had looked at. */
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
  const [before, after] = [old.prefixItems ?? [], current.prefixItems ?? []];
  if (before.length !== after.length || (old.items === false) !== (current.items === false)) {
    if (!isSameGroup('items', old, current, walk)) yield* plainDifferences('items', location, old, current);
    return;
  }
  for (const [index, node] of before.entries())
    yield* walk.descend({ kind: 'prefix', index }, location, node, after[index] ?? true);
  if (old.items !== undefined || current.items !== undefined)
    yield* walk.descend({ kind: 'items' }, location, old.items ?? true, current.items ?? true);
}

/** One difference between two schemas, at one place in both. */
export interface Difference {
  readonly rule: RuleCode;
  readonly location: Location;
  /** What changed, in a sentence. */
  readonly message: string;
  /** The pointer, where it is none of the location's own. */
  readonly pointer?: string;
  /** The step to what was added or removed inside the location. */
  readonly step?: Step;
  /** The verdict, where no value tells. */
  readonly fixed?: { readonly verdict: Exclude<Verdict, 'breaking'>; readonly reason?: string };
  /** Why it is unclear where no value tells: the sender may send what neither document describes. */
  readonly caution?: (sender: Schema, isOld: boolean) => string | undefined;
  /** The schema of the sender with this one change toward the receiver's. */
  readonly changed?: (sender: Schema, receiver: Schema) => Node;
}

/** What a walk over two schemas needs. */
export interface Walk {
  readonly old: Schemas;
  readonly new: Schemas;
  readonly same: Sameness;
  readonly descend: (step: Step, from: Location, old: Node, current: Node) => Iterable<Difference>;
}

/** Booleans as objects: `true` says nothing, `false` refuses all. */
export function asSchema(node: Node): Schema {
  if (typeof node === 'object') return node;
  return node ? {} : { not: {} };
}
