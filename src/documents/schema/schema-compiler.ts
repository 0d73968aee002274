import type { TypeInput } from '../../../decorators/type-input.js';
import type { Constructor } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import { createModeller } from '../model/class-model.js';
import { TypeInputError } from '../model/type/type-input-error.js';
import { typeRefOf } from '../model/type/type-ref.js';
import type { ClassModel, PropertyModel, TypeRef, View } from '../model/types.js';
import { inlineClasses, schemaOfModel } from './class-schema.js';
import type { CompilerOptions, SchemaContext } from './context.js';
import { schemaOfType } from './kinds.js';
import { schemaOfProperty } from './property-schema.js';
import { nameComponents, type Naming } from './naming.js';
import { Registry } from './registry.js';
import { type Reference, type References, referencesIn, replaceRefs } from './references.js';

const COMPONENTS = '#/components/schemas/';

export function createSchemaCompiler(options: CompilerOptions): SchemaCompiler {
  const registry = new Registry();
  const models = createModeller(options.validation, options.report);

  const reference: SchemaContext['schemaOfClass'] = (target, { view, place }, branch) =>
    registry.reserveClass({ target, view, branch, place }, () => {
      const model = models(target, view);
      return { model, fill: () => schemaOfModel(model, contextOf(view, model.name), branch) };
    });
  const outlineOf = (ref: string): Schema | undefined => registry.entryOf(ref)?.outline;
  const schemaOfClass = options.inlineSchemas ? inlineClasses(models) : reference;
  const schemaOfNamed: SchemaContext['schemaOfNamed'] = (name, schema, where, whose) =>
    options.inlineSchemas ? schema : registry.reserveNamed(name, schema, where, whose);
  const contextOf = (view: View, place: string): SchemaContext => ({
    options,
    view,
    place,
    schemaOfClass,
    schemaOfNamed,
    outlineOf,
  });

  const compile = (view: View, place: string, typeOf: () => TypeRef): Schema => {
    let schema: Schema = {};
    try {
      schema = schemaOfType(typeOf(), contextOf(view, place));
    } catch (error) {
      if (!(error instanceof TypeInputError)) throw error;
      options.report({ code: 'invalid-type', place, message: error.message });
    }
    registry.fillAll();
    return schema;
  };
  return {
    schemaOf: (type, view, place) => compile(view, place, () => typeRefOf(type)),
    schemaOfRef: (type, view, place) => compile(view, place, () => type),
    filled: { outlineOf: (ref) => registry.entryOf(ref)?.schema },
    isPlain: (schema) => registry.isPlain(schema),
    modelOf: models,
    outlineOf,
    parameterSchemasOf: ({ name, view }) => {
      const context = contextOf(view, name);
      const prefix = `${name}.`;
      return (property) => {
        context.place = `${prefix}${property.key}`;
        const { conversion } = property;
        const schema = schemaOfProperty(
          conversion.implicit ? { ...property, conversion: { ...conversion, implicit: false } } : property,
          context,
        );
        registry.fillAll();
        return schema;
      };
    },
    finish: (value, base = COMPONENTS) => {
      const { refOf, schemas } = nameComponents(referencesIn(value), base, registry, options.report);
      return { value: replaceRefs(value, refOf), schemas: replaceRefs(schemas, refOf) };
    },
    name: (used, listed) => nameComponents(used, COMPONENTS, registry, options.report, listed),
  };
}

/**
 * Compiles types into schemas for one document. References remain symbolic until all classes are known. Only
 * then dtospec knows which names clash and which classes differ between requests and responses.
 */
export interface SchemaCompiler extends References {
  schemaOf(type: TypeInput, view: View, place: string): Schema;
  schemaOfRef(type: TypeRef, view: View, place: string): Schema;
  readonly filled: References;
  /** Returns whether a checker can decide a schema and all behind its references, without a closer look. */
  isPlain(schema: Schema | boolean): boolean;
  modelOf(target: Constructor, view: View): ClassModel;
  /**
   * Returns a function that compiles properties of a class as parameters or form fields. They are always
   * text, so the types before an implicit conversion are not documented.
   */
  parameterSchemasOf(model: ClassModel): (property: PropertyModel) => Schema;
  /**
   * Replaces every symbolic reference in a document by its final `$ref`, and returns the reachable components
   * in a stable order. You may compile more types and call it again.
   *
   * @param base the beginning of every reference, @default '#/components/schemas/'
   */
  finish<T>(
    value: T,
    base?: string,
  ): { readonly value: T; readonly schemas: Readonly<Record<string, Schema>> };
  /**
   * Names the components that the references of a document reach, and those of classes that it only lists.
   */
  name(used: readonly Reference[], listed: readonly Reference[]): Naming;
}
