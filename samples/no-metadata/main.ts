// DTO classes, compiled without `emitDecoratorMetadata` (esbuild, tsx, Bun): npx tsx main.ts
import 'reflect-metadata';
import { Docs, response } from 'dtospec';
import { User } from './user.js';

const docs = new Docs({ info: { title: 'Users', version: '1.0.0' } });
docs.add({ method: 'GET', path: '/users', responses: { 200: response('All users', [User]) } });

console.log(JSON.stringify(docs.buildSpec().components?.schemas?.User?.properties, null, 2));
// A property of unknown type is open in the document, and a diagnostic names the line to add.
for (const { code, message, places } of docs.diagnostics()) console.log(code, places.join(), message);
