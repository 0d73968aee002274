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
import type { SchemaCompiler } from './compiler.js';
import { nameComponents } from './component-names.js';
import type { CompilerOptions, KnownSchema, SchemaContext } from './context.js';
import { inlineClasses } from './inline.js';
import { schemaOfType } from './kinds.js';
import { metSchema, schemaOfProperty } from './property-schema.js';
import { Registry, viewKey } from './registry.js';
import { Tokens } from './tokens.js';
import { reachableFrom, unifyViews } from './unify.js';

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
    finish: (value, base = '#/components/schemas/') =>
      finish(value, base, { registry, tokens, report: options.report }),
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

interface Compiled {
  readonly registry: Registry;
  readonly tokens: Tokens;
  readonly report: Report;
}

/** Decides references: which views are one component, what each is called. */
function finish<T>(
  value: T,
  base: string,
  { registry, tokens, report }: Compiled,
): { value: T; schemas: Record<string, Schema> } {
  const reachable = reachableFrom(value, registry, tokens);
  const groupOf = unifyViews(reachable);
  const names = nameComponents([...new Set(groupOf.values())], report);
  const refs = new Map<string, string>();
  for (const [token, group] of groupOf) refs.set(token, base + (names.get(group) ?? ''));
  const refOf = (token: string): string => {
    const ref = refs.get(token);
    if (ref === undefined) throw new Error('dtospec: a reference belongs to another compiler.');
    return ref;
  };
  const named = [...names].map(([group, name]): [string, Schema] => [
    name,
    tokens.replace(group[0]?.schema ?? {}, refOf),
  ]);
  named.sort(([a], [b]) => (a < b ? -1 : 1));
  return { value: tokens.replace(value, refOf), schemas: Object.fromEntries(named) };
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
