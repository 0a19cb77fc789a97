import { expect, test } from 'vitest'
import { LoginFields } from './login-fields.ts'

test.each([
  [{ email: ' ada@acme.test ', password: ' x ' }, null],
  [{ email: '', password: 'x' }, 'login.email_missing'],
  [{ email: '  ', password: 'x' }, 'login.email_missing'],
  [{ email: 'ada@acme', password: 'x' }, 'login.email_invalid'],
  [{ email: 'a b@acme.test', password: 'x' }, 'login.email_invalid'],
  [{ email: 'ada@acme.test', password: '' }, 'login.password_missing'],
])('%o is refused with one message: %s', (typed, message) => {
  expect(
    LoginFields.safeParse(typed)
      .error?.issues.map((issue) => issue.message)
      .join() ?? null,
  ).toBe(message)
})

test('trims the email address, but not the password', () => {
  expect(LoginFields.parse({ email: ' ada@acme.test ', password: ' x ' })).toEqual({
    email: 'ada@acme.test',
    password: ' x ',
  })
})
