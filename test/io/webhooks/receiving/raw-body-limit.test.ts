import { runProgram } from '../../../support/programs/run-program.js';
import { RAW_BODY_RECEIVERS } from '../../../support/webhooks/raw-body-receivers.js';

const MIB = 1024 * 1024;

/**
 * Receivers with a limit of 1 KiB, and for each a sender that goes on writing 400 MiB after the answer, as far as it is
 * let. All are in one process; the senders write one and the same buffer, so the memory is the receivers'.
 */
const PROGRAM = `
  import { connect } from 'node:net';
  import { RAW_BODY_RECEIVERS } from './webhooks/raw-body-receivers.js';

  const piece = Buffer.alloc(64 * 1024, 'x');
  const FRAMINGS = {
    chunked: ['Transfer-Encoding: chunked', Buffer.concat([Buffer.from('10000\\r\\n'), piece, Buffer.from('\\r\\n')])],
    'with a length': ['Content-Length: ' + ${400 * MIB}, piece],
  };

  function pour(port, framing) {
    const [length, chunk] = FRAMINGS[framing];
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.write('POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/octet-stream\\r\\n' + length + '\\r\\n\\r\\n');
      let poured = 0;
      let answer = '';
      const done = () => { socket.destroy(); resolve({ status: Number(answer.split(' ')[1]), pouredMiB: poured / ${MIB} }); };
      const write = () => {
        while (poured < ${400 * MIB}) {
          poured += piece.length;
          if (!socket.write(chunk)) return;
        }
        setTimeout(done, 500);
      };
      socket.on('drain', write);
      socket.on('data', (data) => {
        if (answer === '') setTimeout(done, 1_500);
        answer += data;
      });
      socket.on('error', () => undefined);
      socket.on('close', done);
      write();
    });
  }

  async function main() {
    const servers = await Promise.all(
      Object.entries(RAW_BODY_RECEIVERS).map(async ([name, start]) => [name, await start(1024, () => ({ fine: true }))]),
    );
    const before = process.memoryUsage().rss;
    let peak = 0;
    const timer = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 2);
    const cases = servers.flatMap(([name, server]) => Object.keys(FRAMINGS).map((framing) => [name, framing, server.address().port]));
    const seen = await Promise.all(cases.map(async ([name, framing, port]) => [name + ' ' + framing, await pour(port, framing)]));
    clearInterval(timer);
    for (const [index, [, , port]] of cases.entries()) {
      const next = await fetch('http://127.0.0.1:' + port, { method: 'POST', body: 'small', headers: { 'content-type': 'a/b' } });
      seen[index][1].next = next.status;
    }
    console.log(JSON.stringify({ cases: Object.fromEntries(seen), grownMiB: (peak - before) / ${MIB} }));
    process.exit();
  }
  main();
`;

interface Seen {
  readonly cases: Readonly<Record<string, { readonly pouredMiB: number }>>;
  readonly grownMiB: number;
}

describe('a body of 400 MiB for a limit of 1 KiB', () => {
  let seen: Seen;
  beforeAll(async () => {
    const { stdout, stderr } = await runProgram(PROGRAM);
    expect(stderr).toBe('');
    seen = JSON.parse(stdout) as Seen;
  });

  describe.each(Object.keys(RAW_BODY_RECEIVERS))('%s', (name) => {
    test.each(['chunked', 'with a length'])('%s: responds with 413 at once, and reads no more', (framing) => {
      const one = seen.cases[`${name} ${framing}`]!;
      expect(one).toMatchObject({ status: 413, next: 200 });
      // What the kernel's buffers take is some megabytes.
      expect(one.pouredMiB).toBeLessThan(100);
    });
  });

  test('stores no part of the body', () => {
    expect(seen.grownMiB).toBeLessThan(100);
  });
});
