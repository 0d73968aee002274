import { plainView } from '../model/class-model.js';
import { checkRoots } from '../model/root-class.js';
import type { Direction, TypeRef, View } from '../model/types.js';
import {
  resolveValidation,
  type ResolvedValidation,
  type ValidationOptions,
} from '../model/validation-options.js';
import type { OperationContext } from './context.js';
import type { BodyView } from './parts.js';

/** The options of its own that a part of a request has, complete. */
export function validationOf({
  validation,
}: {
  readonly validation?: ValidationOptions | undefined;
}): ResolvedValidation | undefined {
  return validation === undefined ? undefined : resolveValidation(validation);
}

/** The view of what a request brings, validated under `validation` or as the configuration says. */
export function requestView(validation: ResolvedValidation | undefined): View {
  const view = plainView('input');
  return validation === undefined ? view : { ...view, validation };
}

/** The view, with what a body says of its own. */
export function viewOfBody(
  view: View,
  { groups, version, exposure }: BodyView & Pick<View, 'exposure'>,
): View {
  if (groups === undefined && version === undefined && exposure === undefined) return view;
  return { ...view, groups: groups ?? [], version, ...(exposure !== undefined && { exposure }) };
}

/**
 * The view of what travels in an operation: `input` is what requests bring. Where the service sends the request itself,
 * it is the other way round.
 */
export function viewOf(
  { sends = false, validation }: Pick<OperationContext, 'sends' | 'validation'>,
  direction: Direction,
  own?: ResolvedValidation,
): View {
  const travels = sends ? (direction === 'input' ? 'output' : 'input') : direction;
  return travels === 'output' ? plainView('output') : requestView(own ?? validation);
}

/** Says of which classes validation refuses whatever a request brings. */
export function checkRequestClasses(type: TypeRef, view: View, { config, report }: OperationContext): void {
  if (view.direction === 'input') checkRoots(type, view.validation ?? config.validation, report);
}
