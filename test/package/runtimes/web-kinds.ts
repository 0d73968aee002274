// Responses that are not JSON, in every runtime.
import { IsInt } from 'class-validator';
import { csv, download, eventStream, file, operation, response } from 'dtospec';

class Row {
  @IsInt() id!: number;
}

async function* rows(): AsyncGenerator<Row> {
  for (const id of [1, 2]) yield await Promise.resolve({ id });
}

const PDF = new TextEncoder().encode('%PDF-1.7 of ten lines');

export const kinds = [
  operation(
    {
      method: 'GET',
      path: '/kinds/file',
      responses: { 200: response('File', file('application/pdf')) },
    },
    () => download(PDF, { size: PDF.length, filename: 'a.pdf', etag: '"v1"' }),
  ),
  operation({ method: 'GET', path: '/kinds/events', responses: { 200: eventStream('Rows', Row) } }, () =>
    rows(),
  ),
  operation(
    {
      method: 'GET',
      path: '/kinds/rows',
      responses: {
        200: { description: 'Rows', content: { 'application/json': [Row], 'text/csv': csv([Row]) } },
      },
    },
    () => [{ id: 1 }, { id: 2 }],
  ),
];
