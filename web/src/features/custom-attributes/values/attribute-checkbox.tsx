import { useEffect, useRef, useState } from 'react'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { AttributeError } from './attribute-error.tsx'
import type { AttributeFieldProps } from './attribute-field-props.ts'

/** Saves on click. */
export function AttributeCheckbox({ attribute, value, save, editRequest, readOnly }: AttributeFieldProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (editRequest) box.current?.querySelector<HTMLElement>('[role=checkbox]')?.focus()
  }, [editRequest])
  return (
    <div ref={box}>
      <div className="flex min-h-7 items-center px-1.5">
        <Checkbox
          label={attribute.name}
          checked={value === true}
          disabled={readOnly}
          onCheckedChange={(checked) => void save(checked).then(setRefusal)}
        />
      </div>
      <AttributeError text={refusal} />
    </div>
  )
}
