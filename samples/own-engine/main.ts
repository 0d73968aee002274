import { testEngine } from 'dtospec/adapter';
import { OwnEngine } from './engine.js';
import { Queue } from './queue.js';

const openStore = () => {
  const queue = new Queue();
  return { open: () => new OwnEngine(queue), close: () => undefined };
};
const tests = testEngine(openStore);
await Promise.all(tests.map(({ run }) => run()));
console.log(`${String(tests.length)} tests passed`);
