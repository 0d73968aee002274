import { packJob, unpackJob } from '../../../../../src/webhooks/notifier/queue/pack-job.js';

const job = {
  id: 'dlv_1',
  messageId: 'msg_1',
  channel: 'webhook',
  group: 'https://a.example',
  payload: { body: new Uint8Array([0, 255]) },
};

test('a job comes back as it was', () => {
  expect(unpackJob(packJob(job))).toEqual(job);
});

test.each([
  ['of a later version', packJob(job).replace('"v":1', '"v":2'), 'its format is 2'],
  ['of none', JSON.stringify(job), 'its format is undefined'],
  ['that lacks its id', packJob({ ...job, id: undefined as never }), 'it lacks the id'],
  ['that is cut off', packJob(job).slice(0, -1), 'JSON'],
])('rejects a text %s', (_, text, message) => {
  expect(() => unpackJob(text)).toThrow(message);
});

test('an engine tells a later version by its code, also from another copy of the package', () => {
  const later = packJob(job).replace('"v":1', '"v":2');
  expect(() => unpackJob(later)).toThrow(
    expect.objectContaining({ name: 'LaterFormatError', code: 'ERR_LATER_FORMAT' }),
  );
});
