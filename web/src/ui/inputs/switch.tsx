import { Switch as Base } from '@base-ui/react/switch'

type SwitchProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
  id?: string
} & ({ label: string } | { 'aria-labelledby': string } | { label?: never })

/** Applies immediately. Named by `label`, by `aria-labelledby`, or by the surrounding Field. */
export function Switch({ checked, onCheckedChange, disabled, name, id, ...naming }: SwitchProps) {
  return (
    <Base.Root
      id={id}
      name={name}
      checked={checked}
      onCheckedChange={onCheckedChange}
      disabled={disabled}
      aria-label={'label' in naming ? naming.label : undefined}
      aria-labelledby={'aria-labelledby' in naming ? naming['aria-labelledby'] : undefined}
      // 16 px high, with a 24 px hit area from ::before.
      className="relative inline-flex h-4 w-7 shrink-0 items-center rounded-full bg-line-field p-0.5 transition-colors before:absolute before:-inset-1 data-checked:bg-accent data-disabled:opacity-50"
    >
      <Base.Thumb className="size-3 rounded-full bg-accent-ink shadow-thumb transition-transform data-checked:translate-x-3" />
    </Base.Root>
  )
}
