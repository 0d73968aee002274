import type { TypeInput } from '../../decorators/type-input.js';
import type { Report } from '../base/diagnostics.js';
import { Recent } from '../base/recent.js';
import type { Constructor } from '../base/types.js';
import type { Schema } from '../json-schema/schema.js';
import { createModeller } from '../model/class-model.js';
import { TypeInputError } from '../model/type-input-error.js';
import { typeRefOf } from '../model/type-ref.js';
import type { ClassModel, PropertyModel, View } from '../model/types.js';
import { registeredRules } from '../rules/register.js';
import { schemaOfModel } from './class-schema.js';
import type { ComponentNaming, SchemaCompiler } from './compiler.js';
import type { CompilerOptions, KnownSchema, SchemaContext } from './context.js';
import { inlineClasses } from './inline.js';
import { schemaOfType } from './kinds.js';
import { metSchema, schemaOfProperty } from './property-schema.js';
import { Naming } from './naming.js';
import { Registry, viewKey } from './registry.js';
import { Tokens } from './tokens.js';

/** What the references of a document begin with. */
const COMPONENTS = '#/components/schemas/';

/** A compiler for one document. */
export function createSchemaCompiler(options: CompilerOptions): SchemaCompiler {
  const registry = new Registry();
  const tokens = new Tokens();
  const rules = registeredRules();
  const cache = modelCache(options);
  const models = cache.modelOf;

  const reference: SchemaContext['schemaOfClass'] = (target, { view, place }, branch) =>
    registry.reserveClass({ target, view, branch, place }, () => {
      const model = models(target, view);
      return { model, fill: () => schemaOfModel(model, contextOf(view, model.name), branch) };
    });
  const outlineOf = (token: string): Schema | undefined => registry.entryOf(token)?.outline;
  // Inline, what a class comes to depends on the classes that it stands in.
  const known = options.inlineSchemas
    ? undefined
    : { byShape: new Map<object, KnownSchema>(), shared: new Map<string, Schema>() };
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
    known,
  });

  const namingFrom = (base: string): ComponentNaming => new Naming(registry, tokens, base, options.report);

  return {
    schemaOf: (type: TypeInput, view: View, place: string) => {
      const schema = orOpen(options.report, place, () =>
        schemaOfType(typeRefOf(type), contextOf(view, place)),
      );
      registry.fillAll();
      return schema;
    },
    filled: { outlineOf: (token) => registry.entryOf(token)?.schema },
    modelOf: models,
    outlineOf,
    schemaOfProperty: (model: ClassModel, property: PropertyModel) => {
      const met = metSchema(property, model.view, known);
      if (met !== undefined) return met;
      const context = contextOf(model.view, `${model.name}.${property.key}`);
      // A parameter is text whatever its type, so nothing is gained by documenting what it is converted from.
      const schema = schemaOfProperty(
        property.implicit ? { ...property, implicit: false } : property,
        context,
      );
      registry.fillAll();
      return schema;
    },
    isOutdated: () => {
      const current = registeredRules();
      return current.length !== rules.length || current.some((entry, index) => entry !== rules[index]);
    },
    rest: () => {
      cache.clear();
      known?.byShape.clear();
      known?.shared.clear();
    },
    keep: (part) => tokens.keepCopy(part),
    naming: () => namingFrom(COMPONENTS),
    finish: (value, base = COMPONENTS) => {
      const naming = namingFrom(base);
      naming.add(value);
      return { value: naming.name(value), schemas: naming.schemas() };
    },
  };
}

/** A wrong type breaks its own place only: the schema there is open, and a diagnostic says why. */
function orOpen(report: Report, place: string, compile: () => Schema): Schema {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof TypeInputError)) throw error;
    report({ code: 'invalid-type', place, message: error.message });
    return {};
  }
}

interface ModelCache {
  readonly modelOf: (target: Constructor, view: View) => ClassModel;
  readonly clear: () => void;
}

/** Each class is walked once for each view, as long as it is in use. */
function modelCache({ validation, report }: CompilerOptions): ModelCache {
  let make = createModeller(validation, report);
  let models = new Recent<Constructor, Map<string, ClassModel>>();
  return {
    modelOf: (target, view) => {
      let views = models.get(target);
      if (views === undefined) models.set(target, (views = new Map<string, ClassModel>()));
      const key = viewKey(view);
      const known = views.get(key);
      if (known !== undefined) return known;
      const model = make(target, view);
      views.set(key, model);
      return model;
    },
    clear: () => {
      models = new Recent();
      make = createModeller(validation, report);
    },
  };
}
