// OpenAPI's published meta-schemas. `schema-base` also checks each Schema Object against the dialect it is written in;
// the one of 3.0 always does.
const META_SCHEMAS = {
  '3.0': {
    load: () => import('@hyperjump/json-schema/openapi-3-0'),
    uri: 'https://spec.openapis.org/oas/3.0/schema',
  },
  3.1: {
    load: () => import('@hyperjump/json-schema/openapi-3-1'),
    uri: 'https://spec.openapis.org/oas/3.1/schema-base',
  },
  3.2: {
    load: () => import('@hyperjump/json-schema/openapi-3-2'),
    uri: 'https://spec.openapis.org/oas/3.2/schema-base',
  },
};

/** What the meta-schema of the document's version says against it. */
export async function checkMetaSchema(document) {
  const version = String(document.openapi).replace(/\.\d+$/, '');
  const metaSchema = META_SCHEMAS[version];
  if (metaSchema === undefined) return [finding('#/openapi', `unknown OpenAPI version ${document.openapi}`)];
  const { validate } = await metaSchema.load();
  const { valid, errors } = (await validate(metaSchema.uri))(document, 'BASIC');
  if (valid) return [];
  return errors.map(({ instanceLocation, absoluteKeywordLocation }) =>
    finding(instanceLocation, `against ${decodeURIComponent(absoluteKeywordLocation)}`),
  );
}

function finding(place, message) {
  return { validator: 'hyperjump', place: decodeURIComponent(place), rule: 'meta-schema', message };
}
