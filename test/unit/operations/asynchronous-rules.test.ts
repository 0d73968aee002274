import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsString, Validate, ValidateNested, ValidatorConstraint } from 'class-validator';
import { Docs, operation, response } from '../../../src/index.js';

@ValidatorConstraint({ async: true })
class IsFree {
  validate(name: unknown): Promise<boolean> {
    return Promise.resolve(name === 'free');
  }
}

class Owner {
  @Validate(IsFree) name!: string;
}

class Account {
  @IsString() id!: string;
  @ValidateNested() @Type(() => Owner) owner!: Owner;
}

it('notes the classes that class-validator itself validates', () => {
  const docs = new Docs({ info: { title: 'Accounts', version: '1' } });
  const responses = { 204: response('Created') };
  docs.bindOperations([
    operation({ method: 'POST', path: '/accounts', body: Account, responses }, () => undefined),
  ]);
  const notes = docs.diagnostics({ notes: true }).filter(({ code }) => code === 'asynchronous-rule');
  expect(notes).toMatchObject([{ severity: 'info', place: 'Owner.name' }]);
  expect(docs.diagnostics().map(({ code }) => code)).not.toContain('asynchronous-rule');
});
