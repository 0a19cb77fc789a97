import type { Message } from '@parley/contract/messages/messages'

// Rough measures on purpose: what doesn't fill the screen after all is completed at once (see useThreadScroll).
const SENDER_PX = 52
const LINE_PX = 22
const ACTIVITY_PX = 28
const CHARACTERS_PER_LINE = 90
/** Longer texts are mostly quotes, which are folded. */
const MAX_LINES = 16

/** About how many of these messages, newest first, fill a screen of this height in pixels. */
export function screenful(
  messages: readonly Pick<Message, 'type' | 'text_content'>[],
  height: number,
): number {
  let filled = 0
  const count = messages.findIndex((message) => {
    filled += estimatedHeight(message)
    return filled >= height
  })
  return count === -1 ? messages.length : count + 1
}

function estimatedHeight({ type, text_content }: Pick<Message, 'type' | 'text_content'>): number {
  if (type === 'activity') return ACTIVITY_PX
  const lines = text_content
    .slice(0, MAX_LINES * CHARACTERS_PER_LINE)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE)), 0)
  return SENDER_PX + Math.min(lines, MAX_LINES) * LINE_PX
}
