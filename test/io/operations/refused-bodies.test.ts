import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { IsString } from 'class-validator';
import { bearerAuth, operation, response } from '../../../src/index.js';
import { FRAMEWORKS, serve } from './servers.js';

class Note {
  @IsString() text!: string;
}

const staff = bearerAuth('staff', { verify: () => undefined });
const definition = { method: 'POST', body: Note, responses: { 204: response('Taken') } } as const;
const OPERATIONS = [
  operation({ ...definition, path: '/notes' }, () => undefined),
  operation({ ...definition, path: '/staff', security: [staff] }, () => undefined),
];

/** Longer than the limit, and short enough for the buffers of sockets, so that the client sends it whole. */
const BODY = JSON.stringify({ text: 'x'.repeat(4_000_000) });

type Framing = 'content-length' | 'transfer-encoding';

async function send(agent: Agent, url: string, body: string, framing: Framing): Promise<number | undefined> {
  const value = framing === 'content-length' ? Buffer.byteLength(body) : 'chunked';
  const headers = { 'content-type': 'application/json', [framing]: value };
  const sent = httpRequest(url, { agent, method: 'POST', headers }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  return answer.statusCode;
}

// A parser of the application's own reads, or does not, as it likes.
const UNPARSED = FRAMEWORKS.filter((framework) => !framework.includes('parsers'));

describe.each(UNPARSED)('%s', (framework) => {
  it.each([
    ['/notes', 'content-length', 413],
    ['/notes', 'transfer-encoding', 413],
    ['/staff', 'content-length', 401],
    ['/staff', 'transfer-encoding', 401],
  ] as const)(
    'reads the rest of a body refused at %s (%s), so that its connection serves the next one',
    async (path, framing, status) => {
      const { origin, close } = await serve(framework, OPERATIONS);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const refused = await send(agent, `${origin}${path}`, BODY, framing);
      const next = await send(agent, `${origin}/notes`, '{"text":"a"}', framing);
      expect([refused, next]).toEqual([status, 204]);
      agent.destroy();
      await close();
    },
  );
});
