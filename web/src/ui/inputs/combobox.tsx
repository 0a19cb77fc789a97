import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, Search } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { matchesWords } from './combobox-match.ts'

export type ComboboxItem = {
  value: string
  label: string
  /** More words that find it, for example an email address. */
  keywords?: string
  icon?: ReactNode
  detail?: ReactNode
}

type ComboboxProps = {
  items: readonly ComboboxItem[]
  /** The button that shows the present choice and opens the list. */
  trigger: ReactElement
  /** Names the list and its search field, for example "Assignee". */
  label: string
  placeholder: string
  /** What to say when nothing matches. */
  empty: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** A row under the list, for example "Create tag". */
  footer?: ReactNode
  onSearchChange?: (text: string) => void
  align?: 'start' | 'end'
}

/** Chooses one of many by typing. Choosing closes it. */
export function Combobox({
  value,
  onValueChange,
  ...shared
}: ComboboxProps & { value: string | null; onValueChange: (value: string) => void }) {
  const chosen = shared.items.find((item) => item.value === value) ?? null
  return (
    <Base.Root
      items={shared.items}
      value={chosen}
      onValueChange={(item) => item && onValueChange(item.value)}
      isItemEqualToValue={sameItem}
      filter={matchesWords}
      open={shared.open}
      onOpenChange={shared.onOpenChange}
      onInputValueChange={shared.onSearchChange}
      autoHighlight
    >
      <ComboboxPopup {...shared} chosen={chosen ? [chosen] : []} />
    </Base.Root>
  )
}

/** Chooses several of many by typing. Stays open until dismissed. */
export function MultiCombobox({
  values,
  onValuesChange,
  ...shared
}: ComboboxProps & { values: readonly string[]; onValuesChange: (values: string[]) => void }) {
  const chosen = shared.items.filter((item) => values.includes(item.value))
  return (
    <Base.Root
      multiple
      items={shared.items}
      value={chosen}
      onValueChange={(items) => onValuesChange(items.map((item) => item.value))}
      isItemEqualToValue={sameItem}
      filter={matchesWords}
      open={shared.open}
      onOpenChange={shared.onOpenChange}
      onInputValueChange={shared.onSearchChange}
      autoHighlight
    >
      <ComboboxPopup {...shared} chosen={chosen} />
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
  chosen,
}: ComboboxProps & { chosen: readonly ComboboxItem[] }) {
  // The role combobox takes no name from its content.
  const name = chosen.length > 0 ? `${label}: ${chosen.map((item) => item.label).join(', ')}` : label
  return (
    <>
      {/* A Field around it would name it by its label alone, without the choice. */}
      <Base.Trigger render={trigger} aria-label={name} aria-labelledby={undefined} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} collisionPadding={8} className="z-50">
          <Base.Popup
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
