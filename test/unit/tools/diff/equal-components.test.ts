import { SpecDocument } from '../../../../src/tools/diff/document.js';
import { Untouched } from '../../../../src/tools/diff/schema/proofs/equality.js';

const ROOT = '#/components/schemas/Order';
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const order = { type: 'object', properties: { buyer: ref('User'), lost: ref('Nobody') } };
const user = { type: 'object', properties: { last: ref('Order'), address: ref('Address') } };
const address = { type: 'string', title: 'Address', maxLength: 80 };

function documentOf(schemas: object, openapi = '3.1.0'): SpecDocument {
  return new SpecDocument({ openapi, components: { schemas } }, 'old');
}
const OLD = documentOf({ Order: order, User: user, Address: address });

test.each([
  ['as it was', true, documentOf({ Order: order, User: user, Address: address })],
  [
    'members in another order',
    true,
    documentOf({ Order: order, User: user, Address: { maxLength: 80, title: 'Address', type: 'string' } }),
  ],
  [
    'of another patch of the version',
    true,
    documentOf({ Order: order, User: user, Address: address }, '3.1.1'),
  ],
  ['of another version', false, documentOf({ Order: order, User: user, Address: address }, '3.2.0')],
  [
    'itself another',
    false,
    documentOf({ Order: { ...order, required: ['buyer'] }, User: user, Address: address }),
  ],
  [
    'referring to one that refers to another',
    false,
    documentOf({ Order: order, User: user, Address: { ...address, maxLength: 81 } }),
  ],
  [
    'in what only readers see',
    false,
    documentOf({ Order: order, User: user, Address: { ...address, title: 'Home' } }),
  ],
  ['its reference lost', false, documentOf({ Order: order, User: user })],
  ['its reference found', false, documentOf({ Order: order, User: user, Address: address, Nobody: {} })],
] as const)('a schema %s', (_, isUntouched, current) => {
  const untouched = new Untouched(OLD, current);
  expect(untouched.holds(ROOT, ROOT)).toBe(isUntouched);
  // It leads back to the first.
  const buyer = `${ROOT}/properties/buyer`;
  expect(untouched.holds(buyer, buyer)).toBe(isUntouched);
});
