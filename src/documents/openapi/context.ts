import type { TypeInput } from '../../../decorators/type-input.js';
import type { Report } from '../../shared/diagnostics.js';
import type { Schema } from '../json-schema/schema.js';
import type { Direction, TypeRef, View } from '../model/types.js';
import {
  type ResolvedValidation,
  resolveValidation,
  type ValidationOptions,
} from '../model/validation-options.js';
import type { SchemaCompiler } from '../schema/schema-compiler.js';
import type { LinkTargets } from './finish/prune.js';
import type { PathTemplate } from './paths/path.js';
import type { ResolvedConfig } from './config/resolve-config.js';
import type { SecurityResolver } from './create/security.js';
import { plainView } from '../model/class-model.js';
import { checkRoots } from '../model/root-class.js';
import type { BodyView } from './types/parts.js';

/** What every builder of a part of the document is given. */
export interface SpecContext {
  readonly config: ResolvedConfig;
  readonly compiler: SchemaCompiler;
  readonly report: Report;
  /** Resolves names of schemes; absent where only the types of an operation are wanted. */
  readonly security?: SecurityResolver;
  /** What links lead to is known when all operations are; absent where no document is made. */
  readonly links?: LinkTargets;
}

/** What the builders of an operation's parts are given. */
export interface OperationContext extends SpecContext {
  /** `GET /users/{id}`: begins the place of every diagnostic. */
  readonly place: string;
  /** Undefined where nothing tells the path: of a component, a callback. */
  readonly template: PathTemplate | undefined;
  /** Whether the service sends the request itself: in callbacks and webhooks. @default false */
  readonly sends?: boolean;
  /** Parameters that the path has for every operation, as `path id`. @default none */
  readonly shared?: ReadonlySet<string>;
  /** The options that the operation's requests are validated under. @default the configuration's */
  readonly validation: ResolvedValidation | undefined;
}

/** Schema of a type; one that cannot be compiled is open, and a diagnostic says so, so that the rest stands. */
export function createSchema(type: TypeInput, view: View, place: string, context: SpecContext): Schema {
  try {
    return context.compiler.schemaOf(type, view, place);
  } catch (error) {
    context.report({
      code: 'broken-schema',
      message: `No schema could be made of this type: ${messageOf(error)} Pass a class, [Class], a type built by arrayOf and its like, or a JSON Schema object.`,
      place,
    });
    return {};
  }
}

/** What a caught value says. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

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
