import { createAgent } from '@parley/contract/agents/agents'
import { listSystemMails, updateEmailNotification } from '@parley/contract/notifications/system-mail'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

// The forms of whoever is not signed in, hammered as those of an administrator in forms.spec.ts.

test.use({ workspace_of: 'door-forms' })

test('in front of the sign-in: a link is spent once, one mail goes out, one session begins', async ({
  browser,
  workspace: { api, parley, sink },
}) => {
  test.slow()
  await api.call(updateEmailNotification, { body: mailServer(sink.port) })
  const dora = { first_name: 'Dora', email: 'dora@agents.test', roles: ['Agent'] }
  await api.call(createAgent, { body: { ...dora, send_welcome_email: true } })
  const { raw } = await sink.waitForMail(({ to }) => to.includes(dora.email))
  const [link = ''] = /\/set-password\?token=(3D)?\w+/.exec(raw.toString().replaceAll('=\r\n', '')) ?? []

  const door = await (await browser.newContext({ baseURL: parley.url })).newPage()
  /** Refused three times where it stands, kept with the network away, then sent by Enter twice. */
  const hammer = async (field: Locator, send: Locator, wrong: readonly string[], right: string) => {
    for (const text of wrong) {
      await field.fill(text)
      await send.click()
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    await field.fill(right)
    await door.context().setOffline(true)
    await send.click()
    await expect(door.getByRole('alert')).toBeVisible()
    await expect(field).toHaveValue(right)
    await door.context().setOffline(false)
    await field.focus()
    await door.keyboard.press('Enter')
    await door.keyboard.press('Enter')
  }
  const button = (name: string) => door.getByRole('button', { name, exact: true })
  await door.goto(link.replace('=3D', '='))
  const password = door.getByRole('textbox', { name: 'New password' })
  await hammer(password, button('Set password'), ['', 'short', 'x'.repeat(73)], 'Correct-horse-7')
  await expect(door.getByText('Your password is set')).toBeVisible()

  const mails = async () =>
    (await api.call(listSystemMails)).mails.filter(({ to }) => to.includes(dora.email)).length
  const before = await mails()
  await door.goto('/reset-password')
  await hammer(door.getByLabel('Email'), button('Send link'), ['', 'nobody'], dora.email)
  await expect(door.getByText(/a link is on its way/)).toBeVisible()
  await expect.poll(mails).toBe(before + 1)

  await door.goto('/')
  await door.getByRole('textbox', { name: 'Password' }).fill('Correct-horse-7')
  await hammer(door.getByLabel('Email'), button('Sign in'), ['', 'nobody'], dora.email)
  await expect(door.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await door.goto('/account/security')
  await expect(door.getByRole('list', { name: 'Where you’re signed in' }).getByRole('listitem')).toHaveCount(
    1,
  )
  expect(await mails()).toBe(before + 1)
  await door.context().close()
})

const mailServer = (port: number) => ({
  'notification.email.enabled': true,
  'notification.email.email_address': 'Parley <desk@parley.test>',
  'notification.email.host': '127.0.0.1',
  'notification.email.port': port,
  'notification.email.auth_protocol': 'none' as const,
  'notification.email.tls_type': 'none' as const,
})
