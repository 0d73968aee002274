import type { OpenApiVersion } from '../../../src/index.js';

const PNG = 'image/png';

/** Ways to write the schema of a file, which the documentation of a form and of a raw body has. */
export const FILE_SHAPES = {
  binary: { type: 'string', format: 'binary' },
  'binary with its media type': { type: 'string', format: 'binary', contentMediaType: PNG },
  'a text with a media type': { type: 'string', contentMediaType: PNG },
  'a media type alone': { contentMediaType: PNG },
  anything: {},
} as const;

export type FileShape = keyof typeof FILE_SHAPES;

const VERSIONS: Readonly<Record<OpenApiVersion, string>> = { '3.0': '3.0.3', '3.1': '3.1.0', '3.2': '3.2.0' };

/** `POST /files` takes a form with a file and a list of files and gives one; `PUT /files` takes the bytes. */
export function fileDocument(version: OpenApiVersion, shape: FileShape): object {
  return filesDocument(version, { '': shape });
}

/** The same of several shapes: `POST /filesOne` takes `FormOne` for the shape that is called `One`, and so on. */
export function filesDocument(version: OpenApiVersion, shapes: Readonly<Record<string, FileShape>>): object {
  const entries = Object.entries(shapes);
  return {
    openapi: VERSIONS[version],
    info: { title: 'Files', version: '1.0.0' },
    servers: [{ url: 'https://files.example' }],
    paths: Object.fromEntries(entries.map(([name, shape]) => [`/files${name}`, pathOf(name, shape)])),
    components: {
      schemas: Object.fromEntries(entries.map(([name, shape]) => [`Form${name}`, formOf(shape)])),
    },
  };
}

function pathOf(name: string, shape: FileShape): object {
  const form = {
    schema: { $ref: `#/components/schemas/Form${name}` },
    encoding: { file: { contentType: PNG }, files: { contentType: PNG } },
  };
  const bytes = { [PNG]: { schema: FILE_SHAPES[shape] } };
  return {
    post: {
      operationId: `sendForm${name}`,
      requestBody: { required: true, content: { 'multipart/form-data': form } },
      responses: { 200: { description: 'The first file', content: bytes } },
    },
    put: {
      operationId: `sendBytes${name}`,
      requestBody: { required: true, content: bytes },
      responses: { 204: { description: 'Kept' } },
    },
  };
}

function formOf(shape: FileShape): object {
  const file = FILE_SHAPES[shape];
  const properties = { file, files: { type: 'array', items: file }, name: { type: 'string' } };
  return { type: 'object', required: ['file', 'files', 'name'], properties };
}
