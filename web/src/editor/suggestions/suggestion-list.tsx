import { Popover as Base } from '@base-ui/react/popover'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import {
  type ActiveSuggestions,
  optionId,
  SUGGESTION_LIST_ID,
  type SuggestionItem,
  type SuggestionStore,
} from './suggestion-extension.ts'

/** The editor's suggestions, at the caret. The focus stays in the editor, which announces the highlighted item. */
export function SuggestionList({ store }: { store: SuggestionStore }) {
  const { t } = useTranslation()
  const suggestions = useStore(store)
  return (
    <>
      <p role="status" className="sr-only">
        {suggestions && t('editor.suggested', { count: suggestions.items.length })}
      </p>
      <Base.Root open={suggestions !== null} onOpenChange={(next) => !next && suggestions?.dismiss()}>
        <Base.Portal>
          <Base.Positioner
            anchor={{ getBoundingClientRect: () => suggestions?.rect() ?? new DOMRect() }}
            side="top"
            align="start"
            sideOffset={6}
            collisionPadding={8}
            className="z-60"
          >
            {suggestions && <Rows suggestions={suggestions} name={t(suggestions.name)} />}
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </>
  )
}

function Rows({ suggestions, name }: { suggestions: ActiveSuggestions; name: string }) {
  const list = useRef<HTMLDivElement>(null)
  // Scrolling belongs to the browser.
  useEffect(() => {
    list.current?.children[suggestions.active]?.scrollIntoView({ block: 'nearest' })
  }, [suggestions.active])
  const isWide = suggestions.items.some(({ lines }) => lines)
  return (
    <Base.Popup
      initialFocus={false}
      finalFocus={false}
      aria-label={name}
      className={clsx('floating max-w-[calc(100vw-1rem)] p-1', isWide ? 'w-96' : 'w-66')}
    >
      <div
        ref={list}
        id={SUGGESTION_LIST_ID}
        role="listbox"
        aria-label={name}
        tabIndex={-1}
        className="max-h-[min(19rem,var(--available-height))] overflow-y-auto"
      >
        {suggestions.items.map((row, index) => (
          // The editor keeps the focus and handles the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={row.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === suggestions.active}
            // A mouse press would move the focus and the caret.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => suggestions.select(index)}
            className={clsx(
              'flex cursor-default items-start gap-2.5 rounded-md px-2 py-1.5 select-none',
              index === suggestions.active ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <Icon row={row} />
            <span className="min-w-0 flex-1">
              <span className={clsx('block truncate', row.lines && 'font-medium')}>{row.label}</span>
              {row.lines?.map(({ text, strong }) => (
                <span
                  key={text}
                  className={clsx('block truncate text-xs', strong ? 'text-ink-2' : 'text-ink-3')}
                >
                  {text}
                </span>
              ))}
            </span>
          </div>
        ))}
      </div>
    </Base.Popup>
  )
}

function Icon({ row: { icon: Mark, person, label } }: { row: SuggestionItem }) {
  if (typeof Mark !== 'string') return <Mark size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
  return (
    <span aria-hidden className="grid w-6 shrink-0 place-items-center self-center text-md">
      {person ? <Avatar name={label} initials={Mark} src={person.avatar_url} size="sm" /> : Mark}
    </span>
  )
}
