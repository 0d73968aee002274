import { type Direction, matches, type Schema } from 'dtospec/internal';
import type { Difference, Walk, Location } from '../location.js';
import type { Node } from '../translate.js';
import type { RuleCode } from '../../rules.js';
import { isHidden } from '../object-shape.js';

export function* memberDifferences(
  location: Location,
  old: Schema,
  current: Schema,
  walk: Walk,
): Generator<Difference> {
  const names = [
    ...Object.keys(old.properties ?? {}),
    ...Object.keys(current.properties ?? {}),
    ...(old.required ?? []),
    ...(current.required ?? []),
  ];
  for (const name of new Set(names)) yield* propertyDifferences(name, location, [old, current], walk);
  yield* otherMembers(location, old, current, walk);
}

function* otherMembers(location: Location, old: Schema, current: Schema, walk: Walk): Generator<Difference> {
  const own = old.additionalProperties;
  const other = current.additionalProperties;
  const haveSamePatterns = hasSameNames(old.patternProperties ?? {}, current.patternProperties ?? {});
  if (haveSamePatterns) {
    yield* patternDifferences(location, old, current, walk);
    if (isSchema(own) && isSchema(other)) {
      yield* walk.descend({ kind: 'additional' }, location, own, other);
      return;
    }
    // An absent keyword and `true` accept the same values, but only `true` announces further members.
    const areBothWritten = (own === undefined) === (other === undefined);
    if (areBothWritten && (own === other || walk.same.areEqual(own ?? true, other ?? true))) return;
  }
  yield {
    rule: 'additional-properties-changed',
    location,
    message: haveSamePatterns
      ? `Other properties were ${say(own)} and are ${say(other)}.`
      : 'patternProperties changed.',
    warning: ({ additionalProperties, unevaluatedProperties }) => {
      const receiver = additionalProperties === own ? other : own;
      const isOpenByDefault = additionalProperties === undefined && unevaluatedProperties === undefined;
      return isOpenByDefault && receiver !== undefined && receiver !== true
        ? 'Undocumented members are refused now, but the old document did not forbid them.'
        : undefined;
    },
    changed: (sender, { patternProperties, additionalProperties }) => {
      const { patternProperties: _, additionalProperties: _others, ...rest } = sender;
      return {
        ...rest,
        ...(patternProperties !== undefined && { patternProperties }),
        ...(additionalProperties !== undefined && { additionalProperties }),
      };
    },
  };
}

function hasSameNames(before: object, after: object): boolean {
  const names = Object.keys(before);
  return names.length === Object.keys(after).length && names.every((name) => Object.hasOwn(after, name));
}

function* patternDifferences(
  location: Location,
  { patternProperties: before = {} }: Schema,
  { patternProperties: after = {} }: Schema,
  walk: Walk,
): Generator<Difference> {
  for (const pattern of Object.keys(before))
    yield* walk.descend(
      { kind: 'pattern', pattern },
      location,
      before[pattern] ?? true,
      after[pattern] ?? true,
    );
}

function isSchema(node: Node | undefined): node is Schema {
  return typeof node === 'object';
}

function say(node: Node | undefined): string {
  if (node === undefined) return 'not mentioned';
  if (typeof node === 'boolean') return node ? 'allowed' : 'refused';
  return 'described';
}

interface Member {
  readonly name: string;
  readonly location: Location;
  readonly walk: Walk;
  /** The new schema of the object. */
  readonly current: Schema;
  /** The property's schema in the old document. */
  readonly own: Node | undefined;
  /** The property's schema in the new document. */
  readonly other: Node | undefined;
  /** True if messages of this direction did not have it (`readOnly` or `writeOnly`). */
  readonly wasHidden: boolean;
  /** True if messages of this direction do not have it now. */
  readonly isHidden: boolean;
  readonly wasRequired: boolean;
  readonly isRequired: boolean;
}

function memberOf(
  name: string,
  location: Location,
  [old, current]: readonly [Schema, Schema],
  walk: Walk,
): Member {
  const own = ownOf(old.properties ?? {}, name);
  const other = ownOf(current.properties ?? {}, name);
  return {
    name,
    location,
    walk,
    current,
    own,
    other,
    wasHidden: own !== undefined && isHidden(walk.old, own),
    isHidden: other !== undefined && isHidden(walk.new, other),
    wasRequired: old.required?.includes(name) === true,
    isRequired: current.required?.includes(name) === true,
  };
}

function* propertyDifferences(
  name: string,
  location: Location,
  [old, current]: readonly [Schema, Schema],
  walk: Walk,
): Generator<Difference> {
  const member = memberOf(name, location, [old, current], walk);
  const { own, other } = member;
  const wasShown = own !== undefined && !member.wasHidden;
  const isShown = other !== undefined && !member.isHidden;
  // A required property without a schema may have any value.
  if (own === undefined && other === undefined) yield* differencesOfRequired(member);
  else if (!wasShown && !isShown) return;
  else if (own === undefined && other !== undefined) yield addition(member, other);
  else if (own !== undefined && other === undefined) yield removal(member, own);
  else if (member.wasHidden !== member.isHidden) yield hiding(member);
  else yield* changes(member);
}

/** Compares a property that both documents describe. */
function* changes(member: Member): Generator<Difference> {
  const { name, location, walk, own, other } = member;
  for (const difference of differencesOfRequired(member))
    yield {
      ...difference,
      ...pointerOf(other === undefined ? undefined : walk.new.pointerOf(other)),
      changed: (sender, receiver) => withRequired(sender, name, receiver.required?.includes(name) === true),
    };
  yield* walk.descend(stepTo(name), location, own ?? true, other ?? true);
}

const stepTo = (name: string) => ({ kind: 'property', name }) as const;

function differenceOf({ name, location }: Member, rule: RuleCode, message: string): Difference {
  return {
    rule,
    location,
    step: stepTo(name),
    message,
    changed: (sender, receiver) => withMember(sender, receiver, name),
  };
}

function* differencesOfRequired(member: Member): Generator<Difference> {
  const { name, wasRequired, isRequired } = member;
  if (wasRequired === isRequired) return;
  yield differenceOf(
    member,
    isRequired ? 'property-became-required' : 'property-became-optional',
    `${quote(name)} became ${isRequired ? 'required' : 'optional'}.`,
  );
}

function addition(member: Member, other: Node): Difference {
  const { name, isRequired, walk } = member;
  return {
    ...differenceOf(
      member,
      isRequired ? 'required-property-added' : 'property-added',
      `The ${isRequired ? 'required' : 'optional'} property ${quote(name)} was added.`,
    ),
    ...pointerOf(walk.new.pointerOf(other)),
  };
}

function removal(member: Member, own: Node): Difference {
  const { name, wasRequired, walk, current } = member;
  return {
    ...differenceOf(
      member,
      wasRequired ? 'required-property-removed' : 'property-removed',
      `The ${wasRequired ? 'required' : 'optional'} property ${quote(name)} was removed.`,
    ),
    ...pointerOf(walk.old.pointerOf(own)),
    ...(!isNamedOtherwise(current, name) && {
      warning: ofOld(
        `${quote(name)} is still accepted, like any member, but the document does not define its effect.`,
      ),
    }),
  };
}

function hiding(member: Member): Difference {
  const { name, walk } = member;
  const { direction } = walk.old;
  return {
    ...differenceOf(
      member,
      HIDING[direction][member.isHidden ? 1 : 0],
      `${quote(name)} ${member.isHidden ? 'became' : 'is no longer'} ${direction === 'request' ? 'readOnly' : 'writeOnly'}.`,
    ),
    ...(member.isHidden && {
      warning: ofOld(`The service may ignore ${quote(name)} in a request, or refuse the request.`),
    }),
  };
}

function ofOld(text: string): NonNullable<Difference['warning']> {
  return (_, isOld) => (isOld ? text : undefined);
}

function pointerOf(pointer: string | undefined): { pointer?: string } {
  return pointer === undefined ? {} : { pointer };
}

const HIDING: Readonly<Record<Direction, readonly [shown: RuleCode, hidden: RuleCode]>> = {
  request: ['property-became-writable', 'property-became-read-only'],
  response: ['property-became-readable', 'property-became-write-only'],
};

function withMember(sender: Schema, receiver: Schema, name: string): Schema {
  const { properties = {}, patternProperties = {}, additionalProperties } = receiver;
  const matching = Object.entries(patternProperties).filter(([pattern]) => matches(pattern)(name) !== false);
  const own = ownOf(properties, name);
  const asked: Node =
    own ??
    (matching.length > 0 ? { allOf: matching.map(([, node]) => node) } : (additionalProperties ?? true));
  const changed = { ...sender, properties: { ...sender.properties, [name]: asked as Schema } };
  return withRequired(changed, name, receiver.required?.includes(name) === true);
}

function withRequired(schema: Schema, name: string, isRequired: boolean): Schema {
  const others = (schema.required ?? []).filter((other) => other !== name);
  return { ...schema, required: isRequired ? [...others, name] : others };
}

function isNamedOtherwise(
  { patternProperties = {}, additionalProperties, unevaluatedProperties }: Schema,
  name: string,
): boolean {
  return (
    additionalProperties !== undefined ||
    unevaluatedProperties !== undefined ||
    Object.keys(patternProperties).some((pattern) => matches(pattern)(name) === true)
  );
}

function ownOf(properties: Readonly<Record<string, Node>>, name: string): Node | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function quote(name: string): string {
  return JSON.stringify(name);
}
