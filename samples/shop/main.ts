// The sample: starts the shop, buys something, and shows the webhook that arrives. `--once` ends after that.
import { parseArgs } from 'node:util';
import { buySomething } from './client.js';
import type { Arrival } from './receiver.js';
import { startShop } from './shop.js';

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const arrivals: Arrival[] = [];
const shop = await startShop(values.once ? 0 : Number(process.env.PORT ?? 3000), (arrival) => {
  arrivals.push(arrival);
});

console.log(`
Shop API    ${shop.url}/orders   (header X-API-Key: ${shop.apiKey})
Docs page   ${shop.url}/docs/
Spec        ${shop.url}/docs/openapi.json
            ${shop.url}/docs/openapi.yaml
`);

await buySomething(shop);
for (const { path, headers, body, event } of arrivals)
  console.log(`Webhook     POST ${new URL(path, shop.receiverUrl).href}
            ${body}
            webhook-id ${String(headers['webhook-id'])}
            webhook-signature ${String(headers['webhook-signature'])}
            ${event ? 'the signature holds' : 'THE SIGNATURE DOES NOT HOLD'}
`);

if (arrivals.length !== 1 || !arrivals[0]?.event) process.exitCode = 1;
if (values.once) await shop.close();
else console.log('Press Ctrl-C to stop.');
