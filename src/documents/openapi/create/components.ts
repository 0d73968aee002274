import { COMPONENT_NAME } from '../../../shared/checks.js';
import type { Report } from '../../../shared/diagnostics.js';
import { isRecord } from '../../../shared/values.js';
import type { Schema } from '../../json-schema/schema.js';
import { plainView } from '../../model/class-model.js';
import { nonEmpty } from '../omit-empty.js';
import { createSchema, type OperationContext, type DocumentContext } from '../context.js';
import type { ComponentsObject } from '../types/document.js';
import { createExample } from './examples.js';
import { withPlace, extensionsOf, reportInvalidField, checkFields } from '../fields/check-fields.js';
import { createLink, createResponse } from './responses.js';
import { createHeader, createSharedMediaType } from './media-type.js';
import { createCallback, createPathItem } from './operation.js';
import { createParameter } from './parameter.js';
import { type ComponentKind, createReference, hasComponents, isReference } from './references.js';
import { createRequestBodyObject } from './request-body.js';

type Make = (component: never, context: OperationContext) => object | undefined;

const MAKERS = {
  responses: (component, context) => createResponse(undefined, component, context),
  parameters: createParameter,
  examples: createExample,
  requestBodies: createRequestBodyObject,
  headers: createHeader,
  links: createLink,
  callbacks: createCallback,
  pathItems: createPathItem,
  mediaTypes: createSharedMediaType,
} as const satisfies Readonly<Record<ComponentKind, Make>>;

export function createComponents(context: DocumentContext): ComponentsObject {
  const { components } = context.config;
  const checked = checkFields(components, 'components', withPlace('components', context));
  const entries = (Object.keys(MAKERS) as ComponentKind[]).flatMap((kind) => {
    const named = components[kind];
    if (named === undefined || !hasComponents(kind, context.config.openapi)) return [];
    const objects = nonEmpty(createKind(kind, named, context));
    return objects === undefined ? [] : [[kind, objects] as const];
  });
  return { ...Object.fromEntries(entries), ...extensionsOf(checked) };
}

function createKind(
  kind: ComponentKind,
  components: Readonly<Record<string, unknown>>,
  context: DocumentContext,
): Record<string, object> {
  const make: Make = MAKERS[kind];
  const entries = Object.entries(components).flatMap(([name, component]): [string, object][] => {
    const place = `components.${kind}.${name}`;
    const componentContext: OperationContext = {
      ...context,
      place,
      template: undefined,
      validation: undefined,
    };
    if (!COMPONENT_NAME.holds(name)) {
      reportInvalidField('its key', COMPONENT_NAME, name, componentContext);
      return [];
    }
    // A path item handles its own reference.
    const isElsewhere = isReference(component) && kind !== 'pathItems';
    if (!isElsewhere && !isRecord(component)) {
      reportInvalidField(name, { what: 'an object' }, component, withPlace(`components.${kind}`, context));
      return [];
    }
    const object = isElsewhere
      ? createReference(component, kind, componentContext)
      : make(component as never, componentContext);
    return object === undefined ? [] : [[name, object]];
  });
  return Object.fromEntries(entries);
}

export function createNamedSchemas(context: DocumentContext): Record<string, Schema> {
  const entries = Object.entries(context.config.components.schemas ?? {}).flatMap(
    ([name, type]): [string, Schema][] => {
      const schemaContext = withPlace(`components.schemas.${name}`, context);
      if (COMPONENT_NAME.holds(name)) return [[name, createSchema(type, plainView('output'), schemaContext)]];
      reportInvalidField('its key', COMPONENT_NAME, name, schemaContext);
      return [];
    },
  );
  return Object.fromEntries(entries);
}

/** Merges the schemas of classes and of `config.components`. If names clash, the class keeps its name. */
export function withNamedSchemas(
  schemas: Record<string, Schema>,
  named: Readonly<Record<string, Schema>>,
  report: Report,
): Record<string, Schema> {
  for (const name of Object.keys(named).filter((name) => Object.hasOwn(schemas, name)))
    report({
      code: 'name-clash',
      message: `A class has the name ${name} too, so the schema of config.components.schemas is left out. Rename one of the two.`,
      place: `components.schemas.${name}`,
    });
  const all = Object.entries({ ...named, ...schemas });
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}
