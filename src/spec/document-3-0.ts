import type { Report } from '../base/diagnostics.js';
import { downgradeSchema } from '../json-schema/dialect-3-0/downgrade.js';
import type { OnUnsupported } from '../json-schema/dialect-3-0/downgrade.js';
import type { Schema } from '../json-schema/schema.js';
import { mapValues } from '../json-schema/walk.js';
import { compact } from './compact.js';
import type { OpenApiDocument, SchemaHolder } from './document.js';
import type { Info, License } from './objects.js';
import { resolveIn } from './resolve-ref.js';
import { mapHolders } from './walk.js';

/** Says a document of OpenAPI 3.1 in 3.0.3: the schemas' dialect, webhooks, and what 3.0 has no field for. */
export function downgradeDocument(document: OpenApiDocument, report: Report): OpenApiDocument {
  const onUnsupported: OnUnsupported = (keyword, place) => {
    report({
      code: 'not-in-openapi-3-0',
      message: `OpenAPI 3.0 cannot say ${keyword}, so the schema accepts more than it should. Use openapi: '3.1' to document it.`,
      place,
    });
  };
  const resolve = resolveIn(document.components?.schemas);
  const convert = (schema: Schema, place: string): Schema =>
    downgradeSchema(schema, place, onUnsupported, resolve);
  const {
    openapi: _,
    info,
    webhooks,
    components,
    ...rest
  } = mapHolders(document, <T extends SchemaHolder>(holder: T, place: string): T =>
    holder.schema === undefined ? holder : { ...holder, schema: convert(holder.schema, place) },
  );
  return compact<OpenApiDocument>({
    openapi: '3.0.3',
    info: downgradeInfo(info),
    ...rest,
    'x-webhooks': webhooks,
    components: components && {
      ...components,
      ...(components.schemas && { schemas: mapValues(components.schemas, convert) }),
    },
  });
}

function downgradeInfo(info: Info): Info {
  const { summary: _, license, ...rest } = info;
  return license === undefined ? rest : { ...rest, license: downgradeLicense(license) };
}

function downgradeLicense({ name, url }: License): License {
  return compact<License>({ name, url });
}
