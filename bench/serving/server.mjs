// Servers of a process: each message of its parent asks for one, `[FRAMEWORK, 'bare' | 'dtospec', ENDPOINTS]`.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { prepare } from '../document/contestants/dtospec.mjs';
import { createService } from '../document/service.mjs';
import { listen } from '../lib/listen.mjs';
import { FRAMEWORKS } from './frameworks.mjs';

listen((framework, kind, endpoints) => {
  const docs = prepare(createService(endpoints)).createDocs();
  const { [kind]: create } = FRAMEWORKS[framework];
  return create(kind === 'bare' ? preparedOf(Buffer.from(JSON.stringify(docs.buildSpec()))) : docs);
});

/** Negotiates between buffers that are ready, with the headers that the docs send: what the framework can do with them at best. */
function preparedOf(plain) {
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  const gzip = gzipSync(plain, { level: 9 });
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'public, no-cache',
    vary: 'Accept-Encoding',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag',
    etag,
  };
  const full = (body) => ({
    ...common,
    'content-type': 'application/json',
    'content-length': String(body.length),
  });
  const answers = {
    plain: { status: 200, headers: full(plain), body: plain },
    gzip: { status: 200, headers: { ...full(gzip), 'content-encoding': 'gzip' }, body: gzip },
    none: { status: 304, headers: common, body: null },
  };
  return (headers) => {
    if (headers['if-none-match'] === etag) return answers.none;
    return headers['accept-encoding']?.includes('gzip') ? answers.gzip : answers.plain;
  };
}
