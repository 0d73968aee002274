import { Type } from 'class-transformer';
import {
  IsDateString,
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Min,
  ValidateNested,
} from 'class-validator';
import { shownParts } from '../../../../../src/documents/openapi/shown/shown-document.js';
import {
  Docs,
  Example,
  ReadOnly,
  response,
  Webhook,
  type OpenApiDocument,
  type OpenApiVersion,
} from '../../../../../src/index.js';

class Item {
  @IsUUID() sku!: string;
  @IsInt() @Min(2) quantity!: number;
}

class NewOrder {
  @IsEmail() email!: string;
  @Matches(/^[A-Z]{3}$/) currency!: string;
  @ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
  @IsOptional() @IsString() note?: string;
  @ReadOnly() @IsOptional() @IsDateString() createdAt?: string;
}

class Named {
  @Example('Ada') @Length(1, 80) name!: string;
}

@Webhook('order.shipped')
class Shipped {
  @IsUUID() id!: string;
}

class Id {
  @IsUUID() id!: string;
}

function docsIn(openapi: OpenApiVersion): Docs {
  return new Docs({ info: { title: 'Shop', version: '1.0.0' }, openapi })
    .add({
      method: 'POST',
      path: '/orders/{id}',
      pathParams: Id,
      requestBody: { schema: NewOrder, required: true },
      responses: { 201: response('The new order', NewOrder) },
    })
    .add({
      method: 'PUT',
      path: '/names',
      summary: 'Set the name',
      requestBody: { schema: Named, required: true, example: { name: 'Grace' } },
      responses: { 200: response('The name', Named) },
    })
    .addWebhook(Shipped);
}

const UUID = '123e4567-e89b-42d3-a456-426614174000';

test.each(['3.0', '3.1', '3.2'] as const)(
  'OpenAPI %s: bodies get examples, and operations a summary',
  (openapi) => {
    const docs = docsIn(openapi);
    const served = docs.specJSON();
    const shown = JSON.parse([...shownParts(docs.buildSpec())].join('')) as OpenApiDocument;
    const { post } = shown.paths['/orders/{id}']!;
    expect(post).toMatchObject({
      summary: 'Create order',
      parameters: [{ name: 'id', example: UUID }],
      requestBody: {
        content: {
          'application/json': {
            example: { email: 'user@example.com', currency: 'AAA', items: [{ sku: UUID, quantity: 2 }] },
          },
        },
      },
      responses: {
        201: {
          content: {
            'application/json': {
              example: { currency: 'AAA', note: 'string', createdAt: '2026-01-31T13:45:30Z' },
            },
          },
        },
      },
    });
    expect(shown.paths['/names']!.put).toMatchObject({
      summary: 'Set the name',
      requestBody: { content: { 'application/json': { example: { name: 'Grace' } } } },
      responses: { 200: { content: { 'application/json': { example: { name: 'Ada' } } } } },
    });
    const webhooks = (shown.webhooks ?? shown['x-webhooks']) as Record<string, object>;
    expect(JSON.stringify(webhooks['order.shipped'])).toContain(UUID);
    expect(docs.specJSON()).toBe(served);
    expect(served).not.toContain(UUID);
  },
);
