import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Input } from './input.tsx'

/**
 * A search field with its results below. Enter chooses the first result of what is typed, as soon as it is there; any
 * further key cancels that. The arrow keys move between field and results.
 */
export function SearchList<Row>({
  label,
  inputRef,
  text,
  onText,
  rows,
  isCurrent,
  keyOf,
  renderRow,
  onChoose,
  takeTypedBefore,
  heading,
  listLabel,
  empty,
  error,
}: {
  /** Also the placeholder. */
  label: string
  inputRef: RefObject<HTMLInputElement | null>
  text: string
  onText: (text: string) => void
  rows: readonly Row[]
  /** Whether these are the results for the text, and not those of an earlier one. */
  isCurrent: boolean
  keyOf: (row: Row) => string | number
  renderRow: (row: Row) => ReactNode
  onChoose: (row: Row) => void
  /** Returns, once, what was typed before the field was rendered, and whether Enter followed it. */
  takeTypedBefore: () => { text: string; enter: boolean }
  /** Above the results. */
  heading?: string
  listLabel: string
  /** Instead of results; null while it is unknown whether there are any. */
  empty: string | null
  error: string | null
}) {
  const list = useRef<HTMLUListElement>(null)
  const [isEnterPending, setEnterPending] = useState(false)
  const chooseFirst = useEffectEvent(() => {
    const [first] = rows
    setEnterPending(false)
    if (first) onChoose(first)
  })
  const takeTyped = useEffectEvent(() => {
    const typed = takeTypedBefore()
    if (typed.text) onText(typed.text)
    if (typed.enter) setEnterPending(true)
  })
  // Before the first paint, so that no keystroke is lost.
  useLayoutEffect(() => takeTyped(), [])
  // When the results arrive.
  useEffect(() => {
    if (isEnterPending && isCurrent) chooseFirst()
  }, [isEnterPending, isCurrent])
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && event.target === inputRef.current
    setEnterPending(isEnter)
    // If the choice moves the focus to a button, this key must not press it.
    if (isEnter) return event.preventDefault()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const stops: (HTMLElement | null)[] = [
      inputRef.current,
      ...(list.current?.querySelectorAll('button') ?? []),
    ]
    const index = stops.indexOf(event.target instanceof HTMLElement ? event.target : null)
    stops[index + step]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the field and the buttons in it
    <div onKeyDown={onKeyDown}>
      <Input
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => {
          setEnterPending(false)
          onText(event.target.value)
        }}
        start={<Search size={14} aria-hidden className="shrink-0 text-ink-3" />}
      />
      <div className="mt-3 min-h-32">
        {error !== null && (
          <p role="alert" className="text-bad">
            {error}
          </p>
        )}
        {heading && rows.length > 0 && <p className="mb-1 text-xs font-medium text-ink-3">{heading}</p>}
        {empty !== null && rows.length === 0 && <p className="py-2 text-ink-3">{empty}</p>}
        <ul ref={list} aria-label={listLabel}>
          {rows.map((row) => (
            <li key={keyOf(row)}>
              <button
                type="button"
                onClick={() => onChoose(row)}
                className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-1.5 text-left outline-offset-[-2px] hover:bg-hover"
              >
                {renderRow(row)}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
