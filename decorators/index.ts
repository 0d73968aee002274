/**
 * Only the decorators of classes and properties, without deprecated ones, for packages of DTO classes that a
 * frontend shares. `dtospec` has them, too.
 */
export {
  Default,
  Deprecated,
  Description,
  Example,
  Extension,
  Format,
  MaxBytes,
  Hidden,
  Nullable,
  Optional,
  ReadOnly,
  Required,
  SchemaOverride,
  Title,
  WriteOnly,
} from './annotations.js';
export type { Annotation, ClassAnnotation, PropertyAnnotation } from './store.js';
export { Cookie, Header, Path, Query } from './locations.js';
export { Model, Webhook } from './model.js';
export { rules, type PropertyRules } from './rules.js';
export { registerType } from './register-type.js';
export type { DirectedTypeDefinition, JsonOf, TypeDefinition } from './register-type.js';
export { typeTransform, type TransformCall, type TypeTransformOptions } from './type-transform.js';
export { ArrayOf, Enum, MapOf, OneOf, TupleOf, TypeOf } from './types.js';
