import { essenceOf, MULTIPART } from '../../operations/media-types.js';
import { headerOf, type Body, type FormValue, type RequestMessage } from './message.js';

/** Whether the message has a form whose parts are still to be read. */
export function isMultipart({ headers, body }: RequestMessage): boolean {
  if (essenceOf(headerOf(headers, 'content-type') ?? '') !== MULTIPART) return false;
  return body.kind === 'bytes' || body.kind === 'text' || isFormData(body);
}

function isFormData(body: Body): body is { kind: 'value'; value: FormData } {
  return body.kind === 'value' && body.value instanceof FormData;
}

/** The parts of a form. One that cannot be read stays as it is, which is told later. */
export async function readForm({ headers, body }: RequestMessage): Promise<Body> {
  const form = isFormData(body) ? body.value : await parse(body, headerOf(headers, 'content-type') ?? '');
  if (form === undefined) return body;
  const entries = await Promise.all(
    [...form].map(async ([name, value]): Promise<readonly [string, FormValue]> => {
      if (typeof value === 'string') return [name, value];
      const bytes = new Uint8Array(await value.arrayBuffer());
      return [name, { contentType: value.type, bytes }];
    }),
  );
  return { kind: 'form', entries };
}

async function parse(body: Body, contentType: string): Promise<FormData | undefined> {
  if (body.kind !== 'bytes' && body.kind !== 'text') return undefined;
  const content = body.kind === 'bytes' ? body.bytes : body.text;
  try {
    // The form is in memory already, and came from a test: streams and limits have no part here.
    // oxlint-disable-next-line typescript/no-deprecated
    return await new Response(content, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return undefined;
  }
}
