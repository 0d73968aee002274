import type { Report } from '../../shared/diagnostics.js';
import type { ClassFacts } from './class-facts.js';
import type { InitialValues } from './initial-values.js';
import type { PropertyFacts } from './property-facts.js';
import type { View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';
import type { Validation } from './validation.js';

/** Handed down from a class to its properties. */
export interface ClassWalk {
  readonly facts: ClassFacts;
  readonly view: View;
  readonly options: ResolvedValidation;
  readonly initial: InitialValues;
  readonly report: Report;
}

/** A property on its way to a model. */
export interface PropertyWalk extends ClassWalk {
  readonly property: PropertyFacts;
  readonly validation: Validation;
  readonly place: string;
}
