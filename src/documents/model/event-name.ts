import type { Constructor } from '../../shared/types.js';
import { isRecord } from '../../shared/values.js';
import { classAnnotationsOf } from './annotations.js';
import { describeClass } from './class-facts.js';
import { InitialValues } from './initial-values.js';
import type { ClassModel } from './types.js';

/**
 * The member of an event's body that receivers read its name from (Standard Webhooks, "Payload structure").
 */
export const NAME_MEMBER = 'type';

/** Returns the event's name of a class whose messages do not contain it, or undefined. */
export function unsentNameOf({ target, properties, annotations }: ClassModel): string | undefined {
  const { webhook } = annotations;
  // A class that represents another type has no known properties.
  if (webhook === undefined || properties.length === 0) return undefined;
  const { values } = new InitialValues(describeClass(target));
  const hasName = properties.some(
    ({ key, name, rules }) =>
      name === NAME_MEMBER ||
      values[key] === webhook ||
      rules.some(({ constraints }) => constraints.flat().includes(webhook)),
  );
  return hasName ? undefined : webhook;
}

/** Returns the event's name of an instance whose JSON does not contain it, or undefined. */
export function unsentNameIn(target: Constructor, json: unknown): string | undefined {
  const { webhook } = classAnnotationsOf(target);
  if (webhook === undefined || !isRecord(json)) return undefined;
  return NAME_MEMBER in json || Object.values(json).includes(webhook) ? undefined : webhook;
}

export function withoutNameMessage(className: string, event: string): string {
  return `${className} has no property with the event's name, so receivers cannot recognize the event. Add it: @Equals(${JSON.stringify(event)}) ${NAME_MEMBER} = ${JSON.stringify(event)} as const.`;
}
