import { type AuthoredHtml, cleanWithoutLimits } from '../../authored-html/clean-authored.ts'
import { invalid } from '../../http/errors.ts'

type Input = {
  message: string
  attachments: number[]
  private: boolean
  /** The message as sanitised by `cleanAuthored`, if that ran before the transaction. */
  clean?: AuthoredHtml | undefined
}

/**
 * The sanitised message; 400 if it is empty. Mentions are kept in notes only, because customers must not see who works
 * here.
 */
export function parseAuthoredContent(input: Input): AuthoredHtml & { has_attachments: boolean } {
  const clean = input.clean ?? cleanWithoutLimits({ html: input.message, mentions: input.private })
  const has_attachments = input.attachments.length > 0
  if (!clean.text_content.trim() && !/<img\b/i.test(clean.content) && !has_attachments)
    throw invalid('message', 'Message cannot be empty')
  return { ...clean, has_attachments }
}
