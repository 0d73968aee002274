import { describeOnEachNode } from './nodes.js';

/** A class as TypeScript that Node.js only strips of its types, and as JavaScript for versions that cannot. */
const USER = {
  typescript: 'class User { name!: string; age?: number }',
  javascript: 'class User { name; age; }',
};

const REST = `
import 'reflect-metadata';
import { IsInt, IsOptional, Length } from 'class-validator';
import { Example, jsonSchemaOf, rules, validator } from 'dtospec';
rules(User, { name: [Length(1, 80), Example('Ada')], age: [IsOptional(), IsInt()] });
const { faults } = await validator(User)({ name: '', age: 1 });
console.log(JSON.stringify({ schema: jsonSchemaOf(User), faults: faults.map(({ pointer }) => pointer) }));
`;

const PROGRAM = `
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
const strips = process.features.typescript === 'strip';
const folder = mkdtempSync(join(process.cwd(), 'without-decorators-'));
const file = join(folder, strips ? 'user.mts' : 'user.mjs');
writeFileSync(file, (strips ? ${JSON.stringify(USER.typescript)} : ${JSON.stringify(USER.javascript)}) + ${JSON.stringify(REST)});
try {
  await import(pathToFileURL(file).href);
} finally {
  rmSync(folder, { recursive: true });
}
`;

describeOnEachNode('rules() without decorator syntax', (run) => {
  test('documents and validates a class', async () => {
    expect(JSON.parse(await run({ program: PROGRAM }))).toMatchObject({
      schema: {
        $defs: {
          User: {
            properties: {
              name: { type: 'string', minLength: 1, maxLength: 80, examples: ['Ada'] },
              age: { type: 'integer' },
            },
            required: ['name'],
          },
        },
      },
      faults: ['#/name'],
    });
  });
});
