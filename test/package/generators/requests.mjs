// A service whose operations answer with what they received, for clients to call.
import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';

/** The operations of a version, a document of them, and one each with a range of statuses and a path with a summary. */
export function serviceOfRequests(dtospec, openapi) {
  const { Docs, operation, Path, problemResponse, Query, response, rules } = dtospec;

  class Note {}
  rules(Note, { text: [IsString()] });
  class NotePath {}
  rules(NotePath, { name: [Path(), IsString()] });
  class Tags {}
  rules(Tags, { tags: [Query(), IsOptional(), IsArray(), IsString({ each: true })] });
  class Filter {}
  rules(Filter, { text: [IsString()] });
  class Echo {}
  rules(Echo, {
    name: [IsOptional(), IsString()],
    text: [IsOptional(), IsString()],
    tags: [IsOptional(), IsArray(), IsString({ each: true })],
    filter: [IsOptional(), IsObject(), ValidateNested(), Type(() => Filter)],
  });
  const echo = (parts) => Object.assign(new Echo(), parts);
  const responses = { 200: response('What was received', Echo) };

  const operations = [
    operation(
      { method: 'GET', path: '/notes/{name}', operationId: 'getNote', params: NotePath, responses },
      ({ params }) => echo({ name: params.name }),
    ),
    operation(
      { method: 'GET', path: '/notes', operationId: 'listNotes', query: Tags, responses },
      ({ query }) => echo({ tags: query.tags }),
    ),
    operation({ method: 'POST', path: '/notes', operationId: 'addNote', body: Note, responses }, ({ body }) =>
      echo({ text: body.text }),
    ),
    operation(
      {
        method: 'GET',
        path: '/found',
        operationId: 'findNotes',
        parameters: [
          {
            name: 'filter',
            in: 'query',
            content: { 'application/json': { schema: Filter } },
            required: true,
          },
        ],
        responses,
      },
      ({ query }) => echo({ filter: query.filter }),
    ),
    ...(openapi === '3.2'
      ? [
          operation(
            { method: 'QUERY', path: '/notes', operationId: 'searchNotes', body: Note, responses },
            ({ body }) => echo({ text: body.text }),
          ),
        ]
      : []),
  ];
  const documentOf = (config, endpoints) =>
    new Docs({ info: { title: 'Notes', version: '1' }, openapi, diagnostics: 'silent', ...config })
      .addOperations(endpoints)
      .buildSpec();
  const [first] = operations;
  const range = operation(
    { ...first.definition, responses: { ...responses, '4XX': problemResponse('Refused') } },
    () => echo({}),
  );
  return {
    operations,
    documents: {
      requests: documentOf({}, operations),
      range: documentOf({}, [range]),
      summary: documentOf({ paths: { '/notes/{name}': { summary: 'One note' } } }, [first]),
    },
  };
}
