import type { TypeDeclaration } from '../../../decorators/type-input.js';
import type { Report } from '../../shared/diagnostics.js';
import type { PropertyRules } from './class-validator/rules.js';
import type { ClassFacts, PropertyFacts } from './class-facts.js';
import type { InitialValues } from './initial-values.js';
import type { Conversion, View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

/** The parts that decide how a view shows a class. */
export interface ClassContext {
  readonly facts: ClassFacts;
  readonly view: View;
  readonly options: ResolvedValidation;
  /** The values of fields in a new instance. */
  readonly initial: InitialValues;
  /** True if the view leaves out every property without `@Expose`. */
  readonly leavesOut: boolean;
  readonly report: Report;
}

/** The parts that decide how a view shows a property. */
export interface PropertyContext extends ClassContext {
  readonly property: PropertyFacts;
  /** The rules that run in the view. */
  readonly running: PropertyRules;
  /** The rules of all groups, since the type of a property does not depend on the active groups. */
  readonly declared: PropertyRules;
  /** True if any decorator of class-validator runs on the property, so that `whitelist` keeps it. */
  readonly isWhitelisted: boolean;
  /** Class and property, for messages. */
  readonly place: string;
  /** True if a `@Transform` runs, so that the rules see another value than the JSON has. */
  readonly transformed: boolean;
  /** True if a `@Transform` with `toPlainOnly` runs, so that the response has its own type. */
  readonly rewritten: boolean;
  /** The conversion between the instance and JSON, in the direction of the view. */
  readonly conversion: Conversion;
  /** The type that a type decorator of dtospec declares for the view. */
  readonly declaration: TypeDeclaration | undefined;
}
