import { IsEnum, IsString } from 'class-validator';
import { OneOf } from '../../decorators/types.js';
import { jsonSchemaOf } from '../../src/schema/json-schema.js';

class Card {
  @IsString() digits!: string;
}
class Transfer {
  @IsString() iban!: string;
}
class Payment {
  @OneOf(() => [Card, Transfer], {
    discriminator: { propertyName: 'by', mapping: { visa: Card, master: Card, bank: Transfer } },
  })
  method!: Card | Transfer;
}
class Never {
  @IsEnum({}) nothing!: string;
}

describe('design 5, discriminated unions', () => {
  it('several names of one class are one branch', () => {
    const { $defs } = jsonSchemaOf(Payment) as {
      $defs: Record<string, { properties: Record<string, unknown> }>;
    };
    expect(Object.keys($defs)).toEqual(['Card', 'Payment', 'Transfer']);
    expect($defs.Card?.properties.by).toEqual({ type: 'string', enum: ['visa', 'master'] });
    expect($defs.Payment?.properties.method).toEqual({
      oneOf: [{ $ref: '#/$defs/Card' }, { $ref: '#/$defs/Transfer' }],
      discriminator: {
        propertyName: 'by',
        mapping: { visa: '#/$defs/Card', master: '#/$defs/Card', bank: '#/$defs/Transfer' },
      },
    });
  });

  it('an enum without members takes nothing', () => {
    expect(jsonSchemaOf(Never, { refs: 'inline' })).toMatchObject({ properties: { nothing: { not: {} } } });
  });
});
