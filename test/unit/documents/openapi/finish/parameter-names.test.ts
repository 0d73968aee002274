import 'reflect-metadata';
import { IsOptional, IsString } from 'class-validator';
import { Docs, type Endpoint, Form, Header, Path, Query, response } from '../../../../../src/index.js';

class Search {
  @Query('q') @IsOptional() @IsString() text?: string;
}

class Change {
  @Path() @IsString() id!: string;
  @Header('If-Match') @IsString() version!: string;
  @Form('n') @IsString() name!: string;
}

const responses = { 204: response('Done') };

function findings(...endpoints: Endpoint[]): string[] {
  const docs = new Docs({ info: { title: 'Shop', version: '1' } }).addAll(...endpoints);
  return docs
    .diagnostics()
    .filter(({ code }) => code === 'parameter-in-body')
    .flatMap(({ places, message }) => places.map((place) => `${place}: ${message.split(',')[0] ?? ''}`));
}

describe('a decorator that names a parameter, in a class of a body', () => {
  it('is reported for each property, once', () => {
    const operations: Endpoint[] = [
      { method: 'PUT', path: '/items', body: Change, responses },
      { method: 'POST', path: '/items', body: Change, responses },
    ];
    expect(findings(...operations)).toEqual([
      'Change.id: @Path names a parameter',
      'Change.version: @Header names a parameter',
      'Change.name: @Form names a parameter',
    ]);
  });

  it('is fine in a class that an operation uses for parameters, before or after', () => {
    const body: Endpoint = { method: 'POST', path: '/search', body: Search, responses };
    const query: Endpoint = { method: 'GET', path: '/search', query: Search, responses };
    expect(findings(body, query)).toEqual([]);
    expect(findings(query, body)).toEqual([]);
    expect(findings(body)).toHaveLength(1);
  });

  it('is fine in a class of responses', () => {
    expect(findings({ method: 'GET', path: '/items', responses: { 200: response('It', Change) } })).toEqual(
      [],
    );
  });
});
