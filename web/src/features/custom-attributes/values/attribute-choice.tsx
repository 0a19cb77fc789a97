import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { AttributeButton } from './attribute-button.tsx'
import { AttributeError } from './attribute-error.tsx'
import type { AttributeFieldProps } from './attribute-field-props.ts'

/** Choices go by their place: any text can be one, also what would stand for none. */
const NONE = '-1'

/** One of the attribute's choices. A value that is none of them any more shows until another is chosen. */
export function AttributeChoice({ attribute, value, save, editRequest, readOnly }: AttributeFieldProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    if (editRequest) setOpen(true)
  }, [editRequest])
  const { name, values } = attribute
  const choose = (place: string) => {
    const chosen = values[Number(place)] ?? null
    if (chosen !== value) void save(chosen).then(setRefusal)
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
          ...values.map((choice, place) => ({ value: String(place), label: choice })),
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
