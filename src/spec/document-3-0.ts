import { downgradeSchema } from '../json-schema/dialect-3-0/downgrade.js';
import type { OnUnsupported } from '../json-schema/dialect-3-0/downgrade.js';
import type { Schema } from '../json-schema/schema.js';
import type { Check } from './check-document.js';
import { compact } from './compact.js';
import type { OpenApiDocument } from './document.js';
import { mapHolders, type Kind } from './walk.js';

/** Says in OpenAPI 3.0.3 what stands around operations and schemas: the name of webhooks. */
export function downgradeDocument(document: OpenApiDocument): OpenApiDocument {
  const { openapi: _, webhooks, components, ...rest } = document;
  return compact<OpenApiDocument>({
    openapi: '3.0.3',
    ...rest,
    'x-webhooks': webhooks,
    components,
  });
}

/** Says the schemas of a part in OpenAPI 3.0.3. */
export function downgradePart<T extends object>(part: T, place: string, check: Check, kind: Kind): T {
  return mapHolders(part, kind, place, (holder, at) =>
    holder.schema === undefined ? holder : { ...holder, schema: downgrade(holder.schema, at, check) },
  );
}

/** Says a schema in the dialect of OpenAPI 3.0.3; reports what it cannot say. */
export function downgrade(schema: Schema, place: string, { resolve, report }: Check): Schema {
  const onUnsupported: OnUnsupported = (keyword, at) => {
    report({
      code: 'not-in-openapi-3-0',
      message: `OpenAPI 3.0 cannot say ${keyword}, so the schema accepts more than it should. Use openapi: '3.1' to document it.`,
      place: at,
    });
  };
  return downgradeSchema(schema, place, onUnsupported, resolve);
}
