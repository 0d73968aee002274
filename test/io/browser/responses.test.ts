import { readFileSync } from 'node:fs';
import { IsInt, IsOptional, IsString } from 'class-validator';
import {
  csv,
  download,
  eventStream,
  file,
  Header,
  operation,
  response,
  ServerSentEvent,
} from '../../../src/index.js';
import { describeInBrowser } from '../../support/page/browser.js';
import { FRAMEWORKS, serve } from '../operations/servers.js';

// What a real browser makes of downloads and events.

class Row {
  @IsString() sku!: string;
  @IsInt() count!: number;
}

class Tick {
  @IsInt() number!: number;
}

class Resumed {
  @Header('Last-Event-ID') @IsOptional() @IsString() lastEventId?: string;
}

const NAME = 'Rechnung „Mai“ 2026.pdf';

const OPERATIONS = [
  operation(
    {
      method: 'GET',
      path: '/page',
      responses: { 200: { ...response('Page', String), contentType: 'text/html' } },
    },
    () => '<!doctype html><title>Page</title>',
  ),
  operation(
    { method: 'GET', path: '/invoice', responses: { 200: response('File', file('application/pdf')) } },
    () => download('%PDF-1.7', { filename: NAME }),
  ),
  operation({ method: 'GET', path: '/rows', responses: { 200: response('Rows', csv([Row])) } }, ({ reply }) =>
    reply(200, [{ sku: 'Ä;"1"', count: 1 }], {
      headers: { 'content-disposition': 'attachment; filename="rows.csv"' },
    }),
  ),
  operation(
    {
      method: 'GET',
      path: '/ticks',
      headers: Resumed,
      keepAlive: 20,
      responses: { 200: eventStream('Ticks', Tick) },
    },
    async function* ({ headers }) {
      const first = Number(headers.lastEventId ?? 0) + 1;
      for (let number = first; number < first + 2; number++) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        yield new ServerSentEvent({ number }, { id: String(number), retry: 10 });
      }
    },
  ),
];

/** Reads five events in the page. */
const READ_TICKS = `new Promise((resolve) => {
  const read = [];
  const source = new EventSource('/ticks');
  source.onmessage = ({ lastEventId, data }) => {
    read.push(lastEventId + ' ' + data);
    if (read.length < 5) return;
    source.close();
    resolve(read);
  };
})`;

describeInBrowser('a browser', (browser) => {
  test.each(FRAMEWORKS)('saves files and reads events of %s', async (framework) => {
    const { origin, close } = await serve(framework, OPERATIONS);
    const context = await browser().newContext({ acceptDownloads: true });
    try {
      const page = await context.newPage();
      await page.goto(`${origin}/page`);
      const saved = async (path: string): Promise<[string, string]> => {
        const [one] = await Promise.all([
          page.waitForEvent('download'),
          // The download takes the place of the page.
          page.goto(origin + path).catch(() => undefined),
        ]);
        return [one.suggestedFilename(), readFileSync(await one.path(), 'utf8')];
      };
      expect(await saved('/invoice')).toEqual([NAME, '%PDF-1.7']);
      expect(await saved('/rows')).toEqual(['rows.csv', 'sku,count\r\n"Ä;""1""",1\r\n']);
      const ticks = await page.evaluate(READ_TICKS);
      // The stream ends after two events, and the browser connects again with the id of the last one.
      expect(ticks).toEqual([1, 2, 3, 4, 5].map((number) => `${number} {"number":${number}}`));
    } finally {
      await context.close();
      await close();
    }
  });
});
