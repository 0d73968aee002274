import 'reflect-metadata';
import { Equals, IsInt, IsString } from 'class-validator';
import { Docs, jsonLines, response, Webhook } from 'dtospec';

class Search {
  @IsString() text!: string;
}
@Webhook('hit.found')
class Hit {
  @Equals('hit.found') type = 'hit.found' as const;
  @IsInt() id!: number;
}

export const docs = new Docs({
  openapi: '3.2',
  $self: 'https://example.com/openapi.json',
  info: { title: 'Search', version: '1.0.0' },
  tags: [{ name: 'search', summary: 'Search', kind: 'nav' }],
  auth: {
    schemes: [
      {
        name: 'tv',
        type: 'oauth2',
        oauth2MetadataUrl: 'https://example.com/.well-known/oauth-authorization-server',
        flows: {
          deviceAuthorization: {
            deviceAuthorizationUrl: 'https://example.com/device',
            tokenUrl: 'https://example.com/token',
            scopes: { search: 'Searches' },
          },
        },
      },
    ],
  },
  components: { mediaTypes: { Table: { schema: [[String]] } } },
})
  .addAll(
    // The method QUERY has a body. Other methods are possible too.
    {
      method: 'QUERY',
      path: '/hits',
      tags: ['search'],
      body: { schema: Search, required: true },
      responses: { 200: { ...jsonLines('One hit for each line', Hit), summary: 'Hits' } },
    },
    { method: 'PURGE', path: '/hits', responses: { 204: response('Cache cleared') } },
    {
      method: 'GET',
      path: '/hits',
      // The whole query string as one parameter.
      parameters: [
        { name: 'q', in: 'querystring', content: { 'application/x-www-form-urlencoded': Search } },
        { name: 'session', in: 'cookie', style: 'cookie' },
      ],
      responses: {
        200: { description: 'The hits', content: { 'text/csv': { $ref: 'Table' } } },
        206: {
          description: 'A range of the hits',
          content: {
            'multipart/mixed': { itemSchema: Hit, itemEncoding: { contentType: 'application/json' } },
          },
        },
      },
    },
  )
  // A webhook with its own method, responses and security.
  .addWebhook(Hit, {
    method: 'PUT',
    security: [],
    responses: { 204: response('Received'), 410: response('Unsubscribed') },
  });

const error = docs.validate();
if (error) throw error;

console.log(JSON.stringify(docs.buildSpec(), undefined, 2));
