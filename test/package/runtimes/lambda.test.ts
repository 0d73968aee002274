import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { preparePackage } from '../../support/programs/packed-package.js';
import { readPrograms } from '../readme/snippets.js';
import { asApplication, FOLDER } from './web-runtimes.js';

interface LambdaResult {
  readonly statusCode: number;
  readonly body: string;
  readonly isBase64Encoded: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
}

/** Events in the forms that AWS documents. */
function eventOf(name: string, changes: object = {}): object {
  const file = path.join(__dirname, `lambda-events/${name}.json`);
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...changes };
}

describe('the program of docs/lambda.md, bundled', () => {
  const bundle = path.join(FOLDER, 'lambda.cjs');
  beforeAll(async () => {
    preparePackage();
    mkdirSync(FOLDER, { recursive: true });
    const programs = readPrograms('guides');
    for (const name of ['lambda.ts', 'operations.ts'])
      writeFileSync(path.join(FOLDER, name), programs.get(name)!);
    await build({
      entryPoints: [path.join(FOLDER, 'lambda.ts')],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      target: 'node20',
      nodePaths: [path.resolve(__dirname, '../../../node_modules')],
      plugins: [asApplication],
      logLevel: 'silent',
    });
  }, 300_000);

  /** Calls the handler with one event after the other, in one process. */
  async function call(...events: readonly object[]): Promise<LambdaResult[]> {
    const program = `const { handler } = require(${JSON.stringify(bundle)});
      (async () => {
        const results = [];
        for (const event of JSON.parse(process.argv[1])) results.push(await handler(event, {}));
        console.log(JSON.stringify(results));
      })();`;
    const args = ['--eval', program, '--', JSON.stringify(events)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout) as LambdaResult[];
  }

  test('handles the events of a function URL and of both versions of API Gateway', async () => {
    const [created, listed, refused] = await call(
      eventOf('function-url'),
      eventOf('api-gateway-v1'),
      eventOf('api-gateway-v2'),
    );
    const user = { name: 'Ada', email: 'ada@example.com', id: 1 };
    expect(created).toMatchObject({ statusCode: 201, isBase64Encoded: false });
    expect(created!.headers).toMatchObject({ location: '/users/1', 'content-type': 'application/json' });
    expect(JSON.parse(created!.body)).toEqual(user);
    expect(listed).toMatchObject({ statusCode: 200, isBase64Encoded: false });
    expect(JSON.parse(listed!.body)).toEqual([user]);
    expect(refused!.statusCode).toBe(400);
    expect(JSON.parse(refused!.body)).toMatchObject({ errors: [{ in: 'query', pointer: '#/page_size' }] });
  });

  test('serves the page and the document, compressed or not', async () => {
    const [page, ...documents] = await call(
      eventOf('api-gateway-v2', { rawPath: '/docs/', rawQueryString: '' }),
      ...['identity', 'gzip', 'br'].map((encoding) => {
        const headers = { 'accept-encoding': encoding, host: 'localhost' };
        const path = '/docs/openapi.json';
        return eventOf('api-gateway-v1', { path, headers, multiValueHeaders: null });
      }),
    );
    expect(page!.body).toContain('<title>Users</title>');
    for (const { body, isBase64Encoded, headers } of documents) {
      const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
      const encoding = headers?.['content-encoding'];
      const text =
        encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
      expect(Object.keys((JSON.parse(text.toString()) as { paths: object }).paths)).toEqual([
        '/users',
        '/users/{id}',
      ]);
    }
  });
});
