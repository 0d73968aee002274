/** Members by which an application or router of a framework is recognized, and the functions for it. */
const FRAMEWORKS: readonly {
  readonly name: string;
  readonly members: readonly string[];
  readonly operations: string;
  readonly docs: string;
}[] = [
  {
    name: 'Nest',
    members: ['useGlobalPipes', 'getHttpAdapter'],
    operations: 'nestDocs(app, config) of dtospec/nest, which documents the controllers',
    docs: 'nestDocs(app, config).mount(app, base) of dtospec/nest',
  },
  {
    name: 'Fastify',
    members: ['register', 'inject', 'route'],
    operations: 'app.register(fastifyOperations, { docs, operations }) of dtospec/fastify',
    docs: "app.register(fastifyDocs, { docs, prefix: '/docs' }) of dtospec/fastify",
  },
  {
    name: 'Hono',
    members: ['on', 'fetch', 'request', 'basePath'],
    operations: 'honoOperations(app, docs, operations) of dtospec/fetch',
    docs: 'fetchDocs(docs, base) of dtospec/fetch',
  },
  {
    name: 'Koa',
    members: ['use', 'callback', 'listen', 'createContext'],
    operations: 'koaOperations(router, docs, operations) of dtospec/koa, with a router of @koa/router',
    docs: "app.use(koaDocs(docs, '/docs')) of dtospec/koa",
  },
  {
    name: "Koa's router",
    members: ['routes', 'allowedMethods', 'use'],
    operations: 'koaOperations(router, docs, operations) of dtospec/koa',
    docs: "app.use(koaDocs(docs, '/docs')) of dtospec/koa",
  },
  {
    name: 'Express',
    members: ['use', 'get', 'handle', 'param'],
    operations: 'expressOperations(app, docs, operations) of dtospec/express',
    docs: 'docs.mount(app, base)',
  },
  {
    name: 'h3',
    members: ['on', 'fetch', 'request', 'mount'],
    operations:
      "fetchOperations(docs, operations) of dtospec/fetch in app.all('/**', …), with event.req; " +
      'h3 answers 200 to undefined, so return a 404 then',
    docs: "fetchDocs(docs, '/docs') of dtospec/fetch in app.all('/docs/**', …), with event.req",
  },
  {
    name: 'AdonisJS',
    members: ['resource', 'makeUrl', 'commit'],
    operations:
      "nodeOperations(docs, operations) in router.any('*', …), with request.request and " +
      'response.response, where no body parser runs',
    docs: "docs.middleware('/docs') in router.any('*', …), with request.request and response.response",
  },
  {
    name: 'Sails',
    members: ['lift', 'lower', 'registerAction'],
    operations: 'nodeOperations(docs, operations) in middleware of config/http.js, before bodyParser',
    docs: "docs.middleware('/docs') in middleware of config/http.js, before bodyParser",
  },
  {
    name: 'LoopBack',
    members: ['controller', 'mountExpressRouter'],
    operations: "expressOperations(router, docs, operations), then app.mountExpressRouter('/', router)",
    docs: "docs.mount(router, base), then app.mountExpressRouter('/', router)",
  },
];

/** itty-router: a proxy that has a function for every name, so that it looks like each framework. */
const PROXY = {
  name: 'a router that has every method, as in itty-router',
  operations: "fetchOperations(docs, operations) of dtospec/fetch in router.all('*', …)",
  docs: "fetchDocs(docs, '/docs') of dtospec/fetch in router.all('/docs/*', …)",
};

/** The remedy for a router of an unknown framework. */
export const OTHER_CALLS =
  'Call nodeOperations, or fetchOperations of dtospec/fetch, in a route for all paths.';

/**
 * Returns a sentence that names the right call for an application of another framework, or an empty text.
 *
 * @param own the frameworks of the function that was called
 */
export function rightCall(application: unknown, what: 'operations' | 'docs', own: readonly string[]): string {
  if ((typeof application !== 'object' && typeof application !== 'function') || application === null)
    return '';
  const has = (member: string): boolean =>
    typeof (application as Record<string, unknown>)[member] === 'function';
  const framework = has('a method of no framework')
    ? PROXY
    : FRAMEWORKS.find(({ members }) => members.every(has));
  return framework === undefined || own.includes(framework.name)
    ? ''
    : ` For ${framework.name}, call ${framework[what]}.`;
}
