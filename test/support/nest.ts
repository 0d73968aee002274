import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundle, run } from './child.js';
import type { Listening } from './listen.js';

/** NestJS is an ES module, which jest cannot load here, so it runs in a process of its own. */
export async function startNest(platform: 'express' | 'fastify' | 'fastify-mount'): Promise<Listening> {
  const child = run(bundle('nest-server', platform), [platform]);
  const [origin] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    origin,
    close: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
