import { IsInt, IsString } from 'class-validator';
import { Hidden, ReadOnly, response, Webhook, WriteOnly } from '../../../../../src/index.js';
import { build, buildOperation, buildUnchecked, ok } from '../build.js';

class Payment {
  @IsInt() @ReadOnly() id!: number;
  @IsString() @WriteOnly() secret!: string;
  @IsString() iban!: string;
  @Hidden() note?: string;
}

describe('callbacks of an operation', () => {
  const callbacks = {
    paid: {
      '{$request.body#/url}': [
        {
          method: 'POST',
          summary: 'Tells that it is paid',
          requestBody: { schema: Payment, required: true },
          responses: { 204: response('Taken') },
        },
      ],
    },
  };

  it('are documented in every dialect; their requests use the response view of a class', async () => {
    const { operation } = await buildOperation({ method: 'POST', callbacks });
    expect(operation.callbacks).toEqual({
      paid: {
        '{$request.body#/url}': {
          post: {
            summary: 'Tells that it is paid',
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Payment' } } },
            },
            responses: { 204: { description: 'Taken' } },
          },
        },
      },
    });
    const { document } = await build([{ method: 'POST', path: '/', responses: ok, callbacks }]);
    expect(Object.keys(document.components?.schemas?.Payment?.properties ?? {})).toEqual(['id', 'iban']);
  });

  it('have the summary of a webhook, if their operation is a class', async () => {
    @Webhook('payment.settled')
    class Settled {
      @IsInt() cents!: number;
    }
    const urls = {
      '{$request.body#/a}': Settled,
      '{$request.body#/b}': Payment,
      '{$request.body#/c}': { operations: [{ webhook: Settled, summary: 'It is settled' }] },
    };
    const { operation } = await buildOperation({ method: 'POST', callbacks: { settled: urls } });
    const items = Object.values(
      operation.callbacks!.settled as Record<string, { post: { summary?: string } }>,
    );
    expect(items.map(({ post }) => post.summary)).toEqual(['payment.settled', 'Payment', 'It is settled']);
  });

  it('reports and omits invalid callbacks', () => {
    const endpoint = { method: 'POST', path: '/', responses: ok, callbacks: { paid: [] as never } };
    expect(buildUnchecked([endpoint]).codes).toContain('invalid-field');
  });
});

describe('one schema under several media types', () => {
  it('documents body and response, with examples', async () => {
    const examples = { plain: { summary: 'One', value: { iban: 'DE1', secret: 'x' } } };
    const contentType = ['application/json', 'application/x-www-form-urlencoded'];
    const { operation } = await buildOperation({
      method: 'POST',
      requestBody: { schema: Payment, contentType, examples },
      responses: {
        200: {
          ...response('OK', [String]),
          contentType: ['application/json', 'application/xml'],
          example: ['a'],
        },
      },
    });
    expect(operation.requestBody?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Payment' }, examples },
      'application/x-www-form-urlencoded': {
        schema: { $ref: '#/components/schemas/Payment' },
        examples,
      },
    });
    const list = { schema: { type: 'array', items: { type: 'string' } }, example: ['a'] };
    expect(operation.responses['200']?.content).toEqual({
      'application/json': list,
      'application/xml': list,
    });
  });

  it('documents schemas of their own', async () => {
    const { operation } = await buildOperation({
      responses: { 200: { ...response('OK', [String]), content: { 'text/csv': { schema: String } } } },
    });
    expect(operation.responses['200']?.content).toEqual({
      'application/json': { schema: { type: 'array', items: { type: 'string' } } },
      'text/csv': { schema: { type: 'string' } },
    });
  });
});

it('documents links from a response to other operations', async () => {
  const links = { owner: { operationId: 'get', parameters: { id: '$response.body#/id' } } };
  const { operation } = await buildOperation({
    operationId: 'get',
    responses: { 200: { ...response('OK'), links } },
  });
  expect(operation.responses['200']?.links).toEqual(links);
});

it('documents named examples of a parameter', async () => {
  const examples = { first: { value: 'a' }, second: { value: 'b' } };
  const { operation } = await buildOperation({ parameters: [{ name: 'q', in: 'query', examples }] });
  expect(operation.parameters).toEqual([{ name: 'q', in: 'query', schema: { type: 'string' }, examples }]);
});
