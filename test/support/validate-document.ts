/** What one validator has against a document. */
export interface Finding {
  readonly validator: 'hyperjump' | 'redocly';
  /** JSON pointer into the document. */
  readonly place: string;
  readonly rule: string;
  readonly message: string;
}

/** OpenAPI's meta-schemas (which check the schemas against the dialect too) and Redocly's `spec` rules. */
export function findings(document: unknown): Promise<Finding[]> {
  return ask('findings', document);
}

/** Redocly's `recommended` rules: taste, not validity. For the samples. */
export function lintFindings(document: unknown): Promise<Finding[]> {
  return ask('lint', document);
}

/** Passes if neither validator has anything against the document. */
export async function expectValidDocument(document: unknown): Promise<void> {
  const found = await findings(document);
  if (found.length > 0) throw new Error(`The document is not valid:\n${found.map(line).join('\n')}`);
}

function line({ validator, place, rule, message }: Finding): string {
  return `  ${validator} ${place} [${rule}] ${message}`;
}

async function ask(question: 'findings' | 'lint', document: unknown): Promise<Finding[]> {
  const port = process.env.DTOSPEC_VALIDATOR_PORT;
  if (port === undefined) throw new Error('no validator process: globalSetup in jest.config.mjs starts it');
  const response = await fetch(`http://127.0.0.1:${port}/${question}`, {
    method: 'POST',
    body: JSON.stringify(document),
  });
  if (!response.ok) throw new Error(`the validators failed: ${await response.text()}`);
  return (await response.json()) as Finding[];
}
