import { runProgram } from '../../support/hostile-receiver-program.js';
import { RAW_BODY_RECEIVERS } from '../../support/raw-body-receivers.js';

const MIB = 1024 * 1024;

/**
 * A receiver with a limit of 1 KiB, and a sender that goes on writing 400 MiB after the answer, as far as it is let.
 * Both are in one process; the sender writes one and the same buffer, so the memory is the receiver's.
 */
const PROGRAM = `
  import { connect } from 'node:net';
  import { RAW_BODY_RECEIVERS } from './raw-body-receivers.js';

  const [name, framing] = JSON.parse(process.env.CASE);
  const piece = Buffer.alloc(64 * 1024, 'x');
  const chunk = framing === 'chunked' ? Buffer.concat([Buffer.from('10000\\r\\n'), piece, Buffer.from('\\r\\n')]) : piece;

  function pour(port) {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      const length = framing === 'chunked' ? 'Transfer-Encoding: chunked' : 'Content-Length: ' + ${400 * MIB};
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
    const server = await RAW_BODY_RECEIVERS[name](1024, () => ({ fine: true }));
    const { port } = server.address();
    const before = process.memoryUsage().rss;
    let peak = 0;
    const timer = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 2);
    const poured = await pour(port);
    clearInterval(timer);
    const next = await fetch('http://127.0.0.1:' + port, { method: 'POST', body: 'small', headers: { 'content-type': 'a/b' } });
    console.log(JSON.stringify({ ...poured, grownMiB: (peak - before) / ${MIB}, next: next.status }));
    process.exit();
  }
  main();
`;

describe.each(Object.keys(RAW_BODY_RECEIVERS))('400 MiB for a limit of 1 KiB: %s', (name) => {
  test.each(['chunked', 'with a length'])('%s: 413 at once, and no more is read', async (framing) => {
    const { stdout, stderr } = await runProgram(PROGRAM, { env: { CASE: JSON.stringify([name, framing]) } });
    expect(stderr).toBe('');
    const seen = JSON.parse(stdout) as { pouredMiB: number; grownMiB: number };
    expect(seen).toMatchObject({ status: 413, next: 200 });
    // What the kernel's buffers take is some megabytes.
    expect(seen.pouredMiB).toBeLessThan(100);
    expect(seen.grownMiB).toBeLessThan(100);
  });
});
