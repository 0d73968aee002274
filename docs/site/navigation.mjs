/**
 * The guides in the order in which a newcomer walks: the groups of the sidebar, each entry a title and a page, with the
 * place on it. A test holds that each page of docs/ is here, and that each place is.
 */
export const navigation = [
  {
    title: 'Begin',
    pages: [
      ['From zero', 'from-zero'],
      ['Installing', 'installing'],
      ['What it runs on', 'compatibility'],
    ],
  },
  {
    title: 'Classes',
    pages: [
      ['Decorators', 'decorators'],
      ['How types are found', 'types'],
      ['Two views of one class', 'views'],
      ['Generics and unions', 'generics-and-unions'],
      ['Schemas', 'schemas'],
      ['Options of validation', 'schemas#your-validation-options'],
      ['Validators of your own', 'custom-validators'],
    ],
  },
  {
    title: 'Operations',
    pages: [
      ['Operations', 'operations'],
      ['Uploads', 'operations#forms-with-files'],
      ['Streams', 'operations#streams'],
      ['Standard Schema, zod, MCP', 'operations#standard-schema'],
      ['Security defaults', 'security-defaults'],
      ['Endpoints by hand', 'endpoints'],
      ['Everything that OpenAPI has', 'openapi'],
    ],
  },
  {
    title: 'Frameworks',
    pages: [
      ['Express', 'express'],
      ['Fastify', 'fastify'],
      ['Koa', 'koa'],
      ['Hono, Next, Bun, Deno', 'fetch'],
      ['Nest', 'nest'],
      ['node:http', 'node-http'],
    ],
  },
  {
    title: 'Coming from',
    pages: [
      ['@nestjs/swagger', 'coming-from-nestjs-swagger'],
      ['tsoa', 'coming-from-tsoa'],
      ['routing-controllers', 'coming-from-routing-controllers'],
      ['swagger-jsdoc', 'coming-from-swagger-jsdoc'],
    ],
  },
  {
    title: 'The page',
    pages: [
      ['Serving the docs', 'serving'],
      ['Several documents', 'serving#several-documents'],
      ['Who may read', 'serving#who-may-read'],
      ['The viewer', 'serving#the-viewer'],
    ],
  },
  {
    title: 'Webhooks',
    pages: [
      ['Sending', 'webhooks'],
      ['Endpoints of customers', 'webhooks#one-endpoint-per-customer'],
      ['Rotation of secrets', 'webhooks#rotation'],
      ['Receiving', 'webhooks#receiving'],
      ['Receiving in five languages', 'verifying'],
      ['Durable deliveries', 'durable'],
      ['Operating', 'webhooks#operating'],
    ],
  },
  {
    title: 'Testing',
    pages: [
      ['Tests that catch drift', 'testing'],
      ['Requests made from the document', 'fuzz'],
      ['What tests have exercised', 'testing#what-the-tests-have-exercised'],
      ['Requests nobody thought of', 'fuzz'],
      ['What a change breaks', 'diff'],
      ['The command dtospec', 'cli'],
    ],
  },
  {
    title: 'The law',
    pages: [
      ['What a schema promises', 'contract'],
      ['How precise it is', 'precision'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['Diagnostics', 'diagnostics'],
      ['Errors', 'errors'],
      ['Beside the Go libraries', 'go'],
      ['Rule by rule beside oasdiff', 'diff-oasdiff'],
      ['Benchmarks', 'benchmarks'],
    ],
  },
];
