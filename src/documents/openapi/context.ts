import type { TypeInput } from '../../../decorators/type-input.js';
import type { Report } from '../../shared/diagnostics.js';
import type { Schema } from '../json-schema/schema.js';
import type { View } from '../model/types.js';
import type { ResolvedValidation } from '../model/validation-options.js';
import type { SchemaCompiler } from '../schema/schema-compiler.js';
import type { LinkTargets } from './link-targets.js';
import type { PathTemplate } from './path.js';
import type { ResolvedConfig } from './resolve-config.js';
import type { SecurityResolver } from './security.js';

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
