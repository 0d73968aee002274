// Reads `{ version: { document, exchanges, values } }` from stdin, and prints the complaints of each reader,
// `{ reader: { version: [complaint] } }`: a list of `fails: …` if it cannot read the document, null if it does not apply.
import { json } from 'node:stream/consumers';
import { JUDGES } from './judges.mjs';
import { SCHEMAS } from './schemas.mjs';
import { USERS } from './users.mjs';

// What the readers print for a person is no part of the answer.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;

const READERS = { ...JUDGES, ...USERS, ...SCHEMAS };

const parts = await json(process.stdin);
const complaints = {};
for (const [name, read] of Object.entries(READERS)) {
  complaints[name] = {};
  for (const [version, part] of Object.entries(parts)) {
    try {
      // Some change what they read.
      const found = await read(structuredClone(part.document), { ...part, version });
      complaints[name][version] = found === undefined ? null : found;
    } catch (error) {
      complaints[name][version] = [`fails: ${error?.message ?? error}`];
    }
  }
}
print(JSON.stringify(complaints), () => process.exit(0));
