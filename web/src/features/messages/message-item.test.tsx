import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'
import type { Message } from '@parley/contract/messages/messages'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messageFixture } from '../../realtime/conversation-fixtures.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp } from '../../testing/render.tsx'
import { Toasts } from '../../testing/toasts.tsx'
import { MessageItem } from './message-item.tsx'

const verified: SenderAuthentication = {
  verdict: 'pass',
  reason: 'dkim',
  spf: 'unchecked',
  dkim: 'pass',
  dmarc: 'fail',
  arc: 'unchecked',
  domain: 'brandt.example',
  first_from_sender: false,
  looks_like: null,
  new_addresses: [],
}
const email = (change: Partial<Message> = {}) =>
  messageFixture(1, {
    meta: { from: ['ada@brandt.example'], to: ['support@acme.example'], cc: ['bo@brandt.example'] },
    ...change,
  })

const renderItem = (message: Message, canTranslate = false) =>
  renderApp(
    <>
      <MessageItem message={message} nameContext={null} canTranslate={canTranslate} />
      <Toasts />
    </>,
    { me: agentWith(['messages:write']) },
  )
const article = () => screen.getByRole('article')
const envelope = () => article().querySelector('dl')
async function menuItems(user: ReturnType<typeof renderItem>['user']) {
  await user.click(screen.getByRole('button', { name: 'Message actions' }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

test('the recipients line opens and closes the headers of the email', async () => {
  const { user } = renderItem(email())
  const line = screen.getByRole('button', { name: 'to support@acme.example +1' })
  expect(line.getAttribute('aria-expanded')).toBe('false')
  expect(envelope()).toBeNull()
  await user.click(line)
  expect(line.getAttribute('aria-expanded')).toBe('true')
  expect(envelope()?.textContent).toContain('bo@brandt.example')
  await user.click(line)
  expect(envelope()).toBeNull()
})

test('headers that an email does not have are left out', async () => {
  const { user } = renderItem(email({ meta: { from: ['ada@brandt.example'], to: ['support@acme.example'] } }))
  await user.click(screen.getByRole('button', { name: /^to / }))
  expect(
    within(article())
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['From', 'To', 'Date'])
})

test('a note is marked as private, and has no recipients', async () => {
  const { user } = renderItem(
    email({ private: true, type: 'outgoing', status: 'sent', sender_type: 'agent' }),
  )
  expect(screen.queryByRole('button', { name: /^to / })).toBeNull()
  expect(article().getAttribute('aria-label')).toMatch(/note/i)
  expect(await menuItems(user)).toEqual(['Copy text', 'Copy link to message'])
})

test('translating is offered only with AI', async () => {
  const { user, unmount } = renderItem(email())
  expect(await menuItems(user)).toEqual([
    'Copy text',
    'Copy link to message',
    'Sender and recipients',
    'Show original source',
  ])
  unmount()
  const again = renderItem(email(), true)
  expect(await menuItems(again.user)).toEqual([
    'Copy text',
    'Copy link to message',
    'Translate',
    'Sender and recipients',
    'Show original source',
  ])
})

test('the text is copied without its markup', async () => {
  const { user } = renderItem(email({ content: '<p>Hello <b>you</b></p>', text_content: 'Hello you' }))
  await menuItems(user)
  await user.click(screen.getByRole('menuitem', { name: 'Copy text' }))
  await screen.findByText('Text copied')
  expect(await navigator.clipboard.readText()).toBe('Hello you')
})

test('a verified sender needs no warning', () => {
  renderItem(email({ authentication: verified }))
  expect(screen.getByLabelText('Sender verified')).toBeTruthy()
  expect(screen.queryByText('Sender not verified')).toBeNull()
})

test.each([
  ['not verified', { verdict: 'fail', reason: 'not_proven' }, 'Sender not verified'],
  ['new', { first_from_sender: true }, 'First email from this sender'],
  ['verified, but similar to another one', { looks_like: 'brand.example' }, 'Looks like a known domain'],
] as const)('a sender that is %s is flagged', (_what, change, text) => {
  renderItem(email({ authentication: { ...verified, ...change } }))
  expect(screen.getByText(text)).toBeTruthy()
})

test('a domain that could be mistaken for another is not marked as verified', () => {
  renderItem(email({ authentication: { ...verified, looks_like: 'brand.example' } }))
  expect(screen.queryByLabelText('Sender verified')).toBeNull()
})

test('the headers explain the verification, with only the checks that were made', async () => {
  const { user } = renderItem(email({ authentication: verified }))
  await user.click(screen.getByRole('button', { name: /^to / }))
  expect(envelope()?.textContent).toContain(
    'Verified: brandt.example confirms this email (DKIM). DKIM pass · DMARC fail',
  )
})

test('addresses that an unverified sender added are listed, as they get no replies', () => {
  renderItem(email({ authentication: { ...verified, verdict: 'fail', new_addresses: ['eve@evil.example'] } }))
  expect(screen.getByText(/replies won’t go to eve@evil.example/)).toBeTruthy()
})

test('a new participant is named', () => {
  renderItem(email({ meta: { from: ['eve@evil.example'], new_participant: true } }))
  expect(screen.getByText(/^eve@evil.example is new to this conversation/)).toBeTruthy()
})

test('remote images are loaded only on request, and through the server', async () => {
  const tracker = 'https://tracker.example/1.png'
  const { user } = renderItem(
    email({ content: `<p>Hi</p><img data-parley-src="${tracker}" alt="Logo">`, remote_images: 1 }),
  )
  expect(article().innerHTML).not.toContain(' src="https://tracker')
  await user.click(screen.getByRole('button', { name: 'Show images (1)' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Show images/ })).toBeNull())
  const source = screen.getByRole('img', { name: 'Logo' }).getAttribute('src')
  expect(source).toMatch(/^\//)
  expect(source).toContain(encodeURIComponent(tracker))
})

test('addresses in a plain text become links, and markup stays text', () => {
  renderItem(email({ content_type: 'text', content: 'See https://acme.example/a <b>now</b>' }))
  const link = screen.getByRole('link', { name: 'https://acme.example/a' })
  expect(link.getAttribute('rel')).toContain('noopener')
  expect(article().textContent).toContain('<b>now</b>')
})
