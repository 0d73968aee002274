import type { TypeInput } from '../../../decorators/type-input.js';
import type { Constructor } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import type { ClassModel, PropertyModel, View } from '../model/types.js';
import type { Naming } from './naming.js';
import type { References } from './narrow.js';

/**
 * Compiles types into schemas for one document. References stay symbolic until `finish`, which names
 * the components: only then is it known which classes clash and which of them differ between request and response.
 */
export interface SchemaCompiler extends References {
  /** Schema of a type where it is used: a reference for a named class. `place` is for diagnostics. */
  schemaOf(type: TypeInput, view: View, place: string): Schema;
  /** What the references of a schema that was compiled stand for. */
  readonly filled: References;
  /** The class behind a parameter class, property by property. */
  modelOf(target: Constructor, view: View): ClassModel;
  /** Schema of one property of a model, with all of its rules and annotations. */
  schemaOfProperty(model: ClassModel, property: PropertyModel): Schema;
  /**
   * Replaces every symbolic reference in `value` (a document or part of one) by its final `$ref`
   * and returns the components that are reachable, in stable order. Never edits its argument.
   * It may be called again when more was compiled.
   *
   * @param base the beginning of every reference, @default '#/components/schemas/'
   */
  finish<T>(
    value: T,
    base?: string,
  ): { readonly value: T; readonly schemas: Readonly<Record<string, Schema>> };
  /** Names the components that a document refers to, and leaves it to the caller to replace the references. */
  name(document: unknown): Naming;
}
