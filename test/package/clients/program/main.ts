// Buys with both clients from the shop at the URL that is its argument; prints what was bought.
import { buy as buyWithHeyApi } from './hey-api.js';
import { buy as buyWithOrval } from './orval.js';

declare const process: { argv: string[]; stdout: { write(text: string): void } };

const [, , url = '', key = ''] = process.argv;
const bought = [await buyWithHeyApi(url, key), await buyWithOrval(url, key)];
process.stdout.write(JSON.stringify(bought));
