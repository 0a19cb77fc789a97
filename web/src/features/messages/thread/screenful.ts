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

/** How many messages are kept above the first one to read. */
const KEPT_ABOVE = 2

/**
 * Which messages, newest first, are rendered when a thread opens at message `start` (undefined: at its end): a screen from there on.
 * `to` is exclusive; those before `from` are below the screen.
 */
export function openingRange(
  messages: readonly Pick<Message, 'uuid' | 'type' | 'text_content'>[],
  start: string | undefined,
  height: number,
): { from: number; to: number } {
  const index = messages.findIndex(({ uuid }) => uuid === start)
  const fromStart = messages.slice(0, index + 1).reverse()
  return {
    from: fromStart.length - screenful(fromStart, height),
    to: Math.min(messages.length, Math.max(screenful(messages, height), index + 1 + KEPT_ABOVE)),
  }
}

function estimatedHeight({ type, text_content }: Pick<Message, 'type' | 'text_content'>): number {
  if (type === 'activity') return ACTIVITY_PX
  const lines = text_content
    .slice(0, MAX_LINES * CHARACTERS_PER_LINE)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE)), 0)
  return SENDER_PX + Math.min(lines, MAX_LINES) * LINE_PX
}
