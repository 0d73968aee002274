import type { FastifyInstance } from 'fastify';

/** A mistake rejects `app.ready()`: what a plugin of this kind throws would end the process. */
export function settle(done: (error?: Error) => void, register: () => void): void {
  try {
    register();
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}

/** What a request for a plugin's routes carries is left for them to read. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, parsed) => {
    parsed(null);
  });
}
