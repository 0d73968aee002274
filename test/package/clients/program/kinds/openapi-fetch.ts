// What openapi-fetch's client receives of each kind of response.
import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript/client.js';

export async function receive(baseUrl: string): Promise<Record<string, unknown>> {
  const client = createClient<paths>({ baseUrl });
  const invoice = await client.GET('/invoice', { parseAs: 'blob' });
  const rows = await client.GET('/stock');
  const csv = await client.GET('/stock', { parseAs: 'text', headers: { accept: 'text/csv' } });
  const xml = await client.GET('/stock', { headers: { accept: 'application/xml' } });
  const imported = await client.POST('/stock', {
    body: 'sku,quantity\r\nC-3,7\r\n',
    bodySerializer: (body) => body,
    headers: { 'content-type': 'text/csv' },
  });
  const report = await client.GET('/report');
  const refused = await client.GET('/report', { params: { query: { refused: true } } });
  const words = await client.GET('/words', { parseAs: 'text' });
  const whole = await client.POST('/completions', { body: { text: 'one two' } });
  const events = await client.POST('/completions', {
    body: { text: 'one two', stream: true },
    parseAs: 'text',
  });
  // Its data is of the union of all media types.
  const quantities = Array.isArray(rows.data) && rows.data.map(({ quantity }) => quantity);
  return {
    invoice: [invoice.data?.size, invoice.response.headers.get('content-disposition')],
    rows: quantities,
    csv: csv.data,
    xml: [xml.response.status, xml.error?.status],
    imported: imported.data?.map(({ sku }) => sku),
    report: [report.data?.text, report.response.headers.get('x-limit')],
    refused: [refused.error?.status, refused.response.headers.get('retry-after')],
    words: words.data,
    whole: whole.data,
    events: events.data,
  };
}
