import { fork } from 'node:child_process';
import { once } from 'node:events';

/** jest's globalSetup: the validators' process, whose port the tests find in the environment. */
export default async function startValidator() {
  const child = fork(new URL('server.mjs', import.meta.url), { stdio: 'inherit' });
  const [port] = await once(child, 'message');
  process.env.DTOSPEC_VALIDATOR_PORT = String(port);
  globalThis.dtospecValidator = child;
}
