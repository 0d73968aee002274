/**
 * The sidebar: groups in the order of a first week, each with titles and pages. A page can name a heading. A check of
 * `npm test` compares this with the files of docs/ and their headings.
 */
export const navigation = [
  {
    title: 'Get started',
    pages: [
      ['From zero', 'from-zero'],
      ['Installing', 'installing'],
      ['Troubleshooting', 'troubleshooting'],
    ],
  },
  {
    title: 'Guides',
    pages: [
      ['Operations', 'operations'],
      ['Invalid requests', 'operations#invalid-requests'],
      ['Authentication', 'authentication'],
      ['Cookies and CSRF', 'csrf'],
      ['Pagination', 'pagination'],
      ['Rows of an ORM', 'rows'],
      ['Uploads', 'uploads'],
      ['Streams', 'streams'],
      ['Zod and Standard Schema', 'standard-schema'],
      ['A client without generation', 'client'],
      ['How types are found', 'types'],
      ['Types and comments of the sources', 'extract'],
      ['Request and response views', 'views'],
      ['Generics and unions', 'generics-and-unions'],
      ['Without decorators', 'without-decorators'],
      ['Custom validators', 'custom-validators'],
      ['Endpoints by hand', 'endpoints'],
      ['In production', 'production'],
      ['Serving the docs', 'serving'],
      ['Docs as text', 'serving#docs-as-text'],
      ['Several documents', 'serving#several-documents'],
      ['Protecting the docs', 'serving#who-may-read'],
    ],
  },
  {
    title: 'Guides: webhooks',
    pages: [
      ['Sending', 'webhooks'],
      ['One endpoint per customer', 'webhooks#one-endpoint-per-customer'],
      ['Rotating secrets', 'webhooks#rotation'],
      ['Receiving', 'webhooks#receiving'],
      ['Receiving in other languages', 'verifying'],
      ['Durable deliveries', 'durable'],
      ['Stores: SQLite, PostgreSQL, Redis', 'durable-stores'],
      ['Webhooks for your customers', 'customers'],
      ['An engine of your own', 'own-engine'],
      ['Operating', 'webhooks#operating'],
    ],
  },
  {
    title: 'Guides: testing, clients and CI',
    pages: [
      ['Testing against the document', 'testing'],
      ['Coverage of the document', 'testing#coverage-of-the-document'],
      ['Fuzzing', 'fuzz'],
      ['Breaking changes', 'diff'],
      ['Client generators', 'client-generators'],
      ['Continuous integration', 'ci'],
    ],
  },
  {
    title: 'Frameworks',
    pages: [
      ['Express', 'express'],
      ['Fastify', 'fastify'],
      ['Koa', 'koa'],
      ['Hono, Next, Bun, Deno', 'fetch'],
      ['Cloudflare Workers and browsers', 'workers'],
      ['AWS Lambda', 'lambda'],
      ['Nest', 'nest'],
      ['node:http', 'node-http'],
    ],
  },
  {
    title: 'Coming from',
    pages: [
      ['@nestjs/swagger', 'coming-from-nestjs-swagger'],
      ['zod-openapi and Hono', 'coming-from-zod-openapi'],
      ['tsoa', 'coming-from-tsoa'],
      ['routing-controllers', 'coming-from-routing-controllers'],
      ['swagger-jsdoc', 'coming-from-swagger-jsdoc'],
      ['Go libraries', 'go'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['Decorators', 'decorators'],
      ['OpenAPI 3.0, 3.1 and 3.2', 'openapi'],
      ['Validation options', 'schemas#your-validation-options'],
      ['Command line', 'cli'],
      ['Security defaults', 'security-defaults'],
      ['Diagnostics', 'diagnostics'],
      ['Errors', 'errors'],
      ['Compatibility and bundle size', 'compatibility'],
      ['Appendix: rules of oasdiff', 'diff-oasdiff'],
    ],
  },
  {
    title: 'Explanation',
    pages: [
      ['Schemas', 'schemas'],
      ['What a schema promises', 'contract'],
      ['How precise schemas are', 'precision'],
      ['Benchmarks', 'benchmarks'],
    ],
  },
];
