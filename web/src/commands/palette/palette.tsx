import { Dialog as Base } from '@base-ui/react/dialog'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useEscapeLayer } from '../../ui/overlays/escape-layer.ts'
import { PaletteLevel, type PaletteLevels } from './palette-level.tsx'

/**
 * Every available command by name. Backspace in an empty field goes up a level; Esc closes it. Fills narrow screens.
 */
export function Palette({
  levels,
  onLevelsChange,
  opener,
  isClosingRef,
}: {
  /** Null while the palette is closed. */
  levels: PaletteLevels | null
  onLevelsChange: (levels: PaletteLevels | null) => void
  /** The element that had the focus before, to restore it. */
  opener: RefObject<HTMLElement | null>
  /** True from closing until the focus is restored. */
  isClosingRef: RefObject<boolean>
}) {
  const { t } = useTranslation()
  const { layer, isForLayerAbove } = useEscapeLayer()
  return (
    <Base.Root
      open={levels !== null}
      onOpenChange={(open, details) => isForLayerAbove(details) || open || onLevelsChange(null)}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-closed:transition-none data-starting-style:opacity-0" />
        {/* Fades in, but is removed at once: the next key may already be for the page. */}
        <Base.Popup
          {...layer}
          finalFocus={() => {
            isClosingRef.current = false
            return focusTarget(opener.current)
          }}
          aria-label={t('palette.title')}
          className="fixed z-40 flex flex-col overflow-hidden bg-raised shadow-pop outline-none transition-[opacity,scale] max-md:inset-0 md:top-[15vh] md:left-1/2 md:max-h-[70vh] md:w-150 md:max-w-[calc(100vw-2rem)] md:-translate-x-1/2 md:rounded-xl md:has-data-preview:w-200 data-closed:transition-none data-starting-style:scale-98 data-starting-style:opacity-0"
        >
          {/* A new level starts with an empty field and its first row. */}
          {levels && <PaletteLevel key={levels.length} levels={levels} onLevelsChange={onLevelsChange} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * The element to restore the focus to, unless the command has moved it. If the command removed the focused row from
 * its list, or another conversation was opened, this is the row focused now. Never the body: that would mean the page's first link.
 */
function focusTarget(opener: HTMLElement | null): HTMLElement | false {
  const active = document.activeElement
  const hasFocusMoved = active !== null && active !== document.body && !active.closest('[cmdk-root]')
  if (hasFocusMoved || opener === null || opener === document.body) return false
  if (opener.isConnected && !opener.matches(ROW)) return opener
  return currentRow() ?? (opener.isConnected ? opener : false)
}

const ROW = '[data-rows] [data-row]'

/** The row that keys act on: the focused one, otherwise that of the open conversation. */
const currentRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(`${ROW}[data-focused]`) ??
  document.querySelector<HTMLElement>(`${ROW}[aria-current]`)
