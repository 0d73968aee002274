// DTO classes compiled by what leaves `emitDecoratorMetadata` out: esbuild, tsx, Bun. Run it as it is: npx tsx main.ts
import 'reflect-metadata';
import { Docs, response } from 'dtospec';
import { User } from './user.js';

const docs = new Docs({ info: { title: 'Users', version: '1.0.0' } });
docs.add({ method: 'GET', path: '/users', responses: { 200: response('All users', [User]) } });

console.log(JSON.stringify(docs.buildSpec().components?.schemas?.User?.properties, null, 2));
// A property of which nothing tells the type is open, and named with what to write.
for (const { code, message, places } of docs.diagnostics()) console.log(code, places.join(), message);
