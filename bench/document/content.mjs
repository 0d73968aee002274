// What a document says of the service, whatever order and optional words it says it with.

export function contentOf({ paths, components: { schemas } }) {
  return {
    paths: mapValues(paths, (item) => mapValues(item, operationOf)),
    schemas: mapValues(schemas, ({ properties, required = [] }) => ({
      properties: mapValues(properties, (one) => ({ ...one })),
      required: required.toSorted(),
    })),
  };
}

function operationOf({ parameters, requestBody, responses }) {
  return {
    parameters: Object.fromEntries(
      parameters.map(({ name, in: place, required = false, schema }) => [
        name,
        { place, required, schema: { ...schema } },
      ]),
    ),
    body: schemaOf(requestBody),
    responses: mapValues(responses, schemaOf),
  };
}

function schemaOf({ content }) {
  return { ...content['application/json'].schema };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
