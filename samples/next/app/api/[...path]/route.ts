import { fetchOperations } from 'dtospec/fetch';
import { docs, operations } from '../../../lib/docs';

const serve = fetchOperations(docs, operations);

const handle = async (request: Request): Promise<Response> =>
  (await serve(request)) ?? new Response('Not found', { status: 404 });

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
