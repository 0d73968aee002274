import type { Finding, Report } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import { classAnnotationsOf } from './annotations.js';
import { describeClass } from './class-facts.js';
import { ALL_RULES, hasRunningRules } from './class-validator/metadata.js';
import { hasRegisteredMember } from './type/registered-type.js';
import { resolveLazyOrUnknown } from './type/type-input-error.js';
import { innerTypes, typeRefOfDeclaration } from './type/type-ref.js';
import type { TypeRef } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

/**
 * Reports classes of request bodies that have no rules: class-validator rejects every object of such a class,
 * or removes its members. The model checks nested objects.
 */
export function checkRoots(type: TypeRef, options: RootOptions, report: Report): void {
  if (!options.forbidUnknownValues && !options.whitelist) return;
  for (const target of rootsWithoutRules(type)) {
    if (options.openConversions && hasRegisteredMember(target)) continue;
    const { name, properties, annotations } = describeClass(target);
    // The first case has a diagnostic of its own; in the second, the application describes the type.
    if (properties.size === 0 || annotations.override !== undefined) continue;
    report({ place: name, ...findingOf(options) });
  }
}

type RootOptions = Pick<
  ResolvedValidation,
  'forbidUnknownValues' | 'whitelist' | 'forbidNonWhitelisted' | 'openConversions'
>;

function findingOf(options: RootOptions): Pick<Finding, 'code' | 'message'> {
  if (options.forbidUnknownValues)
    return {
      code: 'class-without-rules',
      message:
        'This class has no decorator of class-validator, so validation rejects every request that it describes. Add a rule to each property (@Allow() accepts any value), or set forbidUnknownValues: false in your validation and in the option validation.',
    };
  const effect = options.forbidNonWhitelisted ? 'rejects every member' : 'removes every member';
  return {
    code: 'class-not-whitelisted',
    message: `This class has no decorator of class-validator, so whitelist ${effect} of a request. Add a rule to each property (@Allow() accepts any value).`,
  };
}

function rootsWithoutRules(type: TypeRef, unions: readonly Constructor[] = []): readonly Constructor[] {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind !== 'class')
    return innerTypes(resolved).flatMap((part) => rootsWithoutRules(part, unions));
  const { target } = resolved;
  // The model itself reports a class whose rules belong to other groups.
  if (hasRunningRules(target, ALL_RULES)) return [];
  const { type: declaration } = classAnnotationsOf(target);
  if (declaration === undefined) return [target];
  // `@OneOf` on a class declares a named union.
  return unions.includes(target)
    ? []
    : rootsWithoutRules(typeRefOfDeclaration(declaration), [...unions, target]);
}
