import type { Binder } from '../../documents/model/class-transformer/binder.js';
import { constraintsOf, metadataOf, KINDS } from '../../documents/model/class-validator/metadata.js';
import { resolveLazyOrUnknown } from '../../documents/model/type/type-input-error.js';
import { innerTypes } from '../../documents/model/type/type-ref.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import { isConstructor } from '../../shared/values.js';

/**
 * Returns a note for each property whose rules only class-validator can await.
 *
 * @param visited classes of earlier searches, which are not searched again; it receives the classes of this
 *   one
 */
export function findAsynchronousRules(
  type: TypeRef,
  binder: Binder,
  visited = new Set<Constructor>(),
): Finding[] {
  const classes = new Set(classesIn(type));
  const findings: Finding[] = [];
  // The set grows while it is walked.
  for (const target of classes) {
    if (visited.has(target)) continue;
    visited.add(target);
    for (const [key, rules] of metadataOf(target)) {
      const isAsynchronous = rules.some(
        (rule) => rule.type === KINDS.promise || constraintsOf(rule).some(({ async }) => async === true),
      );
      if (isAsynchronous)
        findings.push({
          code: 'asynchronous-rule',
          place: `${target.name}.${key}`,
          message:
            'A rule of this property is asynchronous, so class-validator itself validates requests with this class, which takes longer.',
        });
      if (rules.every((rule) => rule.type !== KINDS.nested)) continue;
      const nested = typeIn(target, key, binder);
      if (isConstructor(nested)) classes.add(nested);
    }
  }
  return findings;
}

function classesIn(type: TypeRef): Constructor[] {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'class' ? [resolved.target] : innerTypes(resolved).flatMap(classesIn);
}

function typeIn(target: Constructor, key: string, binder: Binder): unknown {
  try {
    const call = { newObject: {}, object: {}, property: key };
    return binder.bindingOf(target).memberOf(key).type?.resolve(call);
  } catch {
    // The function of `@Type` needs its object.
    return undefined;
  }
}
