// The validators are ES modules, which jest's CommonJS mode cannot import: they have a process of their own.
import { checkMetaSchema } from './hyperjump.mjs';
import { lint } from './redocly.mjs';

const answers = {
  findings: async (document) => [...(await checkMetaSchema(document)), ...(await lint(document, 'spec'))],
  lint: (document) => lint(document, 'recommended'),
};

process.on('message', async ({ id, question, document }) => {
  try {
    process.send({ id, findings: await answers[question](document) });
  } catch (error) {
    process.send({ id, error: String(error.stack) });
  }
});
// The parent's end, however it comes, is the end of this one.
process.on('disconnect', () => process.exit());
