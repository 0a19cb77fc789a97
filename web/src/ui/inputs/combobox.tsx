import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, Search } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { matchesWords } from './combobox-match.ts'

export type ComboboxItem = {
  value: string
  label: string
  /** Additional search keywords, for example an email address. */
  keywords?: string
  icon?: ReactNode
  detail?: ReactNode
}

/** What a `ComboboxOnDemand` passes on. */
export type ComboboxPopupProps = {
  /** The button that shows the current selection and opens the list. */
  trigger: ReactElement
  /** Accessible name of the list and its search field, for example "Assignee". */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Called once the list is gone, after its animation. */
  onClosed?: () => void
  popupId?: string
}

type ComboboxProps = ComboboxPopupProps & {
  items: readonly ComboboxItem[]
  placeholder: string
  /** Shown when nothing matches. */
  empty: ReactNode
  /** Below the list, for example "Create tag". */
  footer?: ReactNode
  onSearchChange?: (text: string) => void
  align?: 'start' | 'end'
}

/** A searchable single select. Selecting closes it. */
export function Combobox({
  value,
  onValueChange,
  ...shared
}: ComboboxProps & { value: string | null; onValueChange: (value: string) => void }) {
  const selected = shared.items.find((item) => item.value === value) ?? null
  return (
    <Base.Root
      items={shared.items}
      value={selected}
      onValueChange={(item) => item && onValueChange(item.value)}
      isItemEqualToValue={sameItem}
      filter={matchesWords}
      open={shared.open}
      onOpenChange={shared.onOpenChange}
      onOpenChangeComplete={(open) => !open && shared.onClosed?.()}
      onInputValueChange={shared.onSearchChange}
      autoHighlight
    >
      <ComboboxPopup {...shared} chosen={selected ? [selected] : []} />
    </Base.Root>
  )
}

/** A searchable multi-select. Stays open until dismissed. */
export function MultiCombobox({
  values,
  onValuesChange,
  ...shared
}: ComboboxProps & { values: readonly string[]; onValuesChange: (values: string[]) => void }) {
  const selected = shared.items.filter((item) => values.includes(item.value))
  return (
    <Base.Root
      multiple
      items={shared.items}
      value={selected}
      onValueChange={(items) => onValuesChange(items.map((item) => item.value))}
      isItemEqualToValue={sameItem}
      filter={matchesWords}
      open={shared.open}
      onOpenChange={shared.onOpenChange}
      onOpenChangeComplete={(open) => !open && shared.onClosed?.()}
      onInputValueChange={shared.onSearchChange}
      autoHighlight
    >
      <ComboboxPopup {...shared} chosen={selected} />
    </Base.Root>
  )
}

function ComboboxPopup({
  trigger,
  label,
  placeholder,
  empty,
  footer,
  align = 'start',
  popupId,
  chosen,
}: ComboboxProps & { chosen: readonly ComboboxItem[] }) {
  // The role combobox is not named by its content.
  const name = chosen.length > 0 ? `${label}: ${chosen.map((item) => item.label).join(', ')}` : label
  return (
    <>
      {/* A surrounding Field would name it by its label only, without the selection. */}
      <Base.Trigger render={trigger} aria-label={name} aria-labelledby={undefined} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} collisionPadding={8} className="z-50">
          <Base.Popup
            id={popupId}
            aria-label={label}
            className="floating flex max-h-[min(22rem,var(--available-height))] w-[max(var(--anchor-width),15rem)] flex-col"
          >
            <div className="flex items-center gap-2 border-b px-3">
              <Search size={14} aria-hidden className="text-ink-3" />
              <Base.Input
                aria-label={label}
                placeholder={placeholder}
                className="h-9 w-full bg-transparent outline-none"
              />
            </div>
            <Base.Empty className="px-3 py-4 text-center text-ink-3 empty:p-0">{empty}</Base.Empty>
            <Base.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1 data-empty:p-0">
              {(item: ComboboxItem) => (
                <Base.Item key={item.value} value={item} className="option-row">
                  {item.icon}
                  <span className="flex-1 truncate">{item.label}</span>
                  {item.detail && <span className="truncate text-xs text-ink-3">{item.detail}</span>}
                  <Base.ItemIndicator render={<Check size={14} aria-hidden />} />
                </Base.Item>
              )}
            </Base.List>
            {footer && <div className="border-t p-1">{footer}</div>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </>
  )
}

const sameItem = (a: ComboboxItem, b: ComboboxItem) => a.value === b.value
