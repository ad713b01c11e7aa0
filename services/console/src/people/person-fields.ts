import { email, text } from '@quarry/contracts/input';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../bounds.js';

const NAME_MAX_CHARS = 100;
const LONG_ENOUGH = new RegExp(`^[\\s\\S]{${PASSWORD_MIN_CHARS},}$`);

export const emailField = email({ note: 'E-mail address.', required: true });

/** A password that is to be kept. */
export const newPasswordField = text({
  note: 'Password.',
  required: true,
  maxChars: PASSWORD_MAX_CHARS,
  pattern: LONG_ENOUGH,
  form: `at least ${PASSWORD_MIN_CHARS} characters long`,
});

/** A password that is compared, so it need not follow today's rules. */
export const passwordField = text({ note: 'Password.', required: true, maxChars: PASSWORD_MAX_CHARS });

/** The same where it depends on the call whether there must be one. */
export const optionalPasswordField = text({ note: 'Password.', maxChars: PASSWORD_MAX_CHARS });

export const personNameField = text({ note: 'Name of the person.', maxChars: NAME_MAX_CHARS });
