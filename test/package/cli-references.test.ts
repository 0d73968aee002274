import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandFile, preparePackage } from '../support/programs/packed-package.js';

const SECRET = 'S3CRET-content';

let folder: string;
beforeAll(() => {
  preparePackage();
  folder = mkdtempSync(path.join(tmpdir(), 'references-'));
  mkdirSync(path.join(folder, 'work'));
  symlinkSync('..', path.join(folder, 'work/link'));
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function validate(reference: string): { status: number | null; text: string } {
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    servers: [{ url: '/' }],
    paths: { '/x': { $ref: reference } },
  };
  writeFileSync(path.join(folder, 'work/openapi.json'), JSON.stringify(document));
  const cwd = path.join(folder, 'work');
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandFile, 'validate', 'openapi.json'], {
    cwd,
  });
  return { status, text: `${stdout.toString()}${stderr.toString()}` };
}

// Redocly reads the files by itself.
describe('validate with @redocly/openapi-core', () => {
  test.each(['../secret.yaml', 'link/secret.yaml', '../none.yaml', '../../../../etc/passwd'])(
    'does not read %s',
    (reference) => {
      writeFileSync(path.join(folder, 'secret.yaml'), `get: { ${SECRET}: 1 }`);
      const { status, text } = validate(reference);
      expect(text).toMatch(/^The document refers to .*\. The file is outside of .*, so it is not read\./);
      expect(text).not.toContain(SECRET);
      expect(status).toBe(3);
    },
  );

  test.each([
    ['part.json', `{ "get": ${SECRET} }`],
    ['part.yaml', `get: "${SECRET}\nb: ]`],
    ['part.yaml', `${SECRET}: 1\n${SECRET}: 2`],
    ['part.yaml', `a: &a [${SECRET}, *a]`],
    ['part.yaml', SECRET],
  ])('does not quote %s of the content %j', (file, content) => {
    writeFileSync(path.join(folder, 'work', file), content);
    const { status, text } = validate(file);
    expect(text).toMatch(/^The document refers to part\.\w+\. .*part\.\w+ is not /);
    expect(text).not.toContain(SECRET);
    expect(status).toBe(3);
  });

  test('reads a file of the folder', () => {
    writeFileSync(path.join(folder, 'work/part.yaml'), 'get: { responses: { 200: { description: Done } } }');
    expect(validate('part.yaml')).toEqual({ status: 0, text: 'openapi.json: no problems found.\n' });
  });
});
