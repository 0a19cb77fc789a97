import { attachmentPhrases } from './attachment-phrases.ts'
import { sentencesOf } from './authored-text.ts'

/**
 * Detects whether a text announces an attachment, in seven languages. Phrases about other people's attachments,
 * requests for one, and denials are removed first; what remains must announce one. Returns the sentence.
 */
export function findAttachmentMention(html: string): string | null {
  // An image in the text may be what it means.
  if (/<img\b/i.test(html)) return null
  return (
    sentencesOf(html).find((sentence) =>
      patterns.some(({ denial, announcement }) => announcement.test(sentence.replace(denial, ' … '))),
    ) ?? null
  )
}

const patternOf = (parts: readonly string[], flags: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${parts.join('|')})`, flags)

const patterns = attachmentPhrases.map(({ denials, announcements }) => ({
  denial: patternOf(denials, 'giu'),
  announcement: patternOf(announcements, 'iu'),
}))
