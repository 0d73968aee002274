import { IsString } from 'class-validator';
import { operation, response } from '../../../src/index.js';
import { FRAMEWORKS, serve } from './servers.js';

class Path {
  @IsString() id!: string;
}

class Two {
  @IsString() a!: string;
  @IsString() b!: string;
}

class Answer {
  @IsString() path!: string;
  @IsString() id!: string;
}

const responses = { 200: response('What came', Answer) };
const one = (path: string) =>
  operation({ method: 'GET', path, params: Path, responses }, ({ params: { id } }) => ({
    path,
    id,
  }));

/** Text beside parameters, of every kind of character that a router may read as something else. */
const PATHS = [
  ...[
    '/a/{id}_x',
    '/a/{id}day',
    '/a/{id}9',
    '/a/{id}.json',
    '/a/{id}-z',
    '/a/{id}:go',
    '/a/{id}+',
    '/a/{id}$',
  ],
  ...['/b/x{id}', '/b/:{id}', '/b/{id}'],
];
const OPERATIONS = [
  ...PATHS.map(one),
  operation({ method: 'GET', path: '/c/{a}..{b}~d', params: Two, responses }, ({ params: { a, b } }) => ({
    path: '/c/{a}..{b}~d',
    id: `${a} ${b}`,
  })),
];

test.each(FRAMEWORKS)('%s finds an operation by the text beside its parameters', async (framework) => {
  const { origin, close } = await serve(framework, OPERATIONS);
  const ask = async (path: string) => {
    const answer = await fetch(origin + path);
    return answer.ok ? await answer.json() : answer.status;
  };
  for (const path of PATHS) expect(await ask(path.replace('{id}', '7'))).toEqual({ path, id: '7' });
  expect(await ask('/c/1..2~d')).toEqual({ path: '/c/{a}..{b}~d', id: '1 2' });
  // What is no operation's path is left to others.
  for (const path of ['/a/7', '/a/7_y', '/c/7']) expect([path, await ask(path)]).toEqual([path, 404]);
  await close();
});
