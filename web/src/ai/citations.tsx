import type { AiCitation } from '@parley/contract/ai/ai-completions'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const citationMark = /[ \t]?\[[\d, ]*\]?$|[ \t]?\[\d+(?:, ?\d+)*\]/g
/**
 * Strips citation marks from a draft that is being written: citations are listed beside it, and the customer never
 * sees them.
 */
export const stripCitationMarks = (text: string): string => text.replace(citationMark, '')

/** A link to the cited message. */
export function Citation({ citation: { n, message_uuid } }: { citation: AiCitation }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const show = () => {
    const element = document.querySelector(`[data-message="${message_uuid}"]`)
    // If the message isn't rendered yet, the thread loads it by hash.
    if (!element)
      return void navigate({ to: '.', search: true, hash: `message-${message_uuid}`, replace: true })
    element.scrollIntoView({ block: 'center' })
    element.animate([{ backgroundColor: 'var(--selected)' }, { backgroundColor: 'transparent' }], {
      duration: 2400,
      easing: 'ease-in',
    })
  }
  return (
    <button
      type="button"
      onClick={show}
      aria-label={t('ai.citation', { n })}
      title={t('ai.citation', { n })}
      className="relative mx-0.5 inline-grid h-4 min-w-4 place-items-center rounded-sm bg-accent-subtle px-1 align-[1px] text-2xs font-medium text-accent-text tabular-nums before:absolute before:-inset-1 hover:bg-press"
    >
      {n}
    </button>
  )
}

/**
 * Text in which [n] links to its message. A mark without a matching citation, or one still being streamed, is
 * dropped.
 */
export function CitedText({ text, citations }: { text: string; citations: readonly AiCitation[] }) {
  return text.split(/([ \t]?\[\d+\])/).map((part, index) => {
    const n = Number(/^[ \t]?\[(\d+)\]$/.exec(part)?.[1])
    if (!n) return part
    const citation = citations.find((one) => one.n === n)
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of text have no id and never move
    return citation ? <Citation key={index} citation={citation} /> : null
  })
}
