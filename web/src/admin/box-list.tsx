import { clsx } from 'clsx'
import { useId } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'

export type Box = {
  value: string
  label: string
  help?: string
  /** Why it cannot be chosen; said in the help's place. */
  refusal?: string | null
}

/** Boxes with what each means under it. The order of the chosen ones is that of the boxes. */
export function BoxList({
  boxes,
  values,
  onChange,
  disabled = false,
}: {
  boxes: readonly Box[]
  values: readonly string[]
  onChange: (values: string[]) => void
  disabled?: boolean
}) {
  const set = (value: string, on: boolean) =>
    // What no box stands for stays as it is.
    onChange(on ? [...values, value] : values.filter((one) => one !== value))
  return (
    <ul className="grid gap-x-6 gap-y-2.5 md:grid-cols-2">
      {boxes.map((box) => (
        <BoxLine
          key={box.value}
          box={box}
          on={values.includes(box.value)}
          // What somebody has already can be taken away.
          disabled={disabled || (Boolean(box.refusal) && !values.includes(box.value))}
          onChange={(on) => set(box.value, on)}
        />
      ))}
    </ul>
  )
}

function BoxLine({
  box,
  on,
  disabled,
  onChange,
}: {
  box: Box
  on: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  const words = disabled && box.refusal ? `${box.refusal}.` : box.help
  return (
    <li>
      <Checkbox checked={on} onCheckedChange={onChange} disabled={disabled} describedBy={words && id}>
        <span className={clsx('font-medium', disabled && 'text-ink-3')}>{box.label}</span>
      </Checkbox>
      {words && (
        <p id={id} className="pl-6 text-xs text-ink-3">
          {words}
        </p>
      )}
    </li>
  )
}
