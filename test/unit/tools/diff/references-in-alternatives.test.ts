import { diffDocuments } from 'dtospec-tools/diff';
import { service } from './corpus/case.js';
import { verdictOf } from './corpus/verdicts.js';
import type { Verdict } from '../../../../src/tools/diff/rule.js';

const A = { $ref: '#/components/schemas/A' };
const B = { $ref: '#/components/schemas/B' };
const text = { type: 'string' };
const integer = { type: 'integer' };
const natural = { type: 'integer', minimum: 0 };
const negative = { type: 'integer', maximum: -1 };
const either = { type: ['integer', 'string'] };
const short = { type: 'string', maxLength: 5 };

interface Components {
  readonly A: object;
  readonly B?: object;
}

/** A document whose request and response have one schema, with these components. */
function documentOf(schema: object, schemas: Components): object {
  const content = { 'application/json': { schema } };
  return service(
    {
      '/values': {
        put: { requestBody: { required: true, content }, responses: { 200: { description: '' } } },
      },
    },
    { components: { schemas } },
  );
}

test.each<
  [name: string, schema: object, old: Components, current: Components, there: Verdict, back: Verdict]
>([
  [
    'a component that takes the values of another alternative',
    { oneOf: [A, text] },
    { A: integer },
    { A: either },
    'breaking',
    'compatible',
  ],
  ['the same in anyOf', { anyOf: [A, text] }, { A: integer }, { A: either }, 'compatible', 'compatible'],
  [
    'a component whose bound reaches another alternative',
    { oneOf: [A, negative] },
    { A: natural },
    { A: integer },
    'breaking',
    'unclear',
  ],
  [
    'a component that stays apart from another alternative',
    { oneOf: [A, text] },
    { A: natural },
    { A: integer },
    'compatible',
    'breaking',
  ],
  [
    'a property of a component that takes the values of another alternative',
    { type: 'object', properties: { value: { oneOf: [A, text] } } },
    { A: integer },
    { A: either },
    'breaking',
    'compatible',
  ],
  [
    'two components that are widened, and stay apart',
    { oneOf: [A, B] },
    { A: natural, B: short },
    { A: integer, B: text },
    'compatible',
    'breaking',
  ],
  [
    'two components, of which one is narrowed by what the other takes',
    { oneOf: [A, B] },
    { A: natural, B: negative },
    { A: integer, B: { type: 'integer', maximum: -1, minimum: 0 } },
    'compatible',
    'unclear',
  ],
  [
    'a component that is widened in one place and narrowed in another',
    A,
    { A: { type: 'object', properties: { count: natural, name: text } } },
    { A: { type: 'object', properties: { count: integer, name: short } } },
    'breaking',
    'breaking',
  ],
])('%s', async (_, schema, before, after, there, back) => {
  const [old, current] = [documentOf(schema, before), documentOf(schema, after)];
  const verdict = async (first: object, second: object): Promise<Verdict> =>
    verdictOf((await diffDocuments(first, second)).changes);
  expect([await verdict(old, current), await verdict(current, old)]).toEqual([there, back]);
});
