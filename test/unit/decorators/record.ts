import { ownClass, ownProperties } from '../../../decorators/store.js';
import type { ClassAnnotations, PropertyAnnotations } from '../../../decorators/record.js';

type Applied = (target: object, key?: string | symbol, descriptor?: unknown) => void;

/** A decorator as JavaScript sees it: callable on anything. */
export const untyped = (decorator: unknown): Applied => decorator as Applied;

/** What decorators record on the property `Order.items`, applied from the last to the first as a class does. */
export function onProperty(...decorators: readonly unknown[]): PropertyAnnotations {
  class Order {}
  for (const decorator of [...decorators].reverse()) untyped(decorator)(Order.prototype, 'items');
  return ownProperties(Order).get('items') ?? {};
}

/** What decorators record on the class `Order`. */
export function onClass(...decorators: readonly unknown[]): ClassAnnotations {
  class Order {}
  for (const decorator of [...decorators].reverse()) untyped(decorator)(Order);
  return ownClass(Order);
}
