import type { ContactHit } from '@parley/contract/contacts/contacts'
import { quoteValue } from '@parley/contract/search/search-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { loadMore } from '../../api/load-more.ts'
import { fullDate } from '../../format/date-time.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { ARROW_STOP } from './arrow-key-navigation.ts'
import { ContactResult, ConversationResult, MessageResult } from './result-rows.tsx'
import { ResultSection } from './result-section.tsx'
import type { useSearchResults } from './use-search-results.ts'

type SearchResultQueries = ReturnType<typeof useSearchResults>

/** The results in three sections; empty sections are left out. */
export function SearchResults({
  query,
  results: { conversations, messages, contacts, contactName },
  onOpen,
  onSearch,
}: {
  query: string
  results: SearchResultQueries
  onOpen: () => void
  onSearch: (query: string) => void
}) {
  const { t } = useTranslation()
  const openContact = useOpenContact(onSearch)
  const refusal = [conversations.error, messages.error].find((error) => isRefusal(error))
  if (refusal)
    return (
      <p
        role="alert"
        className="mx-3 mt-6 rounded-lg border border-warn-line bg-warn-subtle px-3 py-2.5 text-warn"
      >
        {refusal.message}
      </p>
    )
  const rows = {
    conversations: conversations.data?.pages.flatMap((page) => page.results) ?? [],
    messages: messages.data?.pages.flatMap((page) => page.results) ?? [],
    contacts: contactName === '' ? [] : (contacts.data ?? []),
  }
  const isLoading = conversations.isLoading || messages.isLoading || contacts.isLoading
  const failed = conversations.error ?? messages.error ?? contacts.error
  const hasMore = conversations.hasNextPage || messages.hasNextPage
  const isEmpty = rows.conversations.length + rows.messages.length + rows.contacts.length === 0
  if (isEmpty && !isLoading && !failed && !hasMore)
    return (
      <div role="status" className="h-full">
        <EmptyState icon={SearchX} title={t('search.empty.title', { query })}>
          {t('search.empty.text')}
        </EmptyState>
      </div>
    )
  return (
    <div className="pt-4 pb-16">
      <ResultSection
        title={t('search.conversations')}
        query={conversations}
        count={rows.conversations.length}
        after={<LoadMore query={conversations} />}
      >
        {rows.conversations.map((hit) => (
          <ConversationResult key={hit.uuid} hit={hit} onOpen={onOpen} />
        ))}
      </ResultSection>
      <ResultSection
        title={t('search.messages')}
        query={messages}
        count={rows.messages.length}
        after={<LoadMore query={messages} />}
      >
        {rows.messages.map((hit) => (
          <MessageResult key={hit.uuid} hit={hit} onOpen={onOpen} />
        ))}
      </ResultSection>
      <ResultSection title={t('search.contacts')} query={contacts} count={rows.contacts.length}>
        {rows.contacts.map((hit) => (
          <ContactResult
            key={hit.id}
            hit={hit}
            query={contactName}
            onChoose={() => {
              onOpen()
              openContact(hit)
            }}
          />
        ))}
      </ResultSection>
    </div>
  )
}

const isRefusal = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.status === 400

/** Opens the contact's page, or a search for their emails if there is no such page. */
function useOpenContact(onSearch: (query: string) => void) {
  const navigate = useNavigate()
  const paths = Object.keys(useRouter().routesByPath)
  const hasPage = paths.some((path) => path.startsWith('/contacts/$'))
  return ({ id, email, first_name }: ContactHit) =>
    hasPage ? void navigate({ to: `/contacts/${id}` }) : onSearch(`from:${quoteValue(email ?? first_name)} `)
}

/** Loads the next page; shows how far back the search got if it had to stop early. */
function LoadMore({
  query,
}: {
  query: SearchResultQueries['conversations'] | SearchResultQueries['messages']
}) {
  const { t } = useTranslation()
  if (!query.hasNextPage) return null
  const searchedBackTo = query.data?.pages.at(-1)?.searched_back_to ?? null
  return (
    <div className="flex flex-wrap items-center gap-3 px-3 py-2">
      {searchedBackTo && (
        <span className="text-ink-3">{t('search.back_to', { date: fullDate(searchedBackTo) })}</span>
      )}
      <Button disabled={query.isFetchingNextPage} onClick={() => void loadMore(query)} {...ARROW_STOP}>
        {searchedBackTo ? t('search.further') : t('search.more')}
      </Button>
    </div>
  )
}
