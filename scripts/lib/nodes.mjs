import { installListed } from './listed.mjs';

/** Installs the binaries that test/package/node-versions lists, unless they are there. */
export async function installNodes() {
  await installListed('the versions of Node.js', 'test/package/node-versions', 'build/node-versions');
}
