import type { Report } from '../diagnostic.js';
import { classModelOf } from '../model/class-model.js';
import { typeRefOf } from '../model/type-ref.js';
import type { TypeInput } from '../model/type-input.js';
import type { ClassModel, Constructor, PropertyModel, View } from '../model/types.js';
import { schemaOfModel } from './class-schema.js';
import type { SchemaCompiler } from './compiler.js';
import { nameComponents } from './component-names.js';
import type { CompilerOptions, SchemaContext, Tag } from './context.js';
import { guarded } from './guarded.js';
import { inlineClasses } from './inline.js';
import { schemaOfType } from './kinds.js';
import { schemaOfProperty } from './property-schema.js';
import { Registry, replaceTokens } from './registry.js';
import type { Schema } from '../json-schema/schema.js';
import { reachableFrom, unifyViews } from './unify.js';

/** A compiler for one document. */
export function createSchemaCompiler(options: CompilerOptions): SchemaCompiler {
  const registry = new Registry();
  const models = modelCache(options.report);

  const reference = (target: Constructor, context: SchemaContext, tag?: Tag): Schema => {
    const { view, place } = context;
    const model = models(target, view);
    const request = { target, name: model.name, view, tag, place };
    return registry.reserveClass(request, () => schemaOfModel(model, { ...context, place: model.name }, tag));
  };
  const contextOf = (view: View, place: string): SchemaContext => ({
    options,
    view,
    place,
    schemaOfClass: options.inlineSchemas ? inlineClasses(models) : reference,
    schemaOfNamed: (name, schema, where) =>
      options.inlineSchemas ? schema : registry.reserveNamed(name, schema, where),
    schemaOfRecursive: (name, make) =>
      options.inlineSchemas ? undefined : registry.reserveRecursive({ name, view, place }, make),
  });

  return {
    schemaOf: (type: TypeInput, view: View, place: string) => {
      const schema = guarded(options.report, place, () =>
        schemaOfType(typeRefOf(type), contextOf(view, place)),
      );
      registry.fillAll();
      return schema;
    },
    modelOf: models,
    schemaOfProperty: (model: ClassModel, property: PropertyModel) => {
      const place = `${model.name}.${property.key}`;
      const schema = guarded(options.report, place, () =>
        schemaOfProperty(property, contextOf(model.view, place)),
      );
      registry.fillAll();
      return schema;
    },
    finish: (value, base = '#/components/schemas/') => finish(value, base, registry, options.report),
  };
}

/** Settles references: which views are one component, what each is called. */
function finish<T>(
  value: T,
  base: string,
  registry: Registry,
  report: Report,
): { value: T; schemas: Record<string, Schema> } {
  const reachable = reachableFrom(value, registry.entries);
  const groupOf = unifyViews(reachable);
  const names = nameComponents([...new Set(groupOf.values())], report);
  const refOf = (token: string): string => {
    const name = names.get(groupOf.get(token) ?? []);
    if (name === undefined) throw new Error('dtospec: a reference belongs to another compiler.');
    return base + name;
  };
  const named = [...names].map(([group, name]): [string, Schema] => [
    name,
    replaceTokens(group[0]?.schema ?? {}, refOf),
  ]);
  named.sort(([a], [b]) => (a < b ? -1 : 1));
  return { value: replaceTokens(value, refOf), schemas: Object.fromEntries(named) };
}

/** Each class is walked once for each view. */
function modelCache(report: Report): (target: Constructor, view: View) => ClassModel {
  const models = new Map<Constructor, Map<string, ClassModel>>();
  return (target, view) => {
    const views = models.get(target) ?? new Map<string, ClassModel>();
    models.set(target, views);
    const key = JSON.stringify(view);
    const model = views.get(key) ?? classModelOf(target, view, report);
    views.set(key, model);
    return model;
  };
}
