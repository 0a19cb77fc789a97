import { type Webhook, WebhookWrite } from '@parley/contract/webhooks/webhooks'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubApi } from '../../testing/render.tsx'
import { renderForm } from '../../testing/render-form.tsx'
import { SecretField } from './secret-field.tsx'
import { fieldsOf, newSecret, newWebhook, type WebhookFields } from './webhook-fields.ts'
import { WebhookTest } from './webhook-test.tsx'

const saved: Webhook = {
  id: 7,
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  name: 'Orders',
  url: 'https://orders.acme.test/hook',
  events: ['message.created', 'conversation.created'],
  secret: '••••••••••',
  is_active: true,
  last_delivered_at: null,
  failing_since: null,
  last_failure: null,
}
const renderSecret = (values: WebhookFields, isStored: boolean) =>
  renderForm({ schema: WebhookWrite, values }, (form) => <SecretField form={form} isStored={isStored} />)
const renderTest = (values: WebhookFields, id?: number) =>
  renderForm({ schema: WebhookWrite, values }, (form) => <WebhookTest form={form} id={id} />)
const secretInput = () => screen.getByLabelText<HTMLInputElement>('Secret')
const sendTest = () => screen.getByRole('button', { name: 'Send test event' })

test('the form starts without the stored secret, and saving it unchanged keeps the secret', async () => {
  const { submit, save } = renderSecret(fieldsOf(saved), true)
  expect(secretInput().value).toBe('')
  expect(secretInput().placeholder).toBe('••••••••••')
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0]).toMatchObject({ secret: '', remove_secret: false })
})

test('a generated secret can be read until it is edited', async () => {
  const { user, submit, save } = renderSecret({ ...newWebhook, ...fieldsOf(saved) }, false)
  await user.click(screen.getByRole('button', { name: 'Generate secret' }))
  expect(secretInput().type).toBe('text')
  const generated = secretInput().value
  expect(atob(generated.replace('whsec_', ''))).toHaveLength(32)
  await user.type(secretInput(), 'x')
  expect(secretInput().type, 'one that was typed is hidden').toBe('password')
  expect(screen.queryByRole('button', { name: 'Copy secret' })).toBeNull()
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0].secret).toBe(`${generated}x`)
})

test('removing the stored secret locks the field, and generating one cancels the removal', async () => {
  const { user, submit, save } = renderSecret(fieldsOf(saved), true)
  await user.click(screen.getByRole('switch', { name: 'Remove secret' }))
  expect(secretInput().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Generate secret' }))
  expect(secretInput().disabled).toBe(false)
  expect(screen.queryByRole('switch', { name: 'Remove secret' })).toBeNull()
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0].remove_secret).toBe(false)
})

test('without a stored secret there is none to remove', () => {
  renderSecret(newWebhook, false)
  expect(screen.queryByRole('switch', { name: 'Remove secret' })).toBeNull()
})

test('two generated secrets differ', () => {
  expect(newSecret()).not.toBe(newSecret())
})

test('a test sends the values of the form, saved or not, and shows the server’s response', async () => {
  const requests = stubApi({
    'POST /api/v1/webhooks/test': {
      data: { ok: true, status: 204, took_ms: 12, answer: 'thanks', error: null },
    },
  })
  const { user } = renderTest({ ...fieldsOf(saved), url: 'https://new.acme.test' }, 7)
  await user.click(sendTest())
  expect((await screen.findByRole('status')).textContent).toMatch(/responded with 204.*12 ms.*thanks/)
  expect(requests.map(({ body }) => body)).toEqual([
    { id: 7, name: 'Orders', url: 'https://new.acme.test', secret: '' },
  ])
})

test('a test that the receiver failed is an alert with the reason', async () => {
  stubApi({
    'POST /api/v1/webhooks/test': {
      data: { ok: false, status: null, took_ms: 9, answer: '', error: 'The server does not respond' },
    },
  })
  const { user } = renderTest(fieldsOf(saved))
  await user.click(sendTest())
  expect((await screen.findByRole('alert')).textContent).toContain('The server does not respond.')
})

test('an invalid address is not tested', async () => {
  const requests = stubApi({})
  const { user } = renderTest({ ...fieldsOf(saved), url: 'ftp://acme.test' })
  await user.click(sendTest())
  await waitFor(() => expect(sendTest().hasAttribute('disabled')).toBe(false))
  expect(requests).toEqual([])
})

test('a test that could not be sent shows an error', async () => {
  stubApi({ 'POST /api/v1/webhooks/test': { status: 429, error: { message: 'Too many tests' } } })
  const { user } = renderTest(fieldsOf(saved))
  await user.click(sendTest())
  expect((await screen.findByRole('alert')).textContent).toContain('Too many tests')
})

test('events keep one order, so that selecting them in another order is not a change', () => {
  expect(fieldsOf(saved).events).toEqual(['conversation.created', 'message.created'])
})
