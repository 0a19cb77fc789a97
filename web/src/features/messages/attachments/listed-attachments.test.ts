import type { Attachment } from '@parley/contract/messages/messages'
import { expect, test } from 'vitest'
import { listedAttachments } from './listed-attachments.ts'

// Only what the choice looks at.
const file = (uuid: string, disposition: Attachment['disposition']) => ({ uuid, disposition }) as Attachment

test('a picture that the text shows is not listed, one that it forgot is', () => {
  const files = [file('a', 'inline'), file('b', 'inline'), file('c', 'attachment')]
  const html = '<p><img src="/uploads/a"> <a href="/uploads/c">c</a></p>'
  expect(listedAttachments(files, html).map(({ uuid }) => uuid)).toEqual(['b', 'c'])
})
