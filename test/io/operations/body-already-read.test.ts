import { Hono } from 'hono';
import { fetchOperations, honoOperations } from '../../../src/adapters/fetch.js';
import { Docs } from '../../../src/index.js';
import { UPLOAD_TABLE, UPLOADS } from './uploads.js';

const docs = (): Docs => new Docs({ info: { title: 'Operations', version: '1' } });
const taken = UPLOAD_TABLE.filter(([, path, , status]) => status === 200 && path === '/uploads');

it.each(taken)('takes %s that middleware of Hono has read', async (_name, path, init) => {
  const answers = await Promise.all(
    [false, true].map(async (isRead) => {
      const app = new Hono();
      app.use(async (context, next) => {
        if (isRead) await context.req.formData();
        await next();
      });
      honoOperations(app, docs(), UPLOADS);
      const answer = await app.request(path, init);
      return { status: answer.status, content: await answer.json() };
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[1]).toMatchObject({ status: 200 });
});

it('reports a form that middleware has read but not kept', async () => {
  const serve = fetchOperations(docs(), UPLOADS);
  const [, path, init] = taken[0]!;
  const request = new Request(`http://localhost${path}`, init);
  await request.text();
  await expect(serve(request)).rejects.toThrow(expect.objectContaining({ code: 'ERR_BODY_CONSUMED' }));
});
