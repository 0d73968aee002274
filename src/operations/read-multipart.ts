import { startedPart, streamOf, streamsOf } from './file-stream-parts.js';
import { FormBuilder, type FormContext, type MultipartForm } from './multipart-form.js';
import type { Part } from './multipart-parts.js';

/**
 * Reads a form up to its end, or up to the first file that is handed on as a stream.
 * @throws Refusal
 */
export async function readMultipart(
  parts: AsyncGenerator<Part, void, undefined>,
  context: FormContext,
): Promise<MultipartForm> {
  const form = new FormBuilder(context);
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value;
    if ('text' in part) form.addText(part);
    else {
      const { file, isList } = form.fieldOf(part);
      if (file?.as === 'stream') {
        const started = await startedPart(part);
        if (started === undefined) continue;
        form.addStream(file, started, isList ? streamsOf(started, parts) : streamOf(started, parts));
        break;
      }
      await form.addFile(part);
    }
  }
  return form.build(() => void parts.return());
}
