import { headOf, type Line, phrasePattern } from './line.ts'
import {
  beginForwardedPhrases,
  forwardedMessagePhrases,
  originalMessagePhrases,
  replyAbovePhrases,
} from './phrases.ts'

const originalPattern = phrasePattern(originalMessagePhrases, false)
const forwardedPattern = phrasePattern(forwardedMessagePhrases, false)
const replyAbovePattern = phrasePattern(replyAbovePhrases, false)
const beginForwardedPattern = new RegExp(
  `^[>\\s*_]*${phrasePattern(beginForwardedPhrases, false).source}`,
  'u',
)

/** "-----Original Message-----" in all languages, and "## please reply above this line ##". */
export function isOriginalMarker(line: Line): boolean {
  const head = headOf(line)
  if (head.length > 160) return false
  return (
    (isDashedLine(head) && originalPattern.test(head)) ||
    (/^[#\-=*_>\s]*[#\-=]/.test(head) && replyAbovePattern.test(head))
  )
}

/** "---------- Forwarded message ----------" and "Begin forwarded message:" in all languages. */
export function isForwardMarker(line: Line): boolean {
  const head = headOf(line)
  if (head.length > 160) return false
  return (
    (isDashedLine(head) && forwardedPattern.test(head)) ||
    (head.length < 80 && /[:：]$/.test(head) && beginForwardedPattern.test(head))
  )
}

function isDashedLine(head: string): boolean {
  return /^[>\s]*[-_*=—–─]{2,}/.test(head)
}
