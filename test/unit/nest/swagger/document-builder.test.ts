import { DocumentBuilder } from '@nestjs/swagger';
import { fromDocumentBuilder } from '../../../../src/nest/swagger/document-builder.js';
import { Docs } from '../../../../src/index.js';
import { expectValidDocument } from '../../../support/documents/validate-document.js';

/** Everything that the builder of the installed @nestjs/swagger can say of a document. */
const full = new DocumentBuilder()
  .setTitle('Shop')
  .setDescription('Sells')
  .setVersion('2.1')
  .setTermsOfService('https://example.com/terms')
  .setContact('Ada', 'https://example.com', 'ada@example.com')
  .setLicense('MIT', 'https://example.com/license')
  .addServer('https://{region}.example.com', 'Live', { region: { default: 'eu', enum: ['eu', 'us'] } })
  .setExternalDoc('More', 'https://example.com/docs')
  .addTag('orders', 'What is ordered', { url: 'https://example.com/orders' })
  .addTag('users')
  .addExtension('x-logo', { url: 'https://example.com/logo.png' })
  .addBearerAuth()
  .addBearerAuth({ type: 'http', description: 'For staff' }, 'staff')
  .addBasicAuth()
  .addApiKey({ type: 'apiKey', name: 'X-Key', in: 'header' }, 'key')
  .addCookieAuth('session')
  .addOAuth2({
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { read: 'Reads' } } },
  })
  .addSecurity('oidc', { type: 'openIdConnect', openIdConnectUrl: 'https://example.com/.well-known' })
  .addSecurityRequirements('bearer')
  .addSecurityRequirements({ oauth2: ['read'], key: [] })
  .build();

it('gives the same document as the builder', async () => {
  const docs = new Docs({ ...fromDocumentBuilder(full), openapi: '3.0' });
  expect(docs.diagnostics({ notes: true })).toEqual([]);
  const { paths, openapi, ...ours } = docs.buildSpec();
  await expectValidDocument({ ...ours, openapi, paths });
  const { components, ...theirs } = JSON.parse(JSON.stringify(full)) as typeof full;
  theirs.tags =
    theirs.tags?.map(({ description, ...tag }) => (description ? { ...tag, description } : tag)) ?? [];
  expect({ ...ours, openapi: '3.0.0' }).toEqual({
    ...theirs,
    components: { securitySchemes: components?.securitySchemes },
  });
});

it('leaves everything open that was not set', () => {
  expect(fromDocumentBuilder(new DocumentBuilder().build())).toEqual({ info: { version: '1.0.0' } });
});

it.each([
  ['3.1.0', '3.1'],
  ['3.2.0', '3.2'],
  ['3.0.3', '3.0'],
])('takes version %s for %s', (version, openapi) => {
  expect(fromDocumentBuilder(new DocumentBuilder().setOpenAPIVersion(version).build())).toMatchObject({
    openapi,
  });
});
