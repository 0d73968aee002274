import {
  essenceOf,
  FORM,
  hasSeveral,
  isJson,
  isMultipart,
  isText,
  mediaTypeCovers,
} from '../../shared/media-types.js';
import { Refusal } from '../problem.js';
import type { BodyFormat, BodyReader, SelectedFormat } from './read-body.js';

/** Maximum number of headers whose format is remembered. Clients of one operation send few different ones. */
const MAX_REMEMBERED = 16;

/** Creates the function that selects the format of a content type. It reads each accepted header once. */
export function formatSelector(formats: readonly BodyFormat[]): BodyReader['select'] {
  const known = new Map<string, SelectedFormat>();
  return (contentType) => {
    const remembered = known.get(contentType);
    if (remembered !== undefined) return remembered;
    const selected = { format: formatOf(contentType, formats), content: contentKindOf(contentType) };
    // Each multipart header has its own boundary.
    if (known.size < MAX_REMEMBERED && !isMultipart(contentType)) known.set(contentType, selected);
    return selected;
  };
}

function contentKindOf(contentType: string): SelectedFormat['content'] {
  if (isJson(contentType)) return 'json';
  if (essenceOf(contentType) === FORM) return 'form';
  return isText(contentType) ? 'text' : 'bytes';
}

function formatOf(contentType: string, formats: readonly BodyFormat[]): BodyFormat {
  if (hasSeveral(contentType))
    throw new Refusal(
      400,
      'The request has several content types. Send one Content-Type header with one type.',
    );
  const essence = essenceOf(contentType);
  const format = formats.find((format) => mediaTypeCovers(format.contentType, essence));
  if (essence === '' || format === undefined) {
    const known = formats.map((format) => essenceOf(format.contentType)).join(', ');
    throw new Refusal(
      415,
      `The content type ${essence === '' ? 'is missing' : 'is not supported'}. Send ${known}.`,
    );
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  if (isText(essence) && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new Refusal(415, 'The charset is not supported. Send UTF-8.');
  return format;
}
