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
import type { ParameterNames } from './finish/parameter-names.js';
import type { LinkTargets } from './finish/prune.js';
import type { PathTemplate } from './paths/path.js';
import type { ResolvedConfig } from './config/resolve-config.js';
import type { SecurityResolver } from './create/security.js';
import { plainView } from '../model/class-model.js';
import { checkRoots } from '../model/root-class.js';
import type { BodyView } from './types/parts.js';

export interface DocumentContext {
  readonly config: ResolvedConfig;
  readonly compiler: SchemaCompiler;
  readonly report: Report;
  readonly place: string;
  /** Absent if only the types of an operation are needed. */
  readonly security?: SecurityResolver;
  readonly links?: LinkTargets;
  readonly names?: ParameterNames;
}

export interface OperationContext extends DocumentContext {
  /** Path template; undefined for a component or callback, whose path is unknown. */
  readonly template: PathTemplate | undefined;
  /** True if the service itself sends the request, as in callbacks and webhooks. @default false */
  readonly sends?: boolean;
  /** Parameters of the path item, written as `path id`. @default none */
  readonly shared?: ReadonlySet<string>;
  readonly validation: ResolvedValidation | undefined;
}

/**
 * Compiles a type. The schema shares nothing with a schema of the application. For an invalid type it returns
 * an open schema and reports a diagnostic, so that the rest of the document remains.
 */
export function createSchema(
  type: TypeInput,
  view: View,
  { compiler, report, place }: DocumentContext,
): Schema {
  try {
    return compiler.schemaOf(type, view, place);
  } catch (error) {
    report({
      code: 'broken-schema',
      message: `No schema could be made of this type: ${messageOf(error)} Pass a class, [Class], a type from a helper such as arrayOf, or a JSON Schema object.`,
      place,
    });
    return {};
  }
}

export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

export function validationOf({
  validation,
}: {
  readonly validation?: ValidationOptions | undefined;
}): ResolvedValidation | undefined {
  return validation === undefined ? undefined : resolveValidation(validation);
}

export function requestView(validation: ResolvedValidation | undefined): View {
  const view = plainView('input');
  return validation === undefined ? view : { ...view, validation };
}

export function viewOfBody(
  view: View,
  { groups, version, exposure }: BodyView & Pick<View, 'exposure'>,
): View {
  if (groups === undefined && version === undefined && exposure === undefined) return view;
  return { ...view, groups: groups ?? [], version, ...(exposure !== undefined && { exposure }) };
}

export function viewOf(
  { sends = false, validation }: Pick<OperationContext, 'sends' | 'validation'>,
  direction: Direction,
  own?: ResolvedValidation,
): View {
  // A request that the application sends is its output.
  const isOutput = (direction === 'output') !== sends;
  return isOutput ? plainView('output') : requestView(own ?? validation);
}

export function checkRequestClasses(type: TypeRef, view: View, { config, report }: OperationContext): void {
  if (view.direction === 'input') checkRoots(type, view.validation ?? config.validation, report);
}
