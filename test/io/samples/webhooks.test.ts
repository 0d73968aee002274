import { signStandardWebhook } from '../../../src/webhooks/messages/index.js';
import { createReceiver } from '../../../samples/webhooks/receiver.js';
import { listening, type Listening } from '../../support/network/listen.js';

const SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;
let receiver: Listening;
const told = jest.spyOn(console, 'log').mockReturnValue();
beforeAll(async () => {
  receiver = await listening(createReceiver(SECRET).listen(0, '127.0.0.1'));
  // Its first answer is as if it were being deployed.
  expect((await fetch(receiver.origin)).status).toBe(503);
});
afterAll(async () => {
  told.mockRestore();
  await receiver.close();
});

test.each([
  ['what nobody signed', '{}', 'ERR_WEBHOOK_SIGNATURE', 401],
  ['a body that is too long', 'x'.repeat(2 ** 20 + 1), 'ERR_RAW_BODY_TOO_LARGE', 413],
])("the sample's receiver answers %s", async (_, body, code, status) => {
  expect((await fetch(receiver.origin, { method: 'POST', body })).status).toBe(status);
  expect(told).toHaveBeenLastCalledWith(`refused: ${code}`);
});

test.each([
  ['a signed message without a type', '{"sku":"x"}', 422],
  ['a signed message whose type is no text', '{"type":1}', 422],
  ['an event that it does not handle', '{"type":"order.returned"}', 204],
])("the sample's receiver answers %s", async (_, body, status) => {
  const headers = signStandardWebhook(body, SECRET);
  expect((await fetch(receiver.origin, { method: 'POST', body, headers })).status).toBe(status);
});
