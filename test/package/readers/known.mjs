// What readers say against a right document, or do with it, and why we do not change the document for it. Each row is one of
// docs/readers.md; a complaint without a row, and a row without a complaint, fail the test.

const NEEDS_3_1 = "Give it 3.1: `docs.inVersion('3.1')`";
const NULLABLE =
  'In 3.0, dtospec writes `nullable` beside `allOf` for a class that may be null, which generators read. This reader ' +
  'follows 3.0.3 to the letter and refuses null';
const IGNORES_NULLABLE = /order with nulls|address must be object|the (?:request|response) (?:list|filter)/;

export const KNOWN = [
  {
    readers: ['@redocly/cli'],
    complaint: /^security-defined: #\/(?:x-)?webhooks/,
    symptom: '`security-defined` names each webhook',
    around:
      'Ignore it: signatures are headers, not a security scheme. `security` of the configuration hides it',
  },
  {
    readers: ['@redocly/cli'],
    complaint: /^no-required-schema-properties-undefined: .*\/not\/required/,
    symptom:
      '`no-required-schema-properties-undefined` names `not: { required }`, which expresses `@RequiredWith` in 3.0',
    around: 'Ignore it, or give it 3.1, which has `dependentRequired`',
  },
  {
    readers: ['@stoplight/spectral-core'],
    complaint: /^array-items: .*spot/,
    symptom: '`array-items` asks for `items` beside `prefixItems`',
    around: 'Turn the rule off: 3.1 does not require `items`',
  },
  {
    readers: ['@apidevtools/swagger-parser', '@readme/openapi-parser'],
    complaint: /Unsupported OpenAPI version|3\.2 is currently unsupported/,
    refuses: true,
    symptom: 'It does not read 3.2',
    around: NEEDS_3_1,
  },
  {
    readers: ['@scalar/openapi-parser'],
    complaint: /if must match "(?:then|else)" schema|is not expected to be here|must match|must be/,
    refuses: true,
    symptom: '`validate` calls each schema with a `type` invalid in 3.2',
    around: 'Validate the document in 3.1',
  },
  {
    readers: ['express-openapi-validator', 'express-openapi-validator, without `discriminator`'],
    complaint: /OpenAPI v3\.0 or v3\.1 specification version is required/,
    refuses: true,
    symptom: 'It answers each request with 500 in 3.2',
    around: NEEDS_3_1,
  },
  {
    readers: ['express-openapi-validator'],
    complaint: /'kind' must be equal to one of the allowed values/,
    symptom: 'A discriminator anywhere in a body is applied to the whole body, so right requests are 400',
    around: 'Remove `discriminator` from its copy of the document: `oneOf` decides as well',
  },
  {
    readers: [
      'express-openapi-validator',
      'express-openapi-validator, without `discriminator`',
      'jest-openapi, without exclusive bounds',
      '@hyperjump/json-schema',
    ],
    versions: ['3.0'],
    complaint: IGNORES_NULLABLE,
    symptom: NULLABLE,
    around: NEEDS_3_1,
  },
  {
    readers: ['openapi-backend'],
    complaint: /^refuses the document: Error: Document is not valid OpenAPI/,
    refuses: true,
    symptom: 'It logs that the document is invalid, and then answers each request with `notFound`',
    around:
      'Give it 3.1 with `quick: true`, and an `Ajv2020` with `ajv-formats` by `customizeAjv`: its own reads no `prefixItems`, ' +
      '`dependentRequired` and formats',
  },
  {
    readers: ['openapi-backend, `quick`, Ajv2020'],
    versions: ['3.0'],
    complaint: /exclusiveMinimum must be number/,
    refuses: true,
    symptom: '`init` throws for `exclusiveMinimum: true`, which is right in 3.0',
    around: NEEDS_3_1,
  },
  {
    readers: ['jest-openapi', 'jest-openapi, without exclusive bounds'],
    versions: ['3.1', '3.2'],
    complaint: /^fails: Invalid OpenAPI spec/,
    refuses: true,
    symptom: 'It does not read 3.1 and 3.2',
    around: 'Give it 3.0, or compare responses with `checkExchange` of [dtospec-tools/testing](testing.md)',
  },
  {
    readers: ['jest-openapi'],
    versions: ['3.0'],
    complaint: /^fails: Invalid OpenAPI spec.*exclusiveMinimum/s,
    refuses: true,
    symptom: 'It refuses the document for `exclusiveMinimum: true`, which is right in 3.0',
    around: 'Remove `exclusiveMinimum` and `exclusiveMaximum` from its copy of the document',
  },
  {
    readers: ['jest-openapi, without exclusive bounds'],
    complaint: /^refuses the response lines/,
    symptom: 'JSON lines are a list in 3.0, and it compares the text',
    around: 'Compare streams with `checkExchange`',
  },
  {
    readers: ['@stoplight/prism-http'],
    versions: ['3.0'],
    complaint: /^accepts the request (?!short session)/,
    symptom:
      'It adds null to an enum that has it, cannot compile the schema, and then accepts every body of the operation without a word',
    around: NEEDS_3_1,
  },
  {
    readers: ['@stoplight/prism-http'],
    complaint: /^accepts the request short session/,
    symptom: 'It does not check cookies',
    around: 'None',
  },
  {
    readers: ['@stoplight/prism-http'],
    versions: ['3.1', '3.2'],
    complaint: /^accepts the request (?:text in a spot|city without zip)/,
    symptom: 'It ignores `prefixItems` and `dependentRequired`',
    around: 'None: it accepts more than the service does',
  },
  {
    readers: ['@stoplight/prism-http'],
    complaint: /^calls its own response to .* wrong/,
    symptom:
      'It makes `[]` of a tuple and an incomplete object of a class that contains itself, and calls its response wrong. ' +
      'With `--errors` that is a 500',
    around: 'Give these properties an `@Example`',
  },
  {
    readers: ['@stoplight/prism-http'],
    complaint: /^refuses the request (?:events|lines): 500/,
    symptom: 'As a mock server, it answers streams with 500',
    around: 'Give the response an example of text',
  },
  {
    readers: ['@stoplight/prism-http', 'openapi-backend, `quick`, Ajv2020'],
    complaint: /^refuses the request QUERY: (?:404|it finds no operation)/,
    symptom: 'It does not find an operation with the method QUERY',
    around: 'None',
  },
  {
    readers: ['ajv, `strict: true`'],
    complaint: /^cannot compile \w+: strict mode: unknown keyword: "discriminator"/,
    refuses: true,
    symptom: 'Strict mode throws on `discriminator`',
    around: "`ajv.addVocabulary(['discriminator', 'xml', 'externalDocs', 'example'])`",
  },
];
