import { fetchDocs } from 'dtospec/fetch';
// The routes bind the operations, which documents them.
import '../../api/[...path]/route';
import { docs } from '../../../lib/docs';

const serve = fetchDocs(docs, '/docs');

export const GET = async (request: Request): Promise<Response> =>
  (await serve(request)) ?? new Response('Not found', { status: 404 });
