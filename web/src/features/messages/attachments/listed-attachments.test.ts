import type { Attachment } from '@parley/contract/messages/messages'
import { expect, test } from 'vitest'
import { listedAttachments } from './listed-attachments.ts'

// Only the fields that are read.
const file = (uuid: string, disposition: Attachment['disposition']) => ({ uuid, disposition }) as Attachment

test('an inline image shown in the text is not listed, and one that is not shown is listed', () => {
  const files = [file('a', 'inline'), file('b', 'inline'), file('c', 'attachment')]
  const html = '<p><img src="/uploads/a"> <a href="/uploads/c">c</a></p>'
  expect(listedAttachments(files, html).map(({ uuid }) => uuid)).toEqual(['b', 'c'])
})
