import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { AttributeButton } from './attribute-button.tsx'
import { AttributeError } from './attribute-error.tsx'
import type { AttributeFieldProps } from './attribute-field-props.ts'

/** Choices are identified by index: any text can be a choice, including a placeholder for none. */
const NONE = '-1'

/** One of the attribute's choices. A value that is no longer among them is shown until another is chosen. */
export function AttributeChoice({ attribute, value, save, editRequest, readOnly }: AttributeFieldProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    if (editRequest) setOpen(true)
  }, [editRequest])
  const { name, values } = attribute
  const choose = (index: string) => {
    const next = values[Number(index)] ?? null
    if (next !== value) void save(next).then(setRefusal)
  }
  return (
    <>
      <Combobox
        label={name}
        placeholder={t('attributes.search')}
        empty={t('attributes.empty')}
        open={open}
        onOpenChange={setOpen}
        value={value === null ? NONE : String(values.indexOf(String(value)))}
        onValueChange={choose}
        items={[
          ...values.map((choice, index) => ({ value: String(index), label: choice })),
          { value: NONE, label: t('attributes.none') },
        ]}
        trigger={
          <AttributeButton name={name} disabled={readOnly}>
            {value === null ? null : String(value)}
          </AttributeButton>
        }
      />
      <AttributeError text={refusal} />
    </>
  )
}
