// What test/tools lists; a process of its own, because jest's workers call it at the same time.
import { installListed } from './lib/listed.mjs';

await installListed('the readers of OpenAPI documents', 'test/tools');
