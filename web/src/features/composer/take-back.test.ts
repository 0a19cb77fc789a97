import type { HeldSend } from '@parley/contract/held-sends'
import { expect, test } from 'vitest'
import { emptyDraft } from '../../lib/drafts.ts'
import { restored } from './take-back.ts'

const file = { id: 7, uuid: 'f', filename: 'plan.pdf', size: 3, content_type: 'application/pdf' }
const typed: HeldSend = {
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
}

test('what was taken back is a draft again: text, files, and the recipients it was sent to', () => {
  expect(restored(typed, emptyDraft)).toEqual({
    html: '<p>First</p>',
    files: [file],
    fields: { to: ['a@x.test'], cc: [], bcc: ['b@x.test'] },
    macros: [],
    attempt: null,
  })
})

test('what its macros were to do comes back with it', () => {
  const macro = { id: 3, name: 'Refund', actions: [], key: 'k' }
  expect(restored(typed, emptyDraft, [macro]).macros).toEqual([macro])
})

test('what was begun meanwhile follows it, and no file is there twice', () => {
  const begun = { ...emptyDraft, html: '<p>Second</p>', files: [{ ...file, id: 8 }, file] }
  const { html, files } = restored(typed, begun)
  expect(html).toBe('<p>First</p><p>Second</p>')
  expect(files.map(({ id }) => id)).toEqual([8, 7])
})
