import { shopDocs } from '../../../support/documents/sample-documents.js';
import { expectValidDocument, lintFindings } from '../../../support/documents/validate-document.js';

const VERSIONS = ['3.0', '3.1', '3.2'] as const;

describe.each(VERSIONS)("the sample's document in %s", (version) => {
  const docs = shopDocs(version);
  const document: unknown = JSON.parse(docs.specJSON());

  test('is valid', async () => {
    expect(docs.validate()).toBeNull();
    await expectValidDocument(document);
  });

  test('has no findings under the recommended rules', async () => {
    expect(await lintFindings(document)).toEqual([]);
  });

  test('has diagnostics only for rules that JSON Schema cannot express', () => {
    const others = docs.diagnostics({ notes: true }).filter(({ code }) => code !== 'looser-rule');
    expect(others).toEqual([]);
  });

  test('names its components', () => {
    expect(Object.keys(docs.buildSpec().components?.schemas ?? {})).toEqual(
      expect.arrayContaining([
        'CardPayment',
        'Category',
        'Currency',
        'NewOrder',
        'Order',
        'OrderShipped',
        'PageOfOrder',
      ]),
    );
  });
});
