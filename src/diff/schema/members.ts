import type { Schema } from '../../json-schema/schema.js';
import { matches } from '../../json-schema/verdict.js';
import type { Direction } from '../types.js';
import type { RuleCode } from '../rules.js';
import type { Difference, Walk } from './difference.js';
import type { Location } from './location.js';
import { isHidden } from './shape.js';
import type { Node } from './translate.js';

/** Properties that came, went or changed, and what others may be. */
export function* memberDifferences(
  location: Location,
  old: Schema,
  current: Schema,
  walk: Walk,
): Generator<Difference> {
  const [before, after] = [old.properties ?? {}, current.properties ?? {}];
  for (const name of new Set([
    ...Object.keys(before),
    ...Object.keys(after),
    ...(old.required ?? []),
    ...(current.required ?? []),
  ])) {
    const [own, other] = [ownOf(before, name), ownOf(after, name)];
    yield* differencesOfMember(name, own, other, location, [old, current], walk);
  }
  yield* otherMembers(location, old, current, walk);
}

function* differencesOfMember(
  name: string,
  own: Node | undefined,
  other: Node | undefined,
  location: Location,
  [old, current]: readonly [Schema, Schema],
  walk: Walk,
): Generator<Difference> {
  const [wasHidden, isHiddenNow] = [
    own !== undefined && isHidden(walk.old, own),
    other !== undefined && isHidden(walk.new, other),
  ];
  const [wasRequired, isRequired] = [old, current].map(({ required = [] }) => required.includes(name)) as [
    boolean,
    boolean,
  ];
  const step = { kind: 'property', name } as const;
  const difference = (rule: RuleCode, message: string): Difference => ({
    rule,
    location,
    step,
    message,
    changed: (sender, receiver) => withMember(sender, receiver, name),
  });
  if ((wasHidden || own === undefined) && (isHiddenNow || other === undefined)) {
    // Required without being described: any value will do.
    if (own === undefined && other === undefined && wasRequired !== isRequired)
      yield difference(
        isRequired ? 'property-became-required' : 'property-became-optional',
        `${quote(name)} became ${isRequired ? 'required' : 'optional'}.`,
      );
    return;
  }
  if (own === undefined && other !== undefined) {
    const pointer = walk.new.pointerOf(other);
    yield {
      ...difference(
        isRequired ? 'required-property-added' : 'property-added',
        `The ${isRequired ? 'required' : 'optional'} property ${quote(name)} was added.`,
      ),
      ...(pointer !== undefined && { pointer }),
    };
  } else if (other === undefined && own !== undefined) {
    const pointer = walk.old.pointerOf(own);
    yield {
      ...difference(
        wasRequired ? 'required-property-removed' : 'property-removed',
        `The ${wasRequired ? 'required' : 'optional'} property ${quote(name)} was removed.`,
      ),
      ...(pointer !== undefined && { pointer }),
      ...(!isNamedOtherwise(current, name) && {
        caution: (_: Schema, isOld: boolean) =>
          isOld
            ? `${quote(name)} is accepted still, as any member is, but nothing says what becomes of it.`
            : undefined,
      }),
    };
  } else if (wasHidden !== isHiddenNow) {
    yield {
      ...difference(
        HIDING[walk.old.direction][isHiddenNow ? 1 : 0],
        `${quote(name)} ${isHiddenNow ? 'became' : 'is no longer'} ${walk.old.direction === 'request' ? 'readOnly' : 'writeOnly'}.`,
      ),
      ...(isHiddenNow && {
        caution: (_: Schema, isOld: boolean) =>
          isOld
            ? `Whether ${quote(name)} is ignored or refused in a request is the service's choice.`
            : undefined,
      }),
    };
  } else {
    if (wasRequired !== isRequired)
      yield {
        ...difference(
          isRequired ? 'property-became-required' : 'property-became-optional',
          `${quote(name)} became ${isRequired ? 'required' : 'optional'}.`,
        ),
        ...pointerOf(other === undefined ? undefined : walk.new.pointerOf(other)),
        changed: (sender, receiver) => withRequired(sender, name, receiver.required?.includes(name) === true),
      };
    yield* walk.descend(step, location, own ?? true, other ?? true);
  }
}

function pointerOf(pointer: string | undefined): { pointer?: string } {
  return pointer === undefined ? {} : { pointer };
}

const HIDING: Readonly<Record<Direction, readonly [shown: RuleCode, hidden: RuleCode]>> = {
  request: ['property-became-writable', 'property-became-read-only'],
  response: ['property-became-readable', 'property-became-write-only'],
};

/** `additionalProperties` and `patternProperties`. */
function* otherMembers(location: Location, old: Schema, current: Schema, walk: Walk): Generator<Difference> {
  const [before, after] = [old.patternProperties ?? {}, current.patternProperties ?? {}];
  const patterns = Object.keys(before);
  const haveSamePatterns =
    patterns.length === Object.keys(after).length &&
    patterns.every((pattern) => Object.hasOwn(after, pattern));
  if (haveSamePatterns)
    for (const pattern of patterns)
      yield* walk.descend(
        { kind: 'pattern', pattern },
        location,
        before[pattern] ?? true,
        after[pattern] ?? true,
      );
  const [own, other] = [old.additionalProperties, current.additionalProperties];
  if (haveSamePatterns && isSchema(own) && isSchema(other)) {
    yield* walk.descend({ kind: 'additional' }, location, own, other);
    return;
  }
  if (haveSamePatterns && (own === other || walk.same.holds(own ?? true, other ?? true))) {
    // Saying nothing and saying `true` accept the same, but only the second tells that others come.
    if ((own === undefined) === (other === undefined)) return;
  }
  yield {
    rule: 'additional-properties-changed',
    location,
    message: haveSamePatterns
      ? `Other properties were ${say(own)} and are ${say(other)}.`
      : 'patternProperties changed.',
    caution: ({ additionalProperties, unevaluatedProperties }) => {
      const receiver = additionalProperties === own ? other : own;
      return additionalProperties === undefined &&
        unevaluatedProperties === undefined &&
        receiver !== undefined &&
        receiver !== true
        ? 'Members that are not described are refused, but the sender was never told not to send any.'
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

/** The sender's schema with what the receiver asks of one member. */
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

/** Whether a member that `properties` does not name is described all the same. */
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

function isSchema(node: Node | undefined): node is Schema {
  return typeof node === 'object';
}

function ownOf(properties: Readonly<Record<string, Node>>, name: string): Node | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function say(node: Node | undefined): string {
  if (node === undefined) return 'not mentioned';
  if (typeof node === 'boolean') return node ? 'allowed' : 'refused';
  return 'described';
}

function quote(name: string): string {
  return JSON.stringify(name);
}
