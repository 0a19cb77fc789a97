import { type MacroPlace, macroPlaces } from '@parley/contract/macros/macros'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import type { MacroFields } from './macro-fields.ts'

/** Where a macro is offered; at least one place. */
export function MacroPlacesField({ form }: { form: EntityForm<MacroFields> }) {
  const { t } = useTranslation()
  const { field, error } = useField({ form, name: 'visible_when' })
  const errorId = useId()
  const chosen = field.value as MacroPlace[] // the field's own type
  const toggle = (place: MacroPlace, on: boolean) =>
    field.onChange(macroPlaces.filter((one) => (one === place ? on : chosen.includes(one))))
  return (
    <fieldset data-invalid={error ? '' : undefined} aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-medium">{t('macros.places')}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {macroPlaces.map((place) => (
          <Checkbox key={place} checked={chosen.includes(place)} onCheckedChange={(on) => toggle(place, on)}>
            {t(`macros.place.${place}`)}
          </Checkbox>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
