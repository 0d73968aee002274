/** Members by which an application or router of a framework is recognized, and the functions for it. */
const FRAMEWORKS: readonly {
  readonly name: string;
  readonly members: readonly string[];
  readonly operations: string;
  readonly docs: string;
}[] = [
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
    name: 'Nest',
    members: ['useGlobalPipes', 'getHttpAdapter'],
    operations: 'nestDocs(app, config) of dtospec/nest, which documents the controllers',
    docs: 'nestDocs(app, config).mount(app, base) of dtospec/nest',
  },
  {
    name: 'Express',
    members: ['use', 'get', 'handle', 'param'],
    operations: 'expressOperations(app, docs, operations) of dtospec/express',
    docs: 'docs.mount(app, base)',
  },
];

/**
 * Returns a sentence that names the right call for an application of another framework, or an empty text.
 *
 * @param own the framework of the function that was called
 */
export function rightCall(application: unknown, what: 'operations' | 'docs', own: string): string {
  if ((typeof application !== 'object' && typeof application !== 'function') || application === null)
    return '';
  const framework = FRAMEWORKS.find(({ members }) =>
    members.every((member) => typeof (application as Record<string, unknown>)[member] === 'function'),
  );
  return framework === undefined || framework.name === own
    ? ''
    : ` For ${framework.name}, call ${framework[what]}.`;
}
