import type { TypeInput } from '../../decorators/type-input.js';
import type { Constructor } from '../base/types.js';
import type { Schema } from '../json-schema/schema.js';
import type { ClassModel, PropertyModel, View } from '../model/types.js';
import type { References } from './narrow.js';

/** Names the components that a document refers to. The document may grow: what was named before is not named again. */
export interface ComponentNaming {
  /**
   * Names the components that `value` refers to, and those that they refer to.
   *
   * @returns whether all that was named before is still called so; if not, another naming has to be begun, with the whole
   * document
   */
  add(value: unknown): boolean;
  /** A copy of what was added, with its final references. */
  name<T>(value: T): T;
  /** The components by name, in its order. */
  schemas(): Readonly<Record<string, Schema>>;
}

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
  /** Lets go of what it read of classes, which it reads again when they are used again: it is most of what it holds. */
  rest(): void;
  /** Whether the application described rules since: what was compiled before may say something else now. */
  isOutdated(): boolean;
  /**
   * A plain copy of a part of the document, which stays as it is: what `finish` makes of it is made once for each set of
   * names.
   * @throws TypeError for one that contains itself
   */
  keep<T extends object>(part: T): T;
  /** Begins to name the components of a document. */
  naming(): ComponentNaming;
  /**
   * Replaces every symbolic reference in `value` (a document or part of one) by its final `$ref`
   * and returns the components that are reachable, in stable order. Never edits its argument.
   * It may be called again when more was compiled.
   *
   * @param base what every reference begins with, @default '#/components/schemas/'
   */
  finish<T>(value: T, base?: string): { value: T; schemas: Readonly<Record<string, Schema>> };
}
