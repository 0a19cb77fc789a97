import { Command as Cmdk } from 'cmdk'
import { ArrowLeft, Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useIsMobile } from '../../lib/browser/use-media-query.ts'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import type { Command, TypedCommand } from '../command.ts'
import { findCommand, useAllCommands } from '../command-registry.ts'
import { takeBufferedKeystrokes } from '../keystroke-buffer/text-buffer.ts'
import { type PaletteEntry, paletteEntries } from './palette-entries.ts'
import { PaletteHints, PaletteRow } from './palette-parts.tsx'
import { usePaletteSources } from './palette-sources.ts'
import { recentCommands, rememberCommand } from './recent-commands.ts'

/** The open levels, innermost last; empty at the top level. */
export type PaletteLevels = readonly Command[]

/** The search field and rows of one level. */
export function PaletteLevel({
  levels,
  onLevelsChange,
}: {
  levels: PaletteLevels
  onLevelsChange: (levels: PaletteLevels | null) => void
}) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [highlightedId, setHighlightedId] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useKeepFocusInField(field)
  const parent = useCurrentLevel(levels.at(-1))
  const typed = useTypedCommand(parent, query)
  const groups = usePaletteGroups(parent, query, typed?.command ?? null)
  const entries = groups.flatMap((group) => group.entries)
  const current = entries.find(({ command }) => command.id === highlightedId) ?? entries[0]
  const preview = current?.command.preview

  const runEntry = ({ command, parent: entryParent }: PaletteEntry) => {
    const topLevel = levels[0] ?? entryParent ?? command
    // Entries from sources exist only for the current query and can't be recalled.
    if (findCommand(topLevel.id)) rememberCommand(topLevel.id)
    if (command.children) return onLevelsChange([...levels, command])
    // Close first, so that whatever the command opens or focuses keeps the focus.
    onLevelsChange(null)
    command.run()
  }
  useBufferedKeystrokes(setQuery, current && (() => runEntry(current)))
  const goUp = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || query !== '' || levels.length === 0) return
    event.preventDefault()
    onLevelsChange(levels.slice(0, -1))
  }
  const onQueryChange = (text: string) => {
    setQuery(text)
    // Enter runs the best match.
    setHighlightedId('')
  }

  return (
    // cmdk's vim bindings would take Ctrl+K, which closes the palette. We match ourselves because cmdk's matching
    // doesn't tolerate typos.
    <Cmdk
      label={t('palette.title')}
      loop
      vimBindings={false}
      shouldFilter={false}
      value={current?.command.id ?? ''}
      onValueChange={setHighlightedId}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-12.5 shrink-0 items-center gap-2.5 border-b px-4">
        <BackButton parent={parent} onBack={() => onLevelsChange(parent ? levels.slice(0, -1) : null)} />
        <Cmdk.Input
          ref={field}
          autoFocus
          value={query}
          onValueChange={onQueryChange}
          onKeyDown={goUp}
          placeholder={t(
            parent?.placeholder ?? (parent ? 'palette.placeholder.level' : 'palette.placeholder'),
          )}
          className="h-full w-full bg-transparent text-md outline-none pointer-coarse:text-lg"
        />
      </div>
      <div className="flex min-h-0 flex-1">
        <Cmdk.List className="min-w-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 md:max-h-96">
          <Cmdk.Empty className="px-2 py-8 text-center text-ink-3">
            {typed?.note ?? t(parent?.empty ?? 'palette.empty')}
          </Cmdk.Empty>
          {groups.map(({ group, entries }) => (
            <Cmdk.Group
              key={group}
              heading={t(group)}
              className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3"
            >
              {entries.map((entry) => (
                <PaletteRow key={entry.command.id} entry={entry} onChoose={() => runEntry(entry)} />
              ))}
            </Cmdk.Group>
          ))}
        </Cmdk.List>
        {preview && (
          <section
            data-preview
            aria-label={t('palette.preview')}
            className="hidden w-80 shrink-0 overflow-y-auto border-l p-4 md:block md:max-h-96"
          >
            {preview()}
          </section>
        )}
      </div>
      <p role="status" className="sr-only">
        {query.trim() !== '' && t('palette.found', { count: entries.length })}
      </p>
      <PaletteHints />
    </Cmdk>
  )
}

/**
 * Keeps keystrokes in the field while the palette is open. When it is reopened right after closing, the popup takes
 * the focus a frame later because the earlier field is gone; the focused element may also be removed. The next key
 * restores the focus and is dispatched to the field.
 */
function useKeepFocusInField(field: RefObject<HTMLInputElement | null>) {
  // Registered before the first paint.
  useLayoutEffect(() => {
    const redirectKey = (event: globalThis.KeyboardEvent) => {
      const dialog = document.activeElement?.closest('[role="dialog"]')
      if (!field.current || (dialog && dialog !== document.activeElement)) return
      // At its original target it would trigger a shortcut; the character itself goes to the focused field.
      event.stopPropagation()
      field.current.focus()
      const { type, key, code, ctrlKey, metaKey, altKey, shiftKey } = event
      const eventInit = { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true }
      if (!field.current.dispatchEvent(new KeyboardEvent(type, eventInit))) event.preventDefault()
    }
    addEventListener('keydown', redirectKey, { capture: true })
    return () => removeEventListener('keydown', redirectKey, { capture: true })
  }, [field])
}

/** Types the keystrokes buffered before the field was mounted; a buffered Enter runs the first resulting row. */
function useBufferedKeystrokes(onText: (text: string) => void, chooseFirst: (() => void) | undefined) {
  const [isEnterPending, setEnterPending] = useState(false)
  const readBuffer = useEffectEvent(() => {
    const buffered = takeBufferedKeystrokes()
    if (buffered.text) onText(buffered.text)
    if (buffered.enter) setEnterPending(true)
  })
  const runFirst = useEffectEvent(() => chooseFirst?.())
  const ready = isEnterPending && chooseFirst !== undefined
  // The buffer is outside React. Read before the first paint, so that no keystroke is lost.
  useLayoutEffect(() => readBuffer(), [])
  useEffect(() => {
    if (ready) runFirst()
  }, [ready])
}

/** A command may change while its level is open: use the registered one. */
function useCurrentLevel(level: Command | undefined): Command | undefined {
  const registered = useAllCommands().find((command) => command.id === level?.id)
  return registered?.children ? registered : level
}

/** The command that the level makes of the query, once the code for it has loaded. */
function useTypedCommand(parent: Command | undefined, query: string) {
  const [level, setLevel] = useState<{ id: string; read: TypedCommand } | null>(null)
  const load = useEffectEvent(async (id: string) => {
    const read = await parent?.typed?.()
    if (read) setLevel({ id, read })
  })
  const id = parent?.typed ? parent.id : null
  // Code is loaded outside React.
  useEffect(() => {
    if (id !== null) void load(id)
  }, [id])
  return level !== null && level.id === id && query.trim() !== '' ? level.read(query) : null
}

function usePaletteGroups(parent: Command | undefined, query: string, typed: Command | null) {
  const { t } = useTranslation()
  const top = useAllCommands()
  const sources = usePaletteSources()
  // Choosing an entry closes the palette, so the order is stable while it is open.
  const [recent] = useState(recentCommands)
  return paletteEntries({
    commands: parent?.children?.() ?? top,
    typed,
    sources: parent ? [] : sources,
    recent: parent ? [] : recent,
    query,
    labelOf: (command) => t(command.label, command.labelValues ?? {}),
  })
}

/** Back to the parent level, with its name; narrow screens, which have no Esc key, also get a close button. */
function BackButton({ parent, onBack }: { parent: Command | undefined; onBack: () => void }) {
  const { t } = useTranslation()
  const isMobile = useIsMobile()
  const name = parent && t(parent.label, parent.labelValues ?? {})
  return (
    <>
      {parent || isMobile ? (
        <IconButton
          size={isMobile ? 'lg' : 'sm'}
          label={t(parent ? 'palette.back' : 'ui.close')}
          onClick={onBack}
          className="-ml-1.5"
        >
          <ArrowLeft size={16} aria-hidden />
        </IconButton>
      ) : (
        <Search size={16} aria-hidden className="shrink-0 text-ink-3" />
      )}
      {name && (
        <span className="shrink-0 rounded-md bg-hover px-1.5 py-0.5 text-xs font-medium whitespace-nowrap text-ink-2">
          {name}
        </span>
      )}
    </>
  )
}
