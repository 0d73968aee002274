import { must, run } from './run.mjs';

/** Neither what is vulnerable nor who asks for money: that is not what is tested. */
const QUIET = ['--no-audit', '--no-fund'];

/** npm makes much that it drops at once: more room for what is young spares a tenth of its processor time. */
const ROOM = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim() };

/**
 * `npm ci`. A lock file without addresses has npm ask the registry for each package where its versions are: what its cache
 * knows of that is as good, for the lock file says what their content is. Only a version newer than that is asked for again.
 *
 * @param title for whoever watches
 * @param args of npm beside that
 */
export async function npmCi(title, args = []) {
  console.log(`${title} …`);
  const { code } = await run('npm', ['ci', '--prefer-offline', ...QUIET, ...args], { env: ROOM });
  if (code !== 0) await must(`${title}, asking the registry anew`, 'npm', ['ci', ...QUIET, ...args]);
}
