import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { serialize } from 'dtospec';
import { HttpProblem } from './http-problem.js';
import type { Class, Reply, Route } from './route.js';

/** The API as a node:http listener: finds the route, validates the request, serializes the answer. */
export function apiOf(routes: readonly Route[], apiKey: string): RequestListener {
  const table = routes.map((route) => ({ route, matcher: matcherOf(route.endpoint.path) }));
  const answer = async (request: IncomingMessage): Promise<Reply> => {
    if (request.headers['x-api-key'] !== apiKey) throw new HttpProblem(401, 'The key is missing or wrong');
    const url = new URL(request.url ?? '/', 'http://shop');
    for (const { route, matcher } of table) {
      const match = route.endpoint.method === request.method ? matcher.exec(url.pathname) : null;
      if (match === null) continue;
      const { path, query, body } = route.takes;
      return route.handle({
        path: path && (await parse(path, match.groups ?? {})),
        query: query && (await parse(query, Object.fromEntries(url.searchParams))),
        body: body && (await parse(body, await readJson(request))),
      });
    }
    throw new HttpProblem(404, 'There is no such operation');
  };
  return (request, response) => {
    void answer(request)
      .catch((error: unknown) => ({ status: problemOf(error).status, body: problemOf(error).toBody() }))
      .then((reply) => {
        send(response, reply);
      });
  };
}

/** `/orders/:id` as an expression with a group named `id`. */
function matcherOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

/** The same classes that the document is made of decide what comes in. */
async function parse<T>(type: Class<T>, value: unknown): Promise<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HttpProblem(422, 'The request is not valid', ['a JSON object is expected']);
  const instance = plainToInstance(type, value);
  const errors = await validate(instance as object);
  if (errors.length > 0)
    throw new HttpProblem(
      422,
      'The request is not valid',
      errors.flatMap((e) => lines(e)),
    );
  return instance;
}

function lines({ constraints = {}, children = [] }: ValidationError): string[] {
  return [...Object.values(constraints), ...children.flatMap((child) => lines(child))];
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await text(request));
  } catch {
    throw new HttpProblem(422, 'The request is not valid', ['the body is not JSON']);
  }
}

function problemOf(error: unknown): HttpProblem {
  return error instanceof HttpProblem ? error : new HttpProblem(500, 'The shop made a mistake');
}

function send(response: ServerResponse, { status, body }: Reply): void {
  if (body === undefined) response.writeHead(status).end();
  else
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(serialize(body)));
}
