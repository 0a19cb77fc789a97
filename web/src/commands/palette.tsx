import { Dialog as Base } from '@base-ui/react/dialog'
import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd, KeyLabels } from '../ui/kbd.tsx'
import { type Command, isPossible, shownKey } from './command.ts'
import { useAllCommands } from './registry.ts'

/** The levels that are open, the innermost last; empty is the top. */
export type PaletteLevels = readonly Command[]

/** Every possible command by name. Backspace in an empty field goes up a level; Esc closes. */
export function Palette({
  levels,
  onLevelsChange,
  onSearch,
  opener,
}: {
  /** Null while the palette is closed. */
  levels: PaletteLevels | null
  onLevelsChange: (levels: PaletteLevels | null) => void
  /** Looks for what was typed, where there is a search. */
  onSearch: ((text: string) => void) | undefined
  /** What had the focus when it was opened, and gets it back. */
  opener: RefObject<HTMLElement | null>
}) {
  const { t } = useTranslation()
  return (
    <Base.Root open={levels !== null} onOpenChange={(open) => !open && onLevelsChange(null)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          finalFocus={() => (isFocusTaken() ? false : opener.current)}
          aria-label={t('palette.title')}
          className="fixed top-[15vh] left-1/2 z-40 w-[calc(100vw-2rem)] max-w-150 -translate-x-1/2 overflow-hidden rounded-xl bg-raised shadow-pop outline-none transition-[opacity,scale] data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
        >
          {/* A new level starts with an empty field and the first row. */}
          {levels && (
            <PaletteLevel
              key={levels.length}
              levels={levels}
              onLevelsChange={onLevelsChange}
              onSearch={onSearch}
            />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** It is given back when the palette has faded away; by then the command may have put it where it is wanted. */
const isFocusTaken = () =>
  document.activeElement !== document.body && document.activeElement?.closest('[cmdk-root]') === null

function PaletteLevel({
  levels,
  onLevelsChange,
  onSearch,
}: {
  levels: PaletteLevels
  onLevelsChange: (levels: PaletteLevels | null) => void
  onSearch: ((text: string) => void) | undefined
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const parent = levels.at(-1)
  const top = useAllCommands()
  const shown = (parent?.children?.() ?? top).filter((c) => !c.shortcutOnly && isPossible(c))

  const choose = (command: Command) => {
    if (command.children) return onLevelsChange([...levels, command])
    // Closed first, so that what the command opens or focuses keeps the focus.
    onLevelsChange(null)
    command.run()
  }
  const goUp = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || typed !== '' || levels.length === 0) return
    event.preventDefault()
    onLevelsChange(levels.slice(0, -1))
  }

  return (
    // cmdk's vim keys would take Ctrl+K, which closes what it has opened.
    <Cmdk label={t('palette.title')} loop vimBindings={false}>
      <div className="flex h-12.5 items-center gap-2.5 border-b px-4">
        <Search size={16} aria-hidden className="text-ink-3" />
        {parent && (
          <span className="shrink-0 rounded-md bg-hover px-1.5 py-0.5 text-xs whitespace-nowrap font-medium text-ink-2">
            {t(parent.label, parent.labelValues ?? {})}
          </span>
        )}
        <Cmdk.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          onKeyDown={goUp}
          placeholder={t('palette.placeholder')}
          className="h-full w-full bg-transparent text-md outline-none pointer-coarse:text-lg"
        />
      </div>
      <Cmdk.List className="max-h-[min(24rem,55vh)] scroll-py-2 overflow-y-auto overscroll-contain p-2">
        <Cmdk.Empty className="px-2 py-8 text-center text-ink-3">{t('palette.empty')}</Cmdk.Empty>
        {[...Map.groupBy(shown, (command) => command.group)].map(([group, commands]) => (
          <Cmdk.Group
            key={group}
            heading={t(group)}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3"
          >
            {commands.map((command) => (
              <PaletteRow key={command.id} command={command} onChoose={() => choose(command)} />
            ))}
          </Cmdk.Group>
        ))}
        {onSearch && levels.length === 0 && typed.trim() !== '' && (
          <Cmdk.Item
            // Below every command that matches; whatever was typed can be searched for.
            forceMount
            value={`search ${typed}`}
            onSelect={() => {
              onLevelsChange(null)
              onSearch(typed.trim())
            }}
            className="flex h-9.5 cursor-default items-center gap-3 rounded-lg px-2.5 select-none data-[selected=true]:bg-selected"
          >
            <Search size={16} aria-hidden className="shrink-0 text-ink-3" />
            <span className="truncate">{t('palette.search_for', { text: typed.trim() })}</span>
          </Cmdk.Item>
        )}
      </Cmdk.List>
      <PaletteHints nested={levels.length > 0} />
    </Cmdk>
  )
}

function PaletteRow({ command, onChoose }: { command: Command; onChoose: () => void }) {
  const { t } = useTranslation()
  const label = t(command.label, command.labelValues ?? {})
  const keys = shownKey(command)
  const Icon = command.icon
  return (
    <Cmdk.Item
      value={command.id}
      keywords={[label, command.keywords ?? '']}
      onSelect={onChoose}
      className="flex h-9.5 cursor-default items-center gap-3 rounded-lg px-2.5 select-none data-[selected=true]:bg-selected"
    >
      {Icon ? <Icon size={16} aria-hidden className="text-ink-3" /> : <span className="w-4" />}
      <span className="flex-1 truncate">
        {label}
        {command.children && '…'}
      </span>
      {keys && <KeyLabels keys={keys} />}
    </Cmdk.Item>
  )
}

function PaletteHints({ nested }: { nested: boolean }) {
  const { t } = useTranslation()
  return (
    <div aria-hidden className="hidden items-center gap-4 border-t px-4 py-2 text-xs text-ink-3 md:flex">
      <span className="flex items-center gap-1.5">
        <Kbd>↵</Kbd> {t('palette.hint.select')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('palette.hint.navigate')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>Esc</Kbd> {t('palette.hint.close')}
      </span>
      {nested && (
        <span className="flex items-center gap-1.5">
          <Kbd>⌫</Kbd> {t('palette.hint.parent')}
        </span>
      )}
    </div>
  )
}
