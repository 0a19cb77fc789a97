import { Input } from './input.tsx'

const colorPattern = /^#[0-9a-f]{6}$/i

/** A colour as #rrggbb: typed, or chosen with the system's picker. The picker shows `placeholder` while the text is no colour. */
export function ColorInput({
  value,
  onChange,
  onBlur,
  placeholder,
  pickerLabel,
  name,
}: {
  value: string
  onChange: (color: string) => void
  onBlur?: () => void
  placeholder: string
  /** Accessible name of the button that opens the picker. */
  pickerLabel: string
  name?: string
}) {
  return (
    <Input
      name={name}
      value={value}
      placeholder={placeholder}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      dir="ltr"
      className="max-w-40 font-mono"
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value.trim())}
      start={
        <input
          type="color"
          aria-label={pickerLabel}
          value={colorPattern.test(value) ? value.toLowerCase() : placeholder}
          onChange={(event) => onChange(event.target.value)}
          className="-ml-1 size-5 shrink-0 cursor-pointer appearance-none rounded border bg-transparent p-0 [&::-moz-color-swatch]:rounded [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
      }
    />
  )
}
