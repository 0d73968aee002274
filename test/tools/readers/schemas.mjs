// Validators of JSON Schema: each takes a document with values of its components, and returns its complaints.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import '@hyperjump/json-schema/openapi-3-0';
import '@hyperjump/json-schema/openapi-3-1';
import { validate } from '@hyperjump/json-schema/openapi-3-2';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

function verdictsOf(values, check) {
  return values.flatMap(({ name, component, value, isValid }) => {
    try {
      const accepts = check(component, value);
      if (accepts === isValid) return [];
      return [`${accepts ? 'accepts' : 'refuses'} the value ${name}`];
    } catch (error) {
      return [`cannot compile ${component}: ${error.message}`];
    }
  });
}

const ajv =
  (options, words) =>
  (document, { values }) => {
    // The schemas of OpenAPI 3.0 are another dialect.
    if (document.openapi.startsWith('3.0')) return undefined;
    const logs = [];
    const log = (...args) => logs.push(args.join(' '));
    const instance = new Ajv2020({ ...options, logger: { log, warn: log, error: log } });
    ajvFormats.default(instance);
    // A strict one would refuse the document's own fields.
    instance.addVocabulary([...Object.keys(document), ...words]);
    instance.addSchema(document, 'openapi.json');
    const complaints = verdictsOf(values, (component, value) =>
      instance.getSchema(`openapi.json#/components/schemas/${component}`)(value),
    );
    return [...logs, ...complaints];
  };

const META = { '3.0': '3.0/schema', 3.1: '3.1/schema-base', 3.2: '3.2/schema-base' };

/** It checks the document by OpenAPI's own schema, then values by the document's. */
async function hyperjump(document, { values, version }) {
  const { valid, errors } = await validate(
    `https://spec.openapis.org/oas/${META[version]}`,
    document,
    'BASIC',
  );
  if (!valid) return errors.map(({ instanceLocation }) => `the document is refused at ${instanceLocation}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'readers-'));
  try {
    // It recognizes a document of OpenAPI by the end of this name.
    const file = path.join(folder, 'shop.openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const complaints = [];
    for (const { name, component, value, isValid } of values) {
      const result = await validate(`${pathToFileURL(file)}#/components/schemas/${component}`, value);
      if (result.valid !== isValid)
        complaints.push(`${result.valid ? 'accepts' : 'refuses'} the value ${name}`);
    }
    return complaints;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const SCHEMAS = {
  'ajv, `strict: false`': ajv({ strict: false }, []),
  'ajv, `strict: true`': ajv({ strict: true }, []),
  'ajv, `strict: true`, with the words of OpenAPI': ajv({ strict: true }, [
    'discriminator',
    'xml',
    'externalDocs',
    'example',
  ]),
  '@hyperjump/json-schema': hyperjump,
};
