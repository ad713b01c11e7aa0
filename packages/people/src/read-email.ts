import { checkInput, email } from '@quarry/contracts/input';
import { z } from 'zod';

const schema = z.strictObject({ email: email({ note: 'E-mail address.', required: true }) });

/** The one form under which an address is stored, however it is typed; null if it is no address. */
export const readEmail = (typed: string): string | null => {
  const checked = checkInput(schema, { email: typed });
  return checked.ok ? checked.params.email : null;
};
