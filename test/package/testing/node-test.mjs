// What an application's own tests do where there is no `expect`.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Docs, TypeOf, response } from 'dtospec';
import { checkExchange, describeReport } from 'dtospec-tools/testing';

class Cat {}
TypeOf(() => String)(Cat.prototype, 'name');
const docs = new Docs({ info: { title: 'Cats', version: '1' } });
docs.add({ method: 'GET', path: '/cat', responses: { 200: response('A cat', Cat) } });

const check = (body) =>
  checkExchange(docs, { request: { method: 'GET', url: '/cat' }, response: { status: 200, body } });

test('a documented response passes', async () => {
  const report = await check({ name: 'Tom' });
  assert.ok(report.ok, describeReport(report));
});

test('an undocumented response fails', async () => {
  const report = await check({ name: 7 });
  assert.match(describeReport(report), /#\/name must be a string, not an integer/);
});
