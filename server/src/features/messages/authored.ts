import { htmlToText } from '@parley/mail/html-text'
import { sanitiseAuthored } from '@parley/mail/sanitise-authored'
import { invalid } from '../../http/errors.ts'

/** What an agent wrote, cleaned; 400 when there is nothing in it. Mentions stay in notes only: customers are not told who works here. */
export function readAuthored(input: { message: string; attachments: number[]; private: boolean }): {
  content: string
  text_content: string
  has_attachments: boolean
} {
  const content = sanitiseAuthored(input.message, { mentions: input.private })
  const text_content = htmlToText(content)
  const has_attachments = input.attachments.length > 0
  if (!text_content.trim() && !/<img\b/i.test(content) && !has_attachments)
    throw invalid('message', 'The message cannot be empty')
  return { content, text_content, has_attachments }
}

/** Ids of the agents whom a note names, each once; what they stand for is for the caller to find out. */
export function mentionedIn(content: string): number[] {
  const elements = content.match(/<[^<>]*\bdata-mention-type="agent"[^<>]*>/g) ?? []
  const ids = elements.map((element) => Number(/\bdata-mention-id="(\d{1,15})"/.exec(element)?.[1]))
  return [...new Set(ids.filter((id) => id > 0))]
}
