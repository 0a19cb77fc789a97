import type { ContactHit } from '@parley/contract/contacts/contacts'
import { quoteValue } from '@parley/contract/search/search-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
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
  const found = {
    conversations: conversations.data?.pages.flatMap((page) => page.results) ?? [],
    messages: messages.data?.pages.flatMap((page) => page.results) ?? [],
    contacts: contactName === '' ? [] : (contacts.data ?? []),
  }
  const pending = conversations.isLoading || messages.isLoading || contacts.isLoading
  const failed = conversations.error ?? messages.error ?? contacts.error
  const more = conversations.hasNextPage || messages.hasNextPage
  const none = found.conversations.length + found.messages.length + found.contacts.length === 0
  if (none && !pending && !failed && !more)
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
        count={found.conversations.length}
        after={<LoadMore query={conversations} />}
      >
        {found.conversations.map((hit) => (
          <ConversationResult key={hit.uuid} hit={hit} onOpen={onOpen} />
        ))}
      </ResultSection>
      <ResultSection
        title={t('search.messages')}
        query={messages}
        count={found.messages.length}
        after={<LoadMore query={messages} />}
      >
        {found.messages.map((hit) => (
          <MessageResult key={hit.uuid} hit={hit} onOpen={onOpen} />
        ))}
      </ResultSection>
      <ResultSection title={t('search.contacts')} query={contacts} count={found.contacts.length}>
        {found.contacts.map((hit) => (
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
  const back = query.data?.pages.at(-1)?.searched_back_to ?? null
  return (
    <div className="flex flex-wrap items-center gap-3 px-3 py-2">
      {back && <span className="text-ink-3">{t('search.back_to', { date: fullDate(back) })}</span>}
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} {...ARROW_STOP}>
        {back ? t('search.further') : t('search.more')}
      </Button>
    </div>
  )
}
