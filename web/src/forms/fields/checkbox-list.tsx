import { clsx } from 'clsx'
import { useId } from 'react'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'

export type CheckboxOption = {
  value: string
  label: string
  help?: string
  /** Why the option can't be chosen; shown instead of the help. */
  disabledReason?: string | null
}

/** Checkboxes with an explanation under each. */
export function CheckboxList({
  options,
  values,
  onChange,
  disabled = false,
}: {
  options: readonly CheckboxOption[]
  values: readonly string[]
  onChange: (values: string[]) => void
  disabled?: boolean
}) {
  const toggle = (value: string, on: boolean) =>
    // Values without an option are kept.
    onChange(on ? [...values, value] : values.filter((other) => other !== value))
  return (
    <ul className="grid gap-x-6 gap-y-2.5 md:grid-cols-2">
      {options.map((option) => (
        <CheckboxItem
          key={option.value}
          option={option}
          checked={values.includes(option.value)}
          // A refused option can still be removed once it is set.
          disabled={disabled || (Boolean(option.disabledReason) && !values.includes(option.value))}
          onChange={(on) => toggle(option.value, on)}
        />
      ))}
    </ul>
  )
}

function CheckboxItem({
  option,
  checked,
  disabled,
  onChange,
}: {
  option: CheckboxOption
  checked: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  const description = disabled && option.disabledReason ? `${option.disabledReason}.` : option.help
  return (
    <li>
      <Checkbox
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        describedBy={description && id}
      >
        <span className={clsx('font-medium', disabled && 'text-ink-3')}>{option.label}</span>
      </Checkbox>
      {description && (
        <p id={id} className="pl-6 text-xs text-ink-3">
          {description}
        </p>
      )}
    </li>
  )
}
