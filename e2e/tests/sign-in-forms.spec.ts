import { createAgent } from '@parley/contract/agents/agents'
import { listSystemMails, updateEmailNotification } from '@parley/contract/notifications/system-mail'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

// The forms before signing in, tested like those of an administrator in forms.spec.ts.

test.use({ workspace_of: 'sign-in-forms' })

test('before signing in: a link is used once, one email is sent, one session is created', async ({
  browser,
  workspace: { api, parley, sink },
}) => {
  test.slow()
  await api.call(updateEmailNotification, { body: mailServer(sink.port) })
  const dora = { first_name: 'Dora', email: 'dora@agents.test', roles: ['Agent'] }
  await api.call(createAgent, { body: { ...dora, send_welcome_email: true } })
  const { raw } = await sink.waitForMail(({ to }) => to.includes(dora.email))
  const [link = ''] = /\/set-password\?token=(3D)?\w+/.exec(raw.toString().replaceAll('=\r\n', '')) ?? []

  const signInPage = await (await browser.newContext({ baseURL: parley.url })).newPage()
  /** Rejected three times in place, kept while offline, then submitted by pressing Enter twice. */
  const submitRepeatedly = async (
    field: Locator,
    send: Locator,
    invalid: readonly string[],
    valid: string,
  ) => {
    for (const text of invalid) {
      await field.fill(text)
      await send.click()
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    await field.fill(valid)
    await signInPage.context().setOffline(true)
    await send.click()
    await expect(signInPage.getByRole('alert')).toBeVisible()
    await expect(field).toHaveValue(valid)
    await signInPage.context().setOffline(false)
    await field.focus()
    await signInPage.keyboard.press('Enter')
    await signInPage.keyboard.press('Enter')
  }
  const button = (name: string) => signInPage.getByRole('button', { name, exact: true })
  await signInPage.goto(link.replace('=3D', '='))
  const password = signInPage.getByRole('textbox', { name: 'New password' })
  await submitRepeatedly(password, button('Set password'), ['', 'short', 'x'.repeat(73)], 'Correct-horse-7')
  await expect(signInPage.getByText('Your password is set')).toBeVisible()

  const mails = async () =>
    (await api.call(listSystemMails)).mails.filter(({ to }) => to.includes(dora.email)).length
  const before = await mails()
  await signInPage.goto('/reset-password')
  await submitRepeatedly(signInPage.getByLabel('Email'), button('Send link'), ['', 'nobody'], dora.email)
  await expect(signInPage.getByText(/a link is on its way/)).toBeVisible()
  await expect.poll(mails).toBe(before + 1)

  await signInPage.goto('/')
  await signInPage.getByRole('textbox', { name: 'Password' }).fill('Correct-horse-7')
  await submitRepeatedly(signInPage.getByLabel('Email'), button('Sign in'), ['', 'nobody'], dora.email)
  await expect(signInPage.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await signInPage.goto('/account/security')
  await expect(
    signInPage.getByRole('list', { name: 'Where you’re signed in' }).getByRole('listitem'),
  ).toHaveCount(1)
  expect(await mails()).toBe(before + 1)
  await signInPage.context().close()
})

const mailServer = (port: number) => ({
  'notification.email.enabled': true,
  'notification.email.email_address': 'Parley <desk@parley.test>',
  'notification.email.host': '127.0.0.1',
  'notification.email.port': port,
  'notification.email.auth_protocol': 'none' as const,
  'notification.email.tls_type': 'none' as const,
})
