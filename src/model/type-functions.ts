import { enumMembers, type EnumLike } from '../../decorators/enum.js';
import {
  TYPE,
  type TypeDeclaration,
  type TypeExpression,
  type TypeInput,
} from '../../decorators/type-input.js';
import { COMPONENT_NAME } from '../base/checks.js';
import type { Constructor } from '../base/types.js';
import { isText, show } from '../base/values.js';
import { isConstructor, TypeInputError } from './type-ref.js';

/** A list of `items`; `unique`: no element twice, @default false. */
export function arrayOf(items: TypeInput, options: { readonly unique?: boolean } = {}): TypeExpression {
  return expression({ form: 'array', items: () => items, unique: options.unique ?? false });
}

/** An object with any keys, whose values are `values`. */
export function mapOf(values: TypeInput): TypeExpression {
  return expression({ form: 'map', values: () => values });
}

/** A list of fixed length. */
export function tupleOf(...items: readonly TypeInput[]): TypeExpression {
  return expression({ form: 'tuple', items: () => items });
}

/** One of several types. */
export function oneOf(...members: readonly [TypeInput, ...TypeInput[]]): TypeExpression {
  return expression({ form: 'union', members: () => members, discriminator: undefined });
}

/**
 * One of several classes, told apart by the value of a property: `discriminated('type', { card: Card, transfer: Transfer })`.
 * @throws TypeInputError without the property or a class for each value
 */
export function discriminated(
  propertyName: string,
  mapping: Readonly<Record<string, Constructor>>,
): TypeExpression {
  requireMapping(propertyName, mapping);
  return expression({
    form: 'union',
    members: () => Object.values(mapping),
    discriminator: { propertyName, mapping },
  });
}

function requireMapping(propertyName: unknown, mapping: unknown): void {
  const remedy = "Write discriminated('type', { card: Card, transfer: Transfer }).";
  if (!isText(propertyName))
    throw new TypeInputError(
      `discriminated(propertyName, mapping) needs the name of a property, not ${show(propertyName)}.`,
      remedy,
    );
  const targets: unknown[] = typeof mapping === 'object' && mapping !== null ? Object.values(mapping) : [];
  if (targets.length === 0 || !targets.every(isConstructor))
    throw new TypeInputError(
      `discriminated(${show(propertyName)}, mapping) needs a class for each value, not ${show(mapping)}.`,
      remedy,
    );
}

/** A member of an enum; `name` makes it a component of its own. @throws TypeInputError for something that is no enum */
export function enumOf(values: EnumLike, options: { readonly name?: string } = {}): TypeExpression {
  const members = enumMembers(values);
  if (members.length === 0)
    throw new TypeInputError('enumOf needs an enum or a list of strings and numbers.');
  if (options.name !== undefined && !COMPONENT_NAME.holds(options.name))
    throw new TypeInputError(
      `enumOf needs a name of letters, digits, ".", "_" and "-", not "${options.name}".`,
    );
  return expression({ form: 'enum', members, name: options.name });
}

/** Binary content: an uploaded file, a download. */
export function file(): TypeExpression {
  return expression({ form: 'scalar', kind: 'file' });
}

/** A whole number. */
export function integer(): TypeExpression {
  return expression({ form: 'scalar', kind: 'integer' });
}

function expression(declaration: TypeDeclaration): TypeExpression {
  return { [TYPE]: declaration };
}
