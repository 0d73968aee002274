import { IsArray, IsInt, ValidateNested } from 'class-validator';
import { Docs, operation, response, type Operation } from '../../../src/index.js';

class Inner {
  @IsInt() id!: number;
}

class Outer {
  @IsArray() @ValidateNested({ each: true }) list!: Inner[];
}

class Named {
  @ValidateNested() inner!: Inner;
}

const get = (schema: typeof Outer | typeof Named): Operation =>
  operation(
    { method: 'GET', path: '/', responses: { 200: response('It', schema) } } as never,
    (() => ({})) as never,
  );

it('refuses a response whose lists would be sent with every member', () => {
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  expect(() => docs.bindOperations([get(Outer)])).toThrow(/Outer\.list.*Add @Type\(\(\) => Item\)/);
  expect(() => docs.bindOperations([get(Named)])).not.toThrow();
});

it('is an error of a document', () => {
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  docs.add({ method: 'GET', path: '/', responses: { 200: response('It', Outer) } });
  docs.buildSpec();
  expect(docs.diagnostics()).toContainEqual(
    expect.objectContaining({ code: 'nested-sent-whole', severity: 'error' }),
  );
});
