import { emailKinds, NotificationSwitches } from '@parley/contract/notifications/notifications'
import { EmailNotificationWrite } from '@parley/contract/notifications/system-mail'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { fieldsOf, hasPassword, toUpdate, withFieldPaths } from './notification-fields.ts'

const settings = EmailNotificationWrite.parse({
  'notification.email.host': 'smtp.acme.test',
  'notification.email.email_address': 'Acme <help@acme.test>',
  'notification.email.username': 'help',
  'notification.email.password': '••••••••••',
})
const kinds = NotificationSwitches.parse(Object.fromEntries(emailKinds.map((kind) => [kind, true])))
const refusalOf = async (error: unknown) => {
  const refused = withFieldPaths(Promise.reject(error))
  return refused.catch((thrown: unknown) => thrown)
}

test('a stored password is detected, but its mask is not a form value', () => {
  expect(hasPassword(settings)).toBe(true)
  expect(fieldsOf(settings, kinds)).toMatchObject({ password: '', remove_password: false })
  expect(hasPassword({ ...settings, 'notification.email.password': '' })).toBe(false)
})

test('the settings survive a round trip through the form', () => {
  expect(toUpdate(fieldsOf(settings, kinds))).toEqual({
    ...settings,
    'notification.email.password': '',
    'notification.email.remove_password': false,
  })
})

test('a server error is shown at its form field', async () => {
  const error = new ApiError({
    status: 400,
    error_type: 'InputException',
    message: 'The host is unknown',
    request_id: 'request-1',
    data: null,
    errors: [
      { path: 'notification.email.host', message: 'The host is unknown' },
      { path: 'to', message: 'Enter an address' },
    ],
  })
  const mapped = await refusalOf(error)
  expect(mapped).toBeInstanceOf(ApiError)
  expect(mapped).toMatchObject({
    status: 400,
    request_id: 'request-1',
    errors: [{ path: 'host' }, { path: 'to' }],
  })
})

test('other errors are unchanged', async () => {
  const error = new TypeError('broken')
  expect(await refusalOf(error)).toBe(error)
})
