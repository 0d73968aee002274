import type { INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastifyDocs } from '../../../src/adapters/fastify.js';
import { docsVariants } from '../page/docs-variants.js';
import type { Listening } from '../network/listen.js';
import { sampleAPI } from '../page/sample-api.js';

const QUIET = { logger: false } as const;

const PLATFORMS = {
  express: async () => {
    const app = await createApp(new (await import('@nestjs/platform-express')).ExpressAdapter());
    for (const [base, docs] of docsVariants()) docs.server.mount(app, base);
    return app.use('/api', sampleAPI);
  },
  // Connect's `use` on Fastify, which Nest brings with it.
  'fastify-mount': async () => {
    const app = await createApp(new (await import('@nestjs/platform-fastify')).FastifyAdapter());
    for (const [base, docs] of docsVariants()) docs.server.mount(app, base);
    return app;
  },
  fastify: async () => {
    const app = await createApp<NestFastifyApplication>(
      new (await import('@nestjs/platform-fastify')).FastifyAdapter(),
    );
    for (const [prefix, docs] of docsVariants()) await app.register(fastifyDocs, { docs, prefix });
    return app;
  },
};

/** Nest is loaded where it is asked for: no other framework takes as long. */
async function createApp<App extends INestApplication>(adapter: object): Promise<App> {
  const [{ Module }, { NestFactory }] = await Promise.all([import('@nestjs/common'), import('@nestjs/core')]);
  class AppModule {}
  Module({})(AppModule);
  return NestFactory.create<App>(AppModule, adapter as never, QUIET);
}

export async function startNest(platform: keyof typeof PLATFORMS): Promise<Listening> {
  const app = await PLATFORMS[platform]();
  await app.listen(0, '127.0.0.1');
  return { origin: (await app.getUrl()).replace('[::1]', '127.0.0.1'), close: () => app.close() };
}
