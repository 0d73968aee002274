import { isOtherDirection } from './api-property/presence.js';
import type { ClassFacts, PropertyFacts } from './class-facts.js';
import { jsonNameOf, leavesOutUnexposed } from './class-transformer/exposure.js';
import type { View } from './types.js';

/**
 * Returns whether the sender of a message keeps a property back: `@ReadOnly`
 * in requests, `@WriteOnly` in responses. A received webhook is a response
 * of another service, which class-transformer may also exclude from.
 */
export function isKeptBack(facts: ClassFacts, property: PropertyFacts, view: View): boolean {
  if (view.received !== true)
    return property.annotations.access !== undefined && isOtherDirection(property, view.direction);
  const sent: View = { ...view, direction: 'output' };
  return (
    isOtherDirection(property, 'output') ||
    jsonNameOf(facts, property, sent, leavesOutUnexposed(facts, sent)) === undefined
  );
}
