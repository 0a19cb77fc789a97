import type { AiCitation } from '@parley/contract/ai/ai-completions'
import type { MessageBlock } from './conversation-context.ts'

// [3], [3, 5] and [3][5].
const citation = /[ \t]?\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g

const numbersIn = (text: string): number[] => text.split(',').map(Number)

/** The messages that a text cites, each once, in conversation order. Ignores numbers without a message. */
export function citationsIn(text: string, blocks: readonly MessageBlock[]): AiCitation[] {
  const numbers = new Set([...text.matchAll(citation)].flatMap(([, list = '']) => numbersIn(list)))
  return blocks.filter(({ n }) => numbers.has(n)).map(({ n, uuid }) => ({ n, message_uuid: uuid }))
}

/** Removes citations of messages that do not exist. */
export function dropInvalidCitations(text: string, blocks: readonly MessageBlock[]): string {
  const existing = new Set(blocks.map(({ n }) => n))
  return text.replace(citation, (all, list: string) => {
    const valid = numbersIn(list).filter((n) => existing.has(n))
    return valid.length > 0 ? `${all.startsWith('[') ? '' : ' '}${valid.map((n) => `[${n}]`).join('')}` : ''
  })
}

/** For customers, who do not see message numbers. */
export const withoutCitations = (text: string): string => text.replace(citation, '')
