import type { HeldSend } from '@parley/contract/messages/held-sends'
import { expect, test } from 'vitest'
import { emptyDraft } from '../../../lib/drafts.ts'
import { restoreDraft } from './undo-send.ts'

const file = { id: 7, uuid: 'f', filename: 'plan.pdf', size: 3, content_type: 'application/pdf' }
const heldSend: HeldSend = {
  uuid: 'm',
  conversation_uuid: 'c',
  created_at: '',
  held_until: '',
  remaining_ms: 0,
  message: '<p>First</p>',
  to: ['a@x.test'],
  cc: [],
  bcc: ['b@x.test'],
  attachments: [file],
  after: null,
  macros: [],
  start: null,
}

test('an undone message becomes a draft with its text, files and recipients', () => {
  expect(restoreDraft(heldSend, emptyDraft)).toEqual({
    html: '<p>First</p>',
    files: [file],
    fields: { to: ['a@x.test'], cc: [], bcc: ['b@x.test'] },
    macros: [],
    attempt: null,
  })
})

test('the message’s macros are restored', () => {
  const macro = { id: 3, name: 'Refund', actions: [] }
  expect(restoreDraft({ ...heldSend, macros: [macro] }, emptyDraft).macros).toEqual([
    { ...macro, key: expect.any(String) },
  ])
})

test('a newer draft follows the restored message, without duplicate files', () => {
  const newer = { ...emptyDraft, html: '<p>Second</p>', files: [{ ...file, id: 8 }, file] }
  const { html, files } = restoreDraft(heldSend, newer)
  expect(html).toBe('<p>First</p><p>Second</p>')
  expect(files.map(({ id }) => id)).toEqual([8, 7])
})

test('a draft kept because the page was left while sending is not duplicated', () => {
  const sent = { ...emptyDraft, html: '<p>First</p>', attempt: { key: 'k', print: 'p' } }
  expect(restoreDraft(heldSend, sent).html).toBe('<p>First</p>')
  expect(restoreDraft(heldSend, { ...sent, attempt: null }).html).toBe('<p>First</p><p>First</p>')
})

test('an undone new conversation restores its fields and skips empty ones', () => {
  const start = {
    inbox_id: 3,
    contact_email: 'ada@acme.test',
    first_name: 'Ada',
    last_name: '',
    subject: 'Your order',
    team_id: null,
    agent_id: 7,
  }
  expect(restoreDraft({ ...heldSend, start }, emptyDraft).fields).toEqual({
    inbox_id: '3',
    contact_email: 'ada@acme.test',
    first_name: 'Ada',
    subject: 'Your order',
    agent_id: '7',
  })
})
