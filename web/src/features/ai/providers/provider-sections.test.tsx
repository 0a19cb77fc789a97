import { type AiProvider, AiProviderWrite } from '@parley/contract/ai/ai-settings'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { choose } from '../../../testing/choose.ts'
import { stubApi } from '../../../testing/render.tsx'
import { renderForm } from '../../../testing/render-form.tsx'
import { fieldsOf, newProvider, type ProviderFields } from './provider-fields.ts'
import { ProviderSections } from './provider-sections.tsx'

const stored: AiProvider = {
  id: 3,
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  name: 'Local',
  kind: 'openai_compatible',
  base_url: 'http://ollama.acme.test/v1',
  api_key: '••••••••••',
  model: 'llama3',
  input_price: 0,
  output_price: 1.5,
  enabled: true,
}
const renderProvider = (values: ProviderFields, provider?: AiProvider) =>
  renderForm({ schema: AiProviderWrite, values }, (form) => (
    <ProviderSections form={form} {...(provider && { stored: provider })} />
  ))
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const testPath = 'POST /api/v1/ai/providers/test'
const sendTest = () => screen.getByRole('button', { name: 'Send test request' })

test('choosing another kind of provider fills in its URL', async () => {
  const { user } = renderProvider(newProvider)
  expect(input('Base URL').value).toBe('https://api.openai.com/v1')
  await choose(user, 'Type', 'Anthropic')
  expect(input('Base URL').value).toBe('https://api.anthropic.com/v1')
  expect(input('Model').placeholder).toMatch(/^claude/)
  await choose(user, 'Type', 'OpenAI-compatible')
  expect(input('Base URL').value).toBe('https://api.openai.com/v1')
})

test('a custom URL is kept when the kind changes', async () => {
  const { user } = renderProvider(fieldsOf(stored), stored)
  await choose(user, 'Type', 'Anthropic')
  expect(input('Base URL').value).toBe('http://ollama.acme.test/v1')
})

test('the stored key is never shown, and is kept unless it is removed', async () => {
  const { user, submit, save } = renderProvider(fieldsOf(stored), stored)
  expect(input('API key').value).toBe('')
  expect(input('API key').placeholder).toBe('••••••••••')
  await user.click(screen.getByRole('switch', { name: 'Remove key' }))
  expect(input('API key').disabled).toBe(true)
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0]).toMatchObject({ api_key: '', remove_api_key: true })
})

test('a new key replaces the stored one, and the remove switch disappears', async () => {
  const { user, submit, save } = renderProvider(fieldsOf(stored), stored)
  await user.type(input('API key'), 'sk-new')
  expect(screen.queryByRole('switch', { name: 'Remove key' })).toBeNull()
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0]).toMatchObject({ api_key: 'sk-new', remove_api_key: false })
})

test('a price is a number, and a negative one is rejected', async () => {
  const { user, submit, save } = renderProvider(fieldsOf(stored), stored)
  const [price] = screen.getAllByRole('spinbutton')
  if (!price) throw new Error('no price')
  await user.clear(price)
  await user.type(price, '-2')
  await submit()
  await screen.findByText('Enter a price of 0 or more')
  await user.clear(price)
  await user.type(price, '2.5')
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0].input_price).toBe(2.5)
})

test('a test asks the model with the values of the form and shows its answer and its cost', async () => {
  const requests = stubApi({
    [testPath]: {
      data: { ok: true, took_ms: 420, answer: 'Hello!', tokens_in: 9, tokens_out: 3, error: null },
    },
  })
  const { user } = renderProvider(fieldsOf(stored), stored)
  await user.click(sendTest())
  expect((await screen.findByRole('status')).textContent).toMatch(/420 ms.*9 tokens in, 3 tokens out.*Hello!/)
  const { enabled: _enabled, remove_api_key: _removed, ...sent } = fieldsOf(stored)
  expect(requests.map(({ body }) => body)).toEqual([{ ...sent, id: 3 }])
})

test('a test without a model is not sent, and one that fails says why', async () => {
  const requests = stubApi({
    [testPath]: {
      data: { ok: false, took_ms: 3, answer: '', tokens_in: 0, tokens_out: 0, error: 'Unknown model' },
    },
  })
  const { user } = renderProvider({ ...newProvider, name: 'New' })
  await user.click(sendTest())
  await waitFor(() => expect(input('Model').getAttribute('aria-invalid')).toBe('true'))
  expect(requests).toEqual([])
  await user.type(input('Model'), 'gpt')
  await user.click(sendTest())
  expect((await screen.findByRole('alert')).textContent).toContain('Unknown model')
  expect(requests[0]?.body, 'a new provider has no id').not.toHaveProperty('id')
})
