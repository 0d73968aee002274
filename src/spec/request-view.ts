import { plainView } from '../model/class-model.js';
import type { View } from '../model/types.js';
import {
  resolveValidation,
  type ResolvedValidation,
  type ValidationOptions,
} from '../model/validation-options.js';

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
