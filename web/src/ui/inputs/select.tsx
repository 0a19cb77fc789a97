import { Select as Base } from '@base-ui/react/select'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Typing on the closed control selects by name. */
const TYPEAHEAD_MS = 1000

export type SelectOption<Value> = { value: Value; label: string; icon?: ReactNode; disabled?: boolean }

/**
 * Selects from a short, fixed list. In a Field it is named by the Field's label; elsewhere pass `label`. `trigger`
 * replaces the default button, for example in a list's header.
 */
export function Select<Value extends string | number>({
  options,
  value,
  onValueChange,
  label,
  placeholder,
  trigger,
  disabled,
  name,
  align = 'start',
}: {
  options: readonly SelectOption<Value>[]
  value: Value | null
  onValueChange: (value: Value) => void
  label?: string
  placeholder?: string
  trigger?: ReactElement
  disabled?: boolean
  name?: string
  align?: 'start' | 'end'
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  const recordTyping = (event: KeyboardEvent) => {
    typedAt.current = event.timeStamp
  }
  /** The library resets to the first value when the selected option disappears; the user did not choose that. */
  const isUserChange = ({ reason, event }: Base.Root.ChangeEventDetails) =>
    reason !== 'none' || event.type !== 'base-ui' || event.timeStamp - typedAt.current < TYPEAHEAD_MS
  return (
    <Base.Root
      items={[...options]}
      value={value}
      onValueChange={(next, details) => next !== null && isUserChange(details) && onValueChange(next)}
      onOpenChange={setOpen}
      disabled={disabled}
      name={name}
    >
      {trigger ? (
        <Base.Trigger render={trigger} aria-label={label} onKeyDown={recordTyping} />
      ) : (
        <Base.Trigger
          aria-label={label}
          onKeyDown={recordTyping}
          className="field h-8 justify-between gap-2 px-2.5 text-left"
        >
          <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-ink-3" />
          <Base.Icon render={<ChevronDown size={14} aria-hidden className="text-ink-3" />} />
        </Base.Trigger>
      )}
      {/* At the end of the body it would be outside all landmarks. It stays there when closed, next to those of other
          selects. */}
      <Base.Portal {...(open && { role: 'region', 'aria-label': t('ui.menu') })}>
        <Base.Positioner
          sideOffset={4}
          align={align}
          alignItemWithTrigger={false}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            className={clsx(
              'floating max-h-[min(22rem,var(--available-height))] min-w-(--anchor-width) overflow-y-auto overscroll-contain p-1',
              trigger && 'min-w-44',
            )}
          >
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="option-row"
              >
                {option.icon}
                <Base.ItemText className="flex-1 truncate">{option.label}</Base.ItemText>
                <Base.ItemIndicator render={<Check size={14} aria-hidden />} />
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
