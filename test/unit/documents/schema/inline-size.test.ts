import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, ValidateNested } from 'class-validator';
import { Docs, jsonSchemaOf, response, standardSchema } from '../../../../src/index.js';
import type { Constructor } from '../../../../src/shared/types.js';

/** Creates classes with properties of other classes. Returns the first. */
function linked(name: string, count: number, nextOf: (index: number) => readonly number[]): Constructor {
  const classes = Array.from({ length: count }, (_, index): Constructor => {
    const target = class {};
    Object.defineProperty(target, 'name', { value: `${name}${index}` });
    return target;
  });
  for (const [index, { prototype }] of classes.entries()) {
    IsInt()(prototype as object, 'id');
    for (const [position, next] of nextOf(index).entries()) {
      const target = classes[next];
      if (target === undefined) continue;
      for (const decorate of [IsOptional(), ValidateNested(), Type(() => target)])
        decorate(prototype as object, `next${position}`);
    }
  }
  return classes[0] ?? Object;
}

/** Each of 30 classes refers to the next one twice, so 2^30 places use the last one. */
const diamonds = linked('Diamond', 30, (index) => [index + 1, index + 1]);
/** Each of 15 entities refers to three others. */
const entities = linked('Entity', 15, (index) => [1, 2, 3].map((step) => (index + step) % 15));

const REMEDY = /is one of more than 10,000 classes .*Use references/;

test.each([
  ['diamonds', diamonds],
  ['entities', entities],
])('schemas without references say that they are too large: %s', (_, first) => {
  expect(() => jsonSchemaOf(first, { refs: 'inline' })).toThrow(REMEDY);
  const docs = new Docs({ info: { title: 'Inline', version: '1' }, inlineSchemas: true });
  docs.add({ method: 'POST', path: '/', body: first, responses: { 200: response('Done', first) } });
  const found = docs.diagnostics().filter(({ message }) => REMEDY.test(message));
  expect(found).toMatchObject([{ code: 'invalid-type', severity: 'error' }]);
  expect(docs.specJSON().length).toBeLessThan(10_000_000);
});

test('definitions that are written inline say that they are too many', () => {
  expect(() => standardSchema(diamonds)['~standard'].jsonSchema.input({ target: 'openapi-3.0' })).toThrow(
    /Diamond\d+ is one of more than 10,000 .*draft-2020-12/,
  );
});

test('many classes beside each other are written inline', () => {
  const wide = linked('Wide', 1_000, (index) =>
    index === 0 ? Array.from({ length: 999 }, (_, next) => next + 1) : [],
  );
  const { properties = {} } = jsonSchemaOf(wide, { refs: 'inline' });
  expect(Object.keys(properties)).toHaveLength(1_000);
  expect(properties.next998).toMatchObject({ oneOf: [{ properties: { id: { type: 'integer' } } }, {}] });
});
