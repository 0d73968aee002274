import { canonical, omit, type Schema } from 'dtospec/internal';
import type { Step } from '../location.js';
import { asSchema, type Node } from '../translate.js';
import type { Inclusion } from './inclusion.js';

/**
 * Returns whether the schema around a step accepts more if the schema at the step does. In `oneOf`, that
 * requires that no other alternative accepts its values.
 *
 * @param parent the receiver's schema around the step
 * @param own the receiver's schema at the step
 * @param nodes the schemas whose values no other alternative may accept
 */
export function isMonotone(
  step: Step,
  parent: Node,
  own: Node,
  nodes: readonly Node[],
  senderToReceiver: Inclusion,
): boolean {
  if (step.kind !== 'branch' || step.keyword !== 'oneOf') return true;
  const { to } = senderToReceiver;
  const around = asSchema(parent);
  const rest = omit(around, ['oneOf', 'discriminator']);
  const ownText = canonical(own);
  const isOwn = (alternative: Schema): boolean =>
    canonical(to.both(to.expand(alternative), rest)) === ownText;
  const others = (around.oneOf ?? []).filter((alternative) => !isOwn(alternative));
  return others.every((other) => nodes.every((node) => senderToReceiver.disjoint(node, other)));
}
