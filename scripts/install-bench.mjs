// What the benchmarks compare dtospec with; a process of its own, because jest's workers may call it at the same time.
import { installListed } from './lib/listed.mjs';

await installListed('what the benchmarks compare with', 'bench');
