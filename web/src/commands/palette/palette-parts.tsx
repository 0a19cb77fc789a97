import { Command as Cmdk } from 'cmdk'
import { useTranslation } from 'react-i18next'
import { Kbd, KeyLabels } from '../../ui/display/kbd.tsx'
import { displayKey } from '../command.ts'
import type { PaletteEntry } from './palette-entries.ts'

export function PaletteRow({
  entry: { command, parent },
  onChoose,
}: {
  entry: PaletteEntry
  onChoose: () => void
}) {
  const { t } = useTranslation()
  const keys = displayKey(command)
  const Icon = command.icon ?? parent?.icon
  return (
    <Cmdk.Item
      value={command.id}
      onSelect={onChoose}
      className="flex min-h-9.5 cursor-default items-center gap-3 rounded-lg px-2.5 select-none data-[selected=true]:bg-selected pointer-coarse:min-h-11"
    >
      {command.renderIcon ? (
        <span className="-mx-0.5 inline-grid w-5 shrink-0 place-items-center">{command.renderIcon()}</span>
      ) : Icon ? (
        <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      ) : (
        <span className="w-4 shrink-0" />
      )}
      <span dir="auto" className="flex-1 truncate">
        {parent && <span className="text-ink-3">{t(parent.label, parent.labelValues ?? {})} › </span>}
        {t(command.label, command.labelValues ?? {})}
        {command.children && '…'}
      </span>
      {command.detail && <span className="shrink-0 text-xs text-ink-3 tabular-nums">{command.detail}</span>}
      {keys && (
        <span className="inline-flex max-md:hidden">
          <KeyLabels keys={keys} />
        </span>
      )}
    </Cmdk.Item>
  )
}

/** Keyboard hints. Screen readers get the same from the field's role. */
export function PaletteHints() {
  const { t } = useTranslation()
  return (
    <div
      aria-hidden
      className="hidden shrink-0 items-center gap-4 border-t px-4 py-2 text-xs text-ink-3 md:flex pointer-coarse:hidden"
    >
      <span className="flex items-center gap-1.5">
        <Kbd>Enter</Kbd> {t('palette.hint.select')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('palette.hint.navigate')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>Esc</Kbd> {t('palette.hint.close')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>Backspace</Kbd> {t('palette.hint.parent')}
      </span>
    </div>
  )
}
