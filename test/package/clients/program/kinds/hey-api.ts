// What hey-api's client receives of each kind of response.
import { client } from './hey-api/client.gen.js';
import { complete, getInvoice, getReport, getStock, getWords, importStock } from './hey-api/index.js';

export async function receive(baseUrl: string): Promise<Record<string, unknown>> {
  client.setConfig({ baseUrl });
  const invoice = await getInvoice();
  const rows = await getStock();
  const csv = await getStock({ headers: { accept: 'text/csv' } });
  const xml = await getStock({ headers: { accept: 'application/xml' } });
  const imported = await importStock({ body: 'sku,quantity\r\nC-3,7\r\n' });
  const report = await getReport();
  const refused = await getReport({ query: { refused: true } });
  const { stream } = await getWords();
  const words: unknown[] = [];
  for await (const word of stream) words.push(word);
  const whole = await complete({ body: { text: 'one two' } });
  const events = await complete({ body: { text: 'one two', stream: true }, parseAs: 'text' });
  return {
    invoice: [(invoice.data as Blob).size, invoice.response?.headers.get('content-disposition')],
    rows: rows.data?.map(({ quantity }) => quantity),
    csv: csv.data,
    xml: [xml.response?.status, xml.error?.status],
    imported: imported.data?.map(({ sku }) => sku),
    report: [report.data?.text, report.response?.headers.get('x-limit')],
    refused: [refused.error?.status, refused.response?.headers.get('retry-after')],
    words,
    whole: whole.data,
    events: events.data,
  };
}
