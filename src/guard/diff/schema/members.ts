import type { Schema } from '../../../documents/json-schema/schema.js';
import type { Difference, Walk } from './difference.js';
import type { Location } from './location.js';
import { propertyDifferences } from './property.js';
import type { Node } from './translate.js';

/** Properties that came, went or changed, and what others may be. */
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

function isSchema(node: Node | undefined): node is Schema {
  return typeof node === 'object';
}

function say(node: Node | undefined): string {
  if (node === undefined) return 'not mentioned';
  if (typeof node === 'boolean') return node ? 'allowed' : 'refused';
  return 'described';
}
