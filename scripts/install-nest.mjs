// The versions of Nest that the tests compare; a process of its own, because jest's workers call it at the same time.
import { installListed } from './lib/listed.mjs';

for (const version of ['10', '11'])
  await installListed(`Nest ${version}`, `test/tools/nest-${version}`, `build/nest/${version}`);
