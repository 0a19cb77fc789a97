import type { Message } from '@parley/contract/messages/messages'
import { expect, test } from 'vitest'
import {
  findAddedRecipients,
  findNewDomains,
  findUnverifiedSender,
  type RecipientContext,
} from './check-recipients.ts'

type Mail = RecipientContext['messages'][number]
const incoming = (meta: Message['meta'], more: Partial<Mail> = {}): Mail => ({
  type: 'incoming',
  private: false,
  authentication: null,
  meta: { from: ['ada@brandt.example'], to: ['support@acme.example'], ...meta },
  ...more,
})
const outgoing = (meta: Message['meta'] = {}): Mail => ({
  type: 'outgoing',
  private: false,
  authentication: null,
  meta: { to: ['ada@brandt.example'], ...meta },
})
const context = (recipients: string[], messages: Mail[], more: Partial<RecipientContext> = {}) => ({
  recipients,
  messages,
  contact_addresses: ['ada@brandt.example'],
  inbox_addresses: ['support@acme.example'],
  ...more,
})

test.each([
  ['the customer', ['ada@brandt.example'], []],
  ['a colleague of the customer', ['carl@brandt.example'], []],
  ['a colleague of ours', ['bo@acme.example'], []],
  ['our own plus address', ['support+1@acme.example'], []],
  ['someone who was copied', ['eve@partner.example'], []],
  ['someone else there', ['finn@PARTNER.example'], []],
  ['a stranger', ['ada@brandt.example', 'eve@other.example'], ['eve@other.example']],
  ['a lookalike', ['ada@brandt.exarnple'], ['ada@brandt.exarnple']],
])('a new domain: %s', (_who, recipients, expected) => {
  const messages = [incoming({ cc: ['eve@partner.example'] })]
  expect(findNewDomains(context(recipients, messages))).toEqual(expected)
})

test('notes make no domain familiar, and unloaded messages might', () => {
  const note: Mail = { ...outgoing({ to: ['eve@other.example'] }), private: true }
  expect(findNewDomains(context(['eve@other.example'], [note]))).toEqual(['eve@other.example'])
  expect(findNewDomains(context(['eve@other.example'], [], { isPartial: true }))).toEqual([])
})

test('a recipient whom the customer added after our answer', () => {
  const added = incoming({ cc: ['boss@brandt.example'] })
  const recipients = ['ada@brandt.example', 'boss@brandt.example']
  expect(findAddedRecipients(context(recipients, [added, outgoing(), incoming({})]))).toEqual({
    added: ['boss@brandt.example'],
    by: 'ada@brandt.example',
  })
  const none = { added: [], by: null }
  expect(findAddedRecipients(context(recipients, [added])), 'copied from the start').toEqual(none)
  expect(findAddedRecipients(context(recipients, [outgoing(), added])), 'we answered them').toEqual(none)
  expect(findAddedRecipients(context(['ada@brandt.example'], [added, outgoing()])).added, 'removed').toEqual(
    [],
  )
  expect(
    findAddedRecipients(context(recipients, [added, outgoing({ cc: ['boss@brandt.example'] })])).added,
    'had part before',
  ).toEqual([])
})

test('an unverified sender, if the reply goes to them', () => {
  const authentication = { verdict: 'fail' } as Mail['authentication']
  const failed = incoming({ reply_to: ['ada@elsewhere.example'] }, { authentication })
  expect(findUnverifiedSender(context(['ada@brandt.example'], [failed]))).toBe('ada@brandt.example')
  expect(findUnverifiedSender(context(['ADA@elsewhere.example'], [failed]))).toBe('ada@elsewhere.example')
  expect(findUnverifiedSender(context(['carl@brandt.example'], [failed]))).toBeNull()
  for (const verdict of ['pass', 'unchecked']) {
    const message = incoming({}, { authentication: { verdict } as Mail['authentication'] })
    expect(findUnverifiedSender(context(['ada@brandt.example'], [message]))).toBeNull()
  }
  expect(findUnverifiedSender(context(['ada@brandt.example'], [incoming({}), failed]))).toBeNull()
})
