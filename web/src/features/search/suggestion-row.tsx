import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../format/names.ts'
import { agentsQuery, inboxesQuery, statusesQuery, tagsQuery } from '../../session/queries.ts'
import { ARROW_STOP } from './arrow-key-navigation.ts'
import { type OperatorValues, type SearchSuggestion, suggestSearchTerms } from './search-suggestions.ts'

const dates = ['1d', '7d', '1m', '1y']

/** Completions for the word at the caret; one arrow down from the field. */
export function SuggestionRow({
  text,
  caret,
  onChoose,
}: {
  text: string
  caret: number
  onChoose: (suggestion: SearchSuggestion) => void
}) {
  const { t } = useTranslation()
  const values = useOperatorValues()
  const suggestions = suggestSearchTerms(text, Math.min(caret, text.length), values)
  if (suggestions.length === 0) return null
  return (
    <fieldset aria-label={t('search.suggestions')} className="mt-2.5 flex flex-wrap gap-1.5">
      {suggestions.map((one) => (
        <button
          key={one.key}
          type="button"
          onClick={() => onChoose(one)}
          className="h-6.5 max-w-60 truncate rounded-full border border-line-strong px-2.5 text-xs font-medium text-ink-2 transition-colors hover:bg-hover focus-visible:bg-selected"
          {...ARROW_STOP}
        >
          {one.label}
        </button>
      ))}
    </fieldset>
  )
}

function useOperatorValues(): OperatorValues {
  const statuses = useQuery(statusesQuery).data ?? []
  const agents = useQuery(agentsQuery).data ?? []
  const tags = useQuery(tagsQuery).data ?? []
  const inboxes = useQuery(inboxesQuery).data ?? []
  const name = (one: { name: string }) => one.name
  const people = agents.map(fullName)
  return {
    status: statuses.map(name),
    assignee: ['me', 'none', ...people],
    from: ['me', ...people],
    tag: tags.map(name),
    inbox: inboxes.map(name),
    has: ['attachment'],
    before: dates,
    after: dates,
  }
}
