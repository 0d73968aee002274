// The validators are ES modules, which jest's CommonJS mode cannot import: one process runs them for all tests.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { checkMetaSchema } from './hyperjump.mjs';
import { lint } from './redocly.mjs';

const answers = {
  '/findings': async (document) => [...(await checkMetaSchema(document)), ...(await lint(document, 'spec'))],
  '/lint': (document) => lint(document, 'recommended'),
};

const server = createServer(async (request, response) => {
  try {
    const findings = await answers[request.url](JSON.parse(await text(request)));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(findings));
  } catch (error) {
    response.writeHead(500).end(String(error.stack));
  }
});

// A test may ask after any pause: a connection that closes by itself may do so under the next question.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
// The parent's end, however it comes, is the end of this one.
process.on('disconnect', () => process.exit());
