import { clsx } from 'clsx'
import { useId } from 'react'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'

export type CheckboxOption = {
  value: string
  label: string
  help?: string
  /** Why it cannot be chosen; said in the help's place. */
  disabledReason?: string | null
}

/** Boxes with what each means under it. The order of the chosen ones is that of the boxes. */
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
    // What no box stands for stays as it is.
    onChange(on ? [...values, value] : values.filter((one) => one !== value))
  return (
    <ul className="grid gap-x-6 gap-y-2.5 md:grid-cols-2">
      {options.map((box) => (
        <CheckboxItem
          key={box.value}
          option={box}
          checked={values.includes(box.value)}
          // What somebody has already can be taken away.
          disabled={disabled || (Boolean(box.disabledReason) && !values.includes(box.value))}
          onChange={(on) => toggle(box.value, on)}
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
