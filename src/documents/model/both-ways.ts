import { NO_TRANSFORMATION } from './class-transformer/metadata.js';
import type { PropertyRules } from './class-validator/rules.js';
import type { ClassContext } from './presence.js';
import { resolveLazyOrUnknown } from './type-input-error.js';
import type { ClassModel, Rule, TypeRef } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

/**
 * Returns whether requests and responses of a class have the same properties, so that one view is enough. Call it after
 * the request's diagnostics were reported.
 */
export function isSameBothWays(
  { facts, options, initial }: ClassContext,
  rules: ReadonlyMap<string, PropertyRules>,
  request: ClassModel,
): boolean {
  if (facts.transformation !== NO_TRANSFORMATION || facts.annotations.type !== undefined) return false;
  if (ofRequestsOnly(options)) return false;
  for (const { key, annotations, apiProperty, accessor } of facts.properties.values()) {
    const { access, nullable } = annotations;
    if ((access ?? nullable ?? apiProperty ?? accessor) !== undefined) return false;
    if (initial.values[key] !== undefined || rules.get(key)?.rules.some(isDirectionalRule) === true)
      return false;
  }
  return !request.properties.some(({ type }) => isDirectional(type));
}

/** Returns the options that affect requests but not responses. */
function ofRequestsOnly(options: ResolvedValidation): boolean {
  return (
    options.groups.length > 0 ||
    options.closed ||
    (options.whitelist && options.forbidNonWhitelisted) ||
    options.skipNullProperties ||
    options.skipMissingProperties ||
    options.enableImplicitConversion ||
    options.excludeExtraneousValues ||
    options.strategy === 'excludeAll'
  );
}

function isDirectionalRule({ entry, constraints }: Rule): boolean {
  return entry?.writesNull?.(constraints, 'output') === true && !entry.writesNull(constraints, 'input');
}

/**
 * Returns whether a type differs by direction: schemas of other libraries do, and class-transformer may remove the
 * discriminator of a union in requests.
 */
function isDirectional(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  switch (resolved.kind) {
    case 'standard':
      return true;
    case 'array':
      return isDirectional(resolved.items);
    case 'map':
      return isDirectional(resolved.values);
    case 'tuple':
      return resolved.items.some(isDirectional);
    case 'union':
      return resolved.discriminator !== undefined || resolved.anyOf.some(isDirectional);
    default:
      return false;
  }
}
