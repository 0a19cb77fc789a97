import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../commands/command-registry.ts'
import { useBufferedText } from '../../commands/keystroke-buffer/use-buffered-text.ts'
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
  const [text, setText] = useState(q)
  const [caret, setCaret] = useState(q.length)
  /** Where a chosen suggestion puts the caret. */
  const [caretRequest, setCaretRequest] = useState<{ position: number } | null>(null)
  const results = useSearchResults(q)
  const { recent, add, clear } = useRecentSearches()

  useDebouncedEffect(text, (text) => {
    if (text.trim() !== q)
      void navigate({ to: '/inboxes/search', search: { q: text.trim() || undefined }, replace: true })
  })
  // The URL also changes by navigating back, or by a search from the palette.
  const [shownQuery, setShownQuery] = useState(q)
  if (q !== shownQuery) {
    setShownQuery(q)
    if (q !== text.trim()) setText(q)
  }
  useFocusCommand(field)

  const setTextAndCaret = (text: string, position?: number) => {
    const caret = position ?? text.length
    setText(text)
    setCaret(caret)
    setCaretRequest({ position: caret })
  }
  // React puts the caret at the end of a text it sets. Move it before the next key, which would go to the wrong
  // place.
  useLayoutEffect(() => {
    if (!caretRequest) return
    field.current?.focus()
    field.current?.setSelectionRange(caretRequest.position, caretRequest.position)
  }, [caretRequest])
  useBufferedText((typed) => setTextAndCaret(typed))
  const isPending = text.trim() !== q || results.conversations.isFetching || results.messages.isFetching

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys that bubble from the elements inside
    <div className="flex h-full flex-col" onKeyDown={moveFocusByArrowKey}>
      <header className="shrink-0 border-b px-4 pt-4 pb-3 md:px-8">
        <div className="mx-auto max-w-220">
          <h1 className="sr-only">{t('inbox.search')}</h1>
          <div className="field h-10 gap-2.5 px-3">
            {isPending && isLongEnough(text) ? (
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
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setCaret(event.target.selectionStart ?? event.target.value.length)
              }}
              onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && text !== '') {
                  event.preventDefault()
                  setTextAndCaret('')
                }
              }}
              className="h-full w-full min-w-0 bg-transparent text-md outline-none pointer-coarse:text-lg [&::-webkit-search-cancel-button]:hidden"
            />
            {text !== '' && (
              <IconButton label={t('search.clear')} size="sm" onClick={() => setTextAndCaret('')}>
                <X size={14} aria-hidden />
              </IconButton>
            )}
          </div>
          <SuggestionRow text={text} caret={caret} onChoose={(one) => setTextAndCaret(one.text, one.caret)} />
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-1 md:px-8">
        <div className="mx-auto h-full max-w-220">
          {isLongEnough(q) ? (
            <SearchResults query={q} results={results} onOpen={() => add(q)} onSearch={setTextAndCaret} />
          ) : (
            <SearchStart tooShort={q !== ''} recent={recent} onChoose={setTextAndCaret} onClear={clear} />
          )}
        </div>
      </div>
    </div>
  )
}

function useDebouncedEffect(text: string, onPause: (text: string) => void) {
  const latest = useRef(onPause)
  useEffect(() => {
    latest.current = onPause
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
