import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../commands/command-registry.ts'
import { Spinner } from '../../ui/display/spinner.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { moveFocusByArrowKey } from './arrow-key-navigation.ts'
import { useRecentSearches } from './recent-searches.ts'
import { SearchResults } from './search-results.tsx'
import { SearchStart } from './search-start.tsx'
import { SuggestionRow } from './suggestion-row.tsx'
import { isLongEnough, useSearchResults } from './use-search-results.ts'

/** How long typing has to pause. */
const DEBOUNCE_MS = 200

/** One field for everything. The URL holds the query, so that searches can be navigated and shared. */
export function SearchPage() {
  const { t } = useTranslation()
  const { q = '' } = useSearch({ from: '/main/inboxes/search' })
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  const [caret, setCaret] = useState(q.length)
  /** Where a chosen suggestion puts the caret. */
  const [placed, setPlaced] = useState<{ at: number } | null>(null)
  const results = useSearchResults(q)
  const { recent, add, clear } = useRecentSearches()

  useDebouncedEffect(typed, (text) => {
    if (text.trim() !== q)
      void navigate({ to: '/inboxes/search', search: { q: text.trim() || undefined }, replace: true })
  })
  // The URL also changes by navigating back, or by a search from the palette.
  const [shown, setShown] = useState(q)
  if (q !== shown) {
    setShown(q)
    if (q !== typed.trim()) setTyped(q)
  }
  useFocusCommand(field)

  const set = (text: string, place = text.length) => {
    setTyped(text)
    setCaret(place)
    setPlaced({ at: place })
  }
  // React puts the caret at the end of a text it sets. Move it before the next key, which would go to the wrong
  // place.
  useLayoutEffect(() => {
    if (!placed) return
    field.current?.focus()
    field.current?.setSelectionRange(placed.at, placed.at)
  }, [placed])
  const waiting = typed.trim() !== q || results.conversations.isFetching || results.messages.isFetching

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows of everything inside come by here
    <div className="flex h-full flex-col" onKeyDown={moveFocusByArrowKey}>
      <header className="shrink-0 border-b px-4 pt-4 pb-3 md:px-8">
        <div className="mx-auto max-w-220">
          <h1 className="sr-only">{t('inbox.search')}</h1>
          <div className="field h-10 gap-2.5 px-3">
            {waiting && isLongEnough(typed) ? (
              <Spinner size={16} />
            ) : (
              <Search size={16} aria-hidden className="shrink-0 text-ink-3" />
            )}
            <input
              ref={field}
              // The field is the main element of the page.
              // biome-ignore lint/a11y/noAutofocus: see above
              autoFocus
              type="search"
              aria-label={t('inbox.search')}
              placeholder={t('search.placeholder')}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={500}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setCaret(event.target.selectionStart ?? event.target.value.length)
              }}
              onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && typed !== '') {
                  event.preventDefault()
                  set('')
                }
              }}
              className="h-full w-full min-w-0 bg-transparent text-md outline-none pointer-coarse:text-lg [&::-webkit-search-cancel-button]:hidden"
            />
            {typed !== '' && (
              <IconButton label={t('search.clear')} size="sm" onClick={() => set('')}>
                <X size={14} aria-hidden />
              </IconButton>
            )}
          </div>
          <SuggestionRow text={typed} caret={caret} onChoose={(one) => set(one.text, one.caret)} />
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-1 md:px-8">
        <div className="mx-auto h-full max-w-220">
          {isLongEnough(q) ? (
            <SearchResults query={q} results={results} onOpen={() => add(q)} onSearch={set} />
          ) : (
            <SearchStart tooShort={q !== ''} recent={recent} onChoose={set} onClear={clear} />
          )}
        </div>
      </div>
    </div>
  )
}

function useDebouncedEffect(text: string, then: (text: string) => void) {
  const latest = useRef(then)
  useEffect(() => {
    latest.current = then
  })
  // A timer is outside React.
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
}

/** The action of "/" on this page. */
function useFocusCommand(field: React.RefObject<HTMLInputElement | null>) {
  const commands = useMemo(
    () => [
      {
        id: 'search.focus',
        label: 'command.search',
        group: 'commands.group.go',
        shortcutOnly: true,
        icon: Search,
        run: () => field.current?.focus(),
      },
    ],
    [field],
  )
  useCommands(commands)
}
