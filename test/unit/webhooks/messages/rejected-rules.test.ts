import { IsString, ValidateBy } from 'class-validator';
import { checkInstances } from '../../../../src/webhooks/messages/validate-payload.js';

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

class Rejecting {
  @IsString()
  @ValidateBy({
    name: 'isFree',
    validator: { validate: async (value: string) => (await pause(), value.trim() !== '') },
  })
  name!: string;
}

class Throwing {
  @IsString()
  @ValidateBy({ name: 'isUpper', validator: { validate: (value: string) => value.toUpperCase() === value } })
  name!: string;
}

// jest fails the test if a rejection is handled by nobody, which would end a process.
test('a rule that throws beside one whose promise rejects only refuses the message', async () => {
  const instances = [Rejecting, Throwing].map((target) => ({
    path: target.name,
    value: Object.assign(new target(), { name: 5 as never }),
  }));
  await expect(checkInstances(instances as never)).rejects.toThrow(/toUpperCase/);
  await pause();
  await pause();
});
