import { diffDocuments } from 'dtospec-tools/diff';
import { service } from './corpus/case.js';

const COUNT = 200;
const ref = (index: number): object => ({ $ref: `#/components/schemas/S${index % COUNT}` });

/** Components that all hold each other, as those of a payment service do: an id, or the object itself. */
function web(maxLength: number, patterns = false): object {
  const schemas = Object.fromEntries(
    Array.from({ length: COUNT }, (_, index) => [
      `S${index}`,
      {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', maxLength: index === COUNT - 1 ? maxLength : 50 },
          ...Object.fromEntries(
            Array.from({ length: 12 }, (_one, to) => [
              `p${to}`,
              { anyOf: [{ type: 'string', maxLength: 9 }, ref(index + to * 7 + 1)] },
            ]),
          ),
          // No value of these is found.
          ...(patterns && { odd: { type: 'string', pattern: '^(?=b)a$', minLength: maxLength } }),
        },
      },
    ]),
  );
  const content = { 'application/json': { schema: ref(0) } };
  const operation = { requestBody: { content }, responses: { 200: { description: 'Done', content } } };
  const paths = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`/p${index}`, { post: operation }]),
  );
  return service(paths, { components: { schemas } });
}

test('one change behind components that hold each other is judged once, with a whole message', async () => {
  const { changes } = await diffDocuments(web(50), web(5));
  expect(
    changes.map(({ rule, verdict, direction, alsoIn }) => [rule, verdict, direction, alsoIn?.length]),
  ).toEqual([
    ['max-length-lowered', 'breaking', 'request', 59],
    ['max-length-lowered', 'compatible', 'response', 59],
  ]);
  expect(changes[0]?.where).toMatch(/^request body application\/json, p\d+\(S\d+\)\..*id$/);
  expect(JSON.stringify(changes[0]?.witness?.value)).toMatch(/"id":"a{6,}"/);
}, 20_000);

test('a search without a result ends, and the change is unclear with a reason', async () => {
  const { changes } = await diffDocuments(web(50, true), web(5, true), { maxCandidates: 20 });
  const unclear = changes.filter(({ verdict }) => verdict === 'unclear');
  expect(unclear.length).toBeGreaterThan(0);
  expect(new Set(unclear.map(({ reason }) => reason))).toContain(
    'The search ended before all values were tried. Raise --max-candidates to try more.',
  );
}, 20_000);
