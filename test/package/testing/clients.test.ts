import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { consumerFolder, preparePackage } from '../../support/programs/packed-package.js';
import { prepareTools, toolFile } from '../../support/programs/tools.js';
import { readSetUps } from '../readme/snippets.js';

// The guide's examples for newman, Playwright and Nest: they pass what is documented, and fail on a renamed member.

const folder = path.join(consumerFolder, 'testing/clients');
const PACKAGES = ['newman', '@playwright/test', 'reflect-metadata', 'rxjs'];
const NEST = ['common', 'core', 'platform-express', 'testing'].map((name) => `@nestjs/${name}`);
const user = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const answer = { description: 'The user', content: { 'application/json': { schema: user } } };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1.0.0' },
  paths: { '/users/{id}': { get: { parameters, responses: { 200: answer } } } },
};
const MODULE = `import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
class Users { find() { return { [process.env.MEMBER]: 'Ada' }; } }
Controller('users')(Users);
Get(':id')(Users.prototype, 'find', Object.getOwnPropertyDescriptor(Users.prototype, 'find'));
export class AppModule {}
Module({ controllers: [Users] })(AppModule);`;

beforeAll(() => {
  preparePackage();
  prepareTools();
  rmSync(folder, { recursive: true, force: true });
  const link = (name: string, from: string): void => {
    const place = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(from, place);
  };
  for (const name of [...PACKAGES, ...NEST]) link(name, toolFile(name));
  link('supertest', path.resolve('node_modules/supertest'));
  const guide = ['postman.mjs', 'users.spec.mjs', 'nest.users.mjs'];
  for (const name of guide) writeFileSync(path.join(folder, name), readSetUps().get(name)!);
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(DOCUMENT));
  writeFileSync(path.join(folder, 'app.module.mjs'), MODULE);
}, 600_000);

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'postman.mjs': ['postman.mjs'],
  'users.spec.mjs': [toolFile('@playwright/test/cli.js'), 'test', 'users.spec.mjs', '--reporter=line'],
  'nest.users.mjs': ['--test', 'nest.users.mjs'],
};

const cases = Object.keys(COMMANDS).flatMap((name) => [
  [name, 'name', 0] as const,
  [name, 'label', 1] as const,
]);

test.each(cases)(
  '%s ends with the right status when a user has "%s"',
  async (name, member, status) => {
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ [member]: 'Ada' }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const item = [{ name: 'a user', request: { method: 'GET', url: `${url}/users/7` } }];
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
    const collection = { info: { name: 'Users', schema }, item };
    writeFileSync(path.join(folder, 'users.postman_collection.json'), JSON.stringify(collection));
    // Playwright refuses to run in jest.
    const { JEST_WORKER_ID: _, ...inherited } = process.env;
    const env = { ...inherited, BASE_URL: url, MEMBER: member };
    const run = spawn(process.execPath, COMMANDS[name]!, { cwd: folder, env });
    const [printed, errors, [code]] = await Promise.all([
      text(run.stdout),
      text(run.stderr),
      once(run, 'exit') as Promise<[number]>,
    ]);
    server.close();
    expect(code).toBe(status);
    expect((printed + errors).includes('#/name is required')).toBe(status === 1);
  },
  120_000,
);
