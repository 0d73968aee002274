// No contestant but a floor: one pass over the metadata of the classes that writes the document, with no care for anything
// that this service does not have.
import { createRequire } from 'node:module';
import { declareClasses } from '../classes.mjs';

const require = createRequire(new URL('../../../package.json', import.meta.url));
const { getMetadataStorage } = require('class-validator');
const { defaultMetadataStorage } = require('class-transformer/cjs/storage');

export function prepare({ classes, endpoints }) {
  const declared = declareClasses(classes);
  return { build: () => documentOf(endpoints, declared) };
}

const KEYWORDS = {
  isString: () => ({ type: 'string' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isBoolean: () => ({ type: 'boolean' }),
  isArray: () => ({ type: 'array' }),
  isEmail: () => ({ type: 'string', format: 'email' }),
  isUuid: () => ({ type: 'string', format: 'uuid' }),
  isIn: ([values]) => ({ type: 'string', enum: values }),
  maxLength: ([limit]) => ({ maxLength: limit }),
  minLength: ([limit]) => ({ minLength: limit }),
  min: ([limit]) => ({ minimum: limit }),
  max: ([limit]) => ({ maximum: limit }),
  arrayMinSize: ([limit]) => ({ minItems: limit }),
  arrayMaxSize: ([limit]) => ({ maxItems: limit }),
  matches: ([{ source }]) => ({ pattern: source }),
};

function documentOf(endpoints, declared) {
  const schemas = {};
  const paths = {};
  for (const [name, target] of Object.entries(declared)) {
    if (name.startsWith('ItemQuery')) continue;
    const { properties, required } = membersOf(target);
    schemas[name] = { type: 'object', properties, required };
  }
  const json = (name) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  for (const { path, method, query, body, responses } of endpoints) {
    const { properties, required } = membersOf(declared[query]);
    const operation = {
      parameters: Object.entries(properties).map(([name, schema]) =>
        required.includes(name)
          ? { name, in: 'query', required: true, schema }
          : { name, in: 'query', schema },
      ),
      requestBody: { required: true, ...json(body) },
      responses: {},
    };
    for (const [status, name] of Object.entries(responses))
      operation.responses[status] = { description: 'Done', ...json(name) };
    paths[path] = { [method]: operation };
  }
  return { openapi: '3.1.0', info: { title: 'Bench', version: '1' }, paths, components: { schemas } };
}

function membersOf(target) {
  const properties = {};
  const optional = new Set();
  for (const { name, type, propertyName, constraints, each } of getMetadataStorage().validationMetadatas.get(
    target,
  )) {
    const schema = (properties[propertyName] ??= {});
    if (name === 'isOptional') optional.add(propertyName);
    else if (type === 'nestedValidation') {
      const { typeFunction } = defaultMetadataStorage.findTypeMetadata(target, propertyName);
      const $ref = `#/components/schemas/${typeFunction().name}`;
      if (each) schema.items = { $ref };
      else schema.$ref = $ref;
    } else if (each) schema.items = KEYWORDS[name](constraints);
    else Object.assign(schema, KEYWORDS[name](constraints));
  }
  return { properties, required: Object.keys(properties).filter((name) => !optional.has(name)) };
}
