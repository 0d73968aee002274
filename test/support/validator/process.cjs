// CommonJS: jest's reporter (an ES module) and the tests (CommonJS to jest) both load it.
const { fork } = require('node:child_process');
const path = require('node:path');

/**
 * Starts the validators' process. It ends with this one, and keeps it alive only while it has a question to answer.
 */
exports.startValidators = function startValidators() {
  const child = fork(path.join(__dirname, 'server.mjs'), { stdio: 'inherit', execArgv: [] });
  const waiting = new Map();
  const hold = () =>
    [child, child.channel].forEach((handle) => handle?.[waiting.size > 0 ? 'ref' : 'unref']());
  child.on('message', ({ id, findings, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    hold();
    if (error === undefined) resolve(findings);
    else reject(new Error(`the validators failed: ${error}`));
  });
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the process of the validators has ended'));
  });
  let count = 0;
  return {
    ask: (question, document) =>
      new Promise((resolve, reject) => {
        const id = (count += 1);
        waiting.set(id, { resolve, reject });
        hold();
        child.send({ id, question, document });
      }),
    end: () => child.disconnect(),
  };
};
