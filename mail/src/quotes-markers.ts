import { headOf, type Line, wordPattern } from './quotes-line.ts'
import {
  beginForwardedWords,
  forwardedMessageWords,
  originalMessageWords,
  replyAboveWords,
} from './quotes-words.ts'

const original = wordPattern(originalMessageWords, false)
const forwarded = wordPattern(forwardedMessageWords, false)
const replyAbove = wordPattern(replyAboveWords, false)
const beginForwarded = new RegExp(`^[>\\s*_]*${wordPattern(beginForwardedWords, false).source}`, 'u')

/** "-----Original Message-----" in its translations, and "## please reply above this line ##". */
export function isOriginalMarker(line: Line): boolean {
  const head = headOf(line)
  if (head.length > 160) return false
  return (
    (isFramed(head) && original.test(head)) || (/^[#\-=*_>\s]*[#\-=]/.test(head) && replyAbove.test(head))
  )
}

/** "---------- Forwarded message ----------" and "Begin forwarded message:" in their translations. */
export function isForwardMarker(line: Line): boolean {
  const head = headOf(line)
  if (head.length > 160) return false
  return (
    (isFramed(head) && forwarded.test(head)) ||
    (head.length < 80 && /[:：]$/.test(head) && beginForwarded.test(head))
  )
}

function isFramed(head: string): boolean {
  return /^[>\s]*[-_*=—–─]{2,}/.test(head)
}
