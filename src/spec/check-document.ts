import type { Report } from '../base/diagnostics.js';
import { isSettled } from '../base/settled.js';
import { SCHEMA_TYPES, type Schema } from '../json-schema/schema.js';
import { forEachSubschema } from '../json-schema/walk.js';
import type { OpenApiDocument } from './document.js';
import type { Server } from './objects.js';
import { resolveIn, type Resolve } from './resolve-ref.js';
import { forEachHolder } from './walk.js';

/** What validators of OpenAPI would refuse of a document in the dialect of 3.1, and only hand-written parts can bring. */
export function checkDocument(document: OpenApiDocument, report: Report): void {
  const schemas = document.components?.schemas ?? {};
  const check: CheckSchema = { resolve: resolveIn(schemas), report };
  forEachHolder(document, (holder, place) => {
    checkSchema(holder.schema ?? {}, place, check);
  });
  for (const [name, schema] of Object.entries(schemas)) checkSchema(schema, name, check);
  for (const [index, server] of (document.servers ?? []).entries())
    checkServer(server, `servers.${index}`, report);
}

interface CheckSchema {
  readonly resolve: Resolve;
  readonly report: Report;
}

function checkSchema(schema: Schema, place: string, check: CheckSchema): void {
  if (isSettled(schema)) return;
  const { $ref, type } = schema as { $ref?: unknown; type?: unknown };
  if (typeof $ref === 'string' && $ref.startsWith('#') && check.resolve($ref) === undefined)
    check.report({
      code: 'dangling-reference',
      message: `The reference ${JSON.stringify($ref)} leads nowhere. Refer to a component that the document has, or give the class instead.`,
      place,
    });
  const wrong = type === undefined ? undefined : [type].flat().find((one) => !SCHEMA_TYPES.has(one));
  if (wrong !== undefined)
    check.report({
      code: 'unknown-schema-type',
      message: `${JSON.stringify(wrong)} is no type of JSON Schema. Write one of ${[...SCHEMA_TYPES].join(', ')}.`,
      place,
    });
  forEachSubschema(schema, (inner, keyword, name) => {
    checkSchema(inner, keyword === 'properties' ? `${place}.${name ?? ''}` : place, check);
  });
}

/** OpenAPI's Server Object: each `{variable}` of the URL is declared, and its default is one of its enum. */
function checkServer({ url, variables = {} }: Server, place: string, report: Report): void {
  const fault = (message: string): void => {
    report({ code: 'invalid-server', message, place });
  };
  for (const [, name = ''] of url.matchAll(/\{([^{}]+)\}/g))
    if (!Object.hasOwn(variables, name))
      fault(
        `The URL ${JSON.stringify(url)} has a variable {${name}} that is not declared. Add it: variables: { ${name}: { default: '…' } }.`,
      );
  for (const [name, variable] of Object.entries(variables)) {
    const { default: fallback, enum: values } = variable as { default?: unknown; enum?: unknown[] };
    if (typeof fallback !== 'string') fault(`The variable {${name}} needs a default, a string.`);
    else if (values !== undefined && !values.includes(fallback))
      fault(
        `The default ${JSON.stringify(fallback)} of the variable {${name}} is none of its enum. Add it there, or use another default.`,
      );
  }
}
