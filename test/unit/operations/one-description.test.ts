import 'reflect-metadata';
import { IsString, ValidateBy } from 'class-validator';
import {
  body,
  Default,
  Docs,
  operation,
  registerRule,
  response,
  type Operation,
} from '../../../src/index.js';

const info = { title: 'Test', version: '1' };
const ok = { 200: response('OK') };

function post(path: string, type: new () => object): Operation {
  return operation({ method: 'POST', path, body: body(type), responses: ok }, () => undefined);
}

class Unruled {
  name!: string;
}

class Defaulted {
  @Default('Ada') @IsString() name!: string;
}

function codesOf(docs: Docs): string[] {
  return docs.diagnostics({ notes: true }).map(({ code }) => code);
}

describe('operations and their document share one description', () => {
  test('a request that refuses unknown members has a component of its own', () => {
    const define = (unknownProperties: 'refuse' | 'drop'): Docs =>
      new Docs({ info }).addOperations([
        operation(
          {
            method: 'POST',
            path: '/a',
            body: body(Defaulted),
            unknownProperties,
            responses: { 200: response('OK', Defaulted) },
          },
          () => Object.assign(new Defaulted(), { name: 'Ada' }),
        ),
      ]);
    const closedOf = (docs: Docs): unknown[] =>
      Object.entries(docs.buildSpec().components?.schemas ?? {})
        .filter(([name]) => name.includes('Defaulted'))
        .map(([, schema]) => schema.additionalProperties);
    expect(closedOf(define('refuse')).sort()).toEqual([false, undefined]);
    expect(new Set(closedOf(define('drop')))).toEqual(new Set([undefined]));
  });

  test('a class is compiled once, also after more is registered', () => {
    let compiled = 0;
    registerRule('isCounted', () => {
      compiled += 1;
      return { type: 'string', minLength: 3 };
    });
    class Counted {
      @ValidateBy({ name: 'isCounted', validator: { validate: (value) => typeof value === 'string' } })
      text!: string;
    }
    const docs = new Docs({ info }).addOperations([post('/a', Counted)]);
    const ofOperations = compiled;
    expect(ofOperations).toBeGreaterThan(0);
    const first = docs.buildSpec();
    docs.addOperations([post('/b', Counted)]).add({ method: 'GET', path: '/c', responses: ok });
    const second = docs.buildSpec();
    expect(compiled).toBe(ofOperations);
    expect(first.components?.schemas?.Counted).toEqual({
      type: 'object',
      properties: { text: { type: 'string', minLength: 3 } },
      required: ['text'],
    });
    expect(second.components).toEqual(first.components);
    expect(docs.inVersion('3.0').buildSpec().openapi).toBe('3.0.3');
    expect(compiled).toBe(ofOperations);
  });

  test('what the compiler reports is in the diagnostics of each document', () => {
    const docs = new Docs({ info }).addOperations([post('/a', Defaulted)]);
    expect(codesOf(docs)).toEqual(['required-with-default']);
    docs.add({ method: 'GET', path: '/b', responses: ok });
    expect(codesOf(docs)).toEqual(['required-with-default']);
  });

  test('an operation is refused for a class that the document has reported before', () => {
    const docs = new Docs({ info }).addOperations([post('/a', Defaulted)]);
    docs.add({ method: 'POST', path: '/b', body: body(Unruled), responses: ok });
    expect(codesOf(docs)).toContain('class-without-metadata');
    expect(() => docs.addOperations([post('/c', Unruled)])).toThrow('class-without-metadata');
  });

  test('a refused operation leaves no diagnostics', () => {
    const docs = new Docs({ info }).addOperations([post('/a', Defaulted)]);
    expect(() => docs.addOperations([post('/b', Unruled)])).toThrow('class-without-metadata');
    expect(codesOf(docs)).toEqual(['required-with-default']);
    docs.add({ method: 'POST', path: '/b', body: body(Unruled), responses: ok });
    expect(codesOf(docs)).toContain('class-without-metadata');
  });
});
