import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TABLES } from '../../../../../src/documents/openapi/fields/table.js';

// The fields of each object as OpenAPI publishes them, in the JSON Schemas that its authors wrote, against our tables.

type Json = Readonly<Record<string, unknown>>;
type Version = '3.0' | '3.1' | '3.2';

/** What OpenAPI's schemas call an object of ours. */
const DEFINITIONS: Readonly<Record<string, readonly [in30: readonly string[] | undefined, since31: string]>> =
  {
    info: [['Info'], 'info'],
    contact: [['Contact'], 'contact'],
    license: [['License'], 'license'],
    server: [['Server'], 'server'],
    serverVariable: [['ServerVariable'], 'server-variable'],
    tag: [['Tag'], 'tag'],
    externalDocs: [['ExternalDocumentation'], 'external-documentation'],
    example: [['Example'], 'example'],
    link: [['Link'], 'link'],
    pathItem: [['PathItem'], 'path-item'],
    operation: [['Operation'], 'operation'],
    parameter: [['Parameter'], 'parameter'],
    header: [['Header'], 'header'],
    requestBody: [['RequestBody'], 'request-body'],
    response: [['Response'], 'response'],
    mediaType: [['MediaType'], 'media-type'],
    encoding: [['Encoding'], 'encoding'],
    securityScheme: [
      ['APIKeySecurityScheme', 'HTTPSecurityScheme', 'OAuth2SecurityScheme', 'OpenIdConnectSecurityScheme'],
      'security-scheme',
    ],
    oauthFlows: [['OAuthFlows'], 'oauth-flows'],
    implicitFlow: [['ImplicitOAuthFlow'], 'oauth-flows/$defs/implicit'],
    passwordFlow: [['PasswordOAuthFlow'], 'oauth-flows/$defs/password'],
    clientCredentialsFlow: [['ClientCredentialsFlow'], 'oauth-flows/$defs/client-credentials'],
    authorizationCodeFlow: [['AuthorizationCodeOAuthFlow'], 'oauth-flows/$defs/authorization-code'],
    deviceAuthorizationFlow: [undefined, 'oauth-flows/$defs/device-authorization'],
    components: [['Components'], 'components'],
    reference: [['Reference'], 'reference'],
    document: [[''], ''],
  };

/** Definitions that have no fields of their own: maps, choices and types. */
const WITHOUT_FIELDS =
  /-or-reference$|^(?:paths|responses|callbacks|content|parameters|schema|examples|security-requirement|specification-extensions|map-of-strings|styles-for-form)$|^(?:Schema|Paths|Responses|Callback|SecurityRequirement|SecurityScheme|ExampleXORExamples|SchemaXORContent|ParameterLocation)$/;

/** Published fields that our objects say with others, by what says them. */
const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  'components.securitySchemes': 'config.auth.schemes',
  'securityScheme.name': 'paramName',
  ...Object.fromEntries(
    [
      'get',
      'put',
      'post',
      'delete',
      'options',
      'head',
      'patch',
      'trace',
      'query',
      'additionalOperations',
    ].map((method) => [`pathItem.${method}`, 'operations, by their methods']),
  ),
  'pathItem.$ref': 'our own table',
  ...Object.fromEntries(
    ['openapi', 'info', 'servers', 'paths', 'components', 'security', 'tags', 'externalDocs'].map((field) => [
      `document.${field}`,
      'the configuration',
    ]),
  ),
  'document.webhooks': 'addWebhook',
};

/** Where a published schema is not what its specification says, which counts. */
const MISTAKES: Readonly<
  Record<Version, { readonly more: readonly string[]; readonly less: readonly string[] }>
> = {
  // 3.0.4, 4.7.21: a header has neither.
  '3.0': { more: ['header.allowEmptyValue', 'header.allowReserved'], less: [] },
  // 3.1.1, 4.8.20: `server` is called `body` in the schema.
  '3.1': { more: ['link.body'], less: ['link.server'] },
  // 3.2.0: a Media Type Object (4.14) has no description, and a Header Object (4.21) no allowReserved.
  '3.2': { more: ['mediaType.description', 'header.allowReserved'], less: [] },
};

function readSchema(version: Version): Json {
  const file = path.resolve(
    'node_modules/@hyperjump/json-schema',
    `openapi-${version.replace('.', '-')}/schema.js`,
  );
  return JSON.parse(
    readFileSync(file, 'utf8')
      .replace(/^export default /, '')
      .replace(/;\s*$/, ''),
  ) as Json;
}

function at(schema: Json, pointer: string): Json {
  return pointer
    .split('/')
    .filter((step) => step !== '')
    .reduce<Json>((inner, step) => inner[step] as Json, schema);
}

/** The names of the properties that a schema speaks of, wherever in it. */
function propertiesOf(schema: Json, root: Json): string[] {
  const { properties = {}, patternProperties = {}, dependentSchemas = {}, $ref } = schema;
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] ?? []) as Json[]);
  const inner = [...alternatives, ...Object.values(dependentSchemas as object), schema.then, schema.else];
  const patterns = Object.keys(patternProperties as object).flatMap((pattern) =>
    pattern === '^\\$ref$' ? ['$ref'] : (/^\^\(([\w|]+)\)\$$/.exec(pattern)?.[1]?.split('|') ?? []),
  );
  return [
    ...Object.keys(properties as object),
    ...patterns,
    ...inner.flatMap((one) =>
      typeof one === 'object' && one !== null ? propertiesOf(one as Json, root) : [],
    ),
    ...(typeof $ref === 'string' && $ref.startsWith('#') ? propertiesOf(at(root, $ref.slice(1)), root) : []),
  ];
}

function publishedFields(version: Version): Set<string> {
  const root = readSchema(version);
  const fields = Object.entries(DEFINITIONS).flatMap(([object, [in30, since31]]) => {
    const pointers =
      version === '3.0'
        ? (in30 ?? []).map((name) => (name === '' ? '' : `definitions/${name}`))
        : [since31 === '' ? '' : `$defs/${since31}`];
    return pointers.flatMap((pointer) => {
      const definition = at(root, pointer) as Json | undefined;
      return definition === undefined
        ? []
        : propertiesOf(definition, root).map((name) => `${object}.${name}`);
    });
  });
  const { more, less } = MISTAKES[version];
  return new Set(
    [...fields, ...less].filter((field) => !more.includes(field) && SAID_OTHERWISE[field] === undefined),
  );
}

/** Of the tables of OpenAPI up to a version; what is ours is the last. */
function tabledFields(version: Version): Set<string> {
  const tables = TABLES.slice(0, -1).filter(([since]) => since <= version);
  return new Set(
    tables.flatMap(([, table]) =>
      Object.entries<object>(table).flatMap(([object, fields]) =>
        Object.keys(fields).map((field) => `${object}.${field}`),
      ),
    ),
  );
}

describe.each(['3.0', '3.1', '3.2'] as const)('the tables have what OpenAPI %s publishes', (version) => {
  test('have each field of each object, and no other', () => {
    expect([...tabledFields(version)].sort()).toEqual([...publishedFields(version)].sort());
  });

  test('have each object', () => {
    const { definitions, $defs } = readSchema(version);
    const known = Object.values(DEFINITIONS).flatMap(([in30, since31]) =>
      version === '3.0' ? (in30 ?? []) : [since31],
    );
    const names = Object.keys((definitions ?? $defs) as object);
    expect(names.filter((name) => !known.includes(name) && !WITHOUT_FIELDS.test(name))).toEqual([]);
  });
});
