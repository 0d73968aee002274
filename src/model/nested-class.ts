import type { TypeInput } from '../../decorators/type-input.js';
import type { Constructor } from '../base/types.js';
import type { TransformType } from './class-transformer/metadata.js';
import { hasRunningRules, type RuleSelection } from './class-validator/metadata.js';
import { typeRefOf } from './type-ref.js';
import type { TypeRef } from './types.js';

/** The class that a `@Type` names, where there is nothing else to know of it: it is always the same, and has rules. */
export function nestedClassOf(type: TransformType, selection: RuleSelection): Constructor | undefined {
  if (!type.declared || type.discriminator !== undefined || type.isDynamic()) return undefined;
  try {
    const named = typeRefOf(type.resolve() as TypeInput);
    return named.kind === 'class' && hasRunningRules(named.target, selection) ? named.target : undefined;
  } catch {
    // Whoever reads the property reports that.
    return undefined;
  }
}

/** The type of a property that a `@Type` decides, with another class in the place of the one that it names. */
export function withClass(type: TypeRef, target: Constructor): TypeRef {
  switch (type.kind) {
    case 'lazy':
      return { kind: 'class', target };
    case 'array':
      return { kind: 'array', items: withClass(type.items, target), unique: type.unique };
    case 'map':
      return { kind: 'map', values: withClass(type.values, target) };
    default:
      return type;
  }
}
