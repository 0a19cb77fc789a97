import { useEffect, useRef, useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { AttributeRefusal } from './attribute-refusal.tsx'
import type { FieldProps } from './field-props.ts'

/** A click is the whole edit. */
export function AttributeCheckbox({ attribute, value, save, asked, locked }: FieldProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked) box.current?.querySelector<HTMLElement>('[role=checkbox]')?.focus()
  }, [asked])
  return (
    <div ref={box}>
      <div className="flex min-h-7 items-center px-1.5">
        <Checkbox
          label={attribute.name}
          checked={value === true}
          disabled={locked}
          onCheckedChange={(checked) => void save(checked).then(setRefusal)}
        />
      </div>
      <AttributeRefusal text={refusal} />
    </div>
  )
}
