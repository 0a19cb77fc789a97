import type { AiCitation } from '@parley/contract/ai/ai-completions'
import type { MessageBlock } from './conversation-context.ts'

// [3], [3, 5] and [3][5].
const citation = /[ \t]?\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g

const numbersIn = (text: string): number[] => text.split(',').map(Number)

/** The messages that a text cites, each once and in the order of the conversation; numbers that no message has are none. */
export function citationsIn(text: string, blocks: readonly MessageBlock[]): AiCitation[] {
  const numbers = new Set([...text.matchAll(citation)].flatMap(([, list = '']) => numbersIn(list)))
  return blocks.filter(({ n }) => numbers.has(n)).map(({ n, uuid }) => ({ n, message_uuid: uuid }))
}

/** The text with citations of existing messages alone. */
export function dropInvalidCitations(text: string, blocks: readonly MessageBlock[]): string {
  const known = new Set(blocks.map(({ n }) => n))
  return text.replace(citation, (all, list: string) => {
    const valid = numbersIn(list).filter((n) => known.has(n))
    return valid.length > 0 ? `${all.startsWith('[') ? '' : ' '}${valid.map((n) => `[${n}]`).join('')}` : ''
  })
}

/** For customers, who see no numbers. */
export const withoutCitations = (text: string): string => text.replace(citation, '')
