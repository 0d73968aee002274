import { severityOf, type Finding, type Severity } from '../../../../src/shared/diagnostics.js';
import type { TypeInput } from '../../../../decorators/type-input.js';
import type { View } from '../../../../src/documents/model/types.js';
import { resolveValidation } from '../../../../src/documents/model/validation-options.js';
import type { CompilerOptions } from '../../../../src/documents/schema/context.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { createSchemaCompiler } from '../../../../src/documents/schema/schema-compiler.js';

/** What was found, with how much it matters. */
export interface Diagnostic extends Finding {
  readonly severity: Severity;
}

export const REQUEST: View = { direction: 'input', groups: [], version: undefined };
export const RESPONSE: View = { ...REQUEST, direction: 'output' };

export interface Compiled {
  /** One schema for each use. */
  readonly uses: readonly Schema[];
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly diagnostics: readonly Diagnostic[];
  readonly codes: readonly string[];
}

/** Compiles several uses of types, each in a view, as one document does. */
export function compileUses(
  uses: readonly (readonly [TypeInput, View])[],
  options: Partial<CompilerOptions> = {},
): Compiled {
  const diagnostics: Diagnostic[] = [];
  const compiler = createSchemaCompiler({
    inlineSchemas: false,
    nullableOptional: false,
    validation: resolveValidation(),
    formats: 'all',
    openapi: true,
    report: (finding) => diagnostics.push({ ...finding, severity: severityOf(finding) }),
    ...options,
  });
  const compiled = uses.map(([type, view], index) => compiler.schemaOf(type, view, `use ${index}`));
  const { value, schemas } = compiler.finish(compiled);
  const codes = [...new Set(diagnostics.map(({ code, place }) => `${code} ${place}`))];
  return { uses: value, schemas, diagnostics, codes };
}

/** Compiles one type as a request body. */
export function compile(type: TypeInput, options?: Partial<CompilerOptions>): Compiled & { use: Schema } {
  const compiled = compileUses([[type, REQUEST]], options);
  return { ...compiled, use: compiled.uses[0]! };
}

/** The schema of the property `a` of a class with these decorators on it. */
export function propertySchema(
  decorators: readonly unknown[],
  options?: Partial<CompilerOptions>,
  view: View = REQUEST,
): Schema | boolean | undefined {
  class Order {}
  for (const decorator of decorators) (decorator as PropertyDecorator)(Order.prototype, 'a');
  return compileUses([[Order, view]], options).schemas.Order?.properties?.a;
}
