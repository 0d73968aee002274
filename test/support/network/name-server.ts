import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

/** What a name server says of a name: its IPv4 address, that there is no such name, or nothing at all. */
export type Answer = { readonly address: string } | 'no such name' | 'silence';

export interface NameServer {
  /** The names that were asked for, once for each question. */
  readonly asked: readonly string[];
  close(): void;
}

const QUESTION = 12;
const TYPE_A = 1;

/** A name server on 127.0.0.1:53, for a network of the test's own. Of IPv6 addresses it knows none. */
export async function startNameServer(
  answerOf: (name: string, count: number) => Answer,
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message: Buffer, { port, address }: RemoteInfo) => {
    const { name, end } = readName(message);
    const type = message.readUInt16BE(end);
    asked.push(name);
    const answer = answerOf(name, asked.filter((one) => one === name).length);
    if (answer !== 'silence') socket.send(respond(message.subarray(0, end + 4), type, answer), port, address);
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
  socket.unref();
  return { asked, close: () => socket.close() };
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = QUESTION;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** RFC 1035, section 4: the question again, and one record at most. */
function respond(question: Buffer, type: number, answer: Exclude<Answer, 'silence'>): Buffer {
  const found = answer !== 'no such name' && type === TYPE_A;
  const head = Buffer.from(question);
  head.writeUInt16BE(answer === 'no such name' ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4); // questions
  head.writeUInt16BE(found ? 1 : 0, 6); // answers
  head.fill(0, 8, QUESTION);
  if (!found) return head;
  const address = answer.address.split('.').map(Number);
  const [pointer, kind, lifetime, length] = [
    [0xc0, QUESTION],
    [0, TYPE_A, 0, 1],
    [0, 0, 0, 0],
    [0, 4],
  ];
  return Buffer.concat([head, Buffer.from([...pointer, ...kind, ...lifetime, ...length, ...address])]);
}
