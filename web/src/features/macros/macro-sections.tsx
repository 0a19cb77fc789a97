import { macroVisibilities } from '@parley/contract/macros/macros'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PickerButton } from '../../filters/picker-button.tsx'
import { fullName } from '../../format/names.ts'
import { FormField, SelectField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { agentsQuery, teamsQuery } from '../../session/queries.ts'
import { Combobox, type ComboboxItem } from '../../ui/inputs/combobox.tsx'
import { PageSection } from '../../ui/layout/page.tsx'
import { MacroActionsField } from './macro-actions-field.tsx'
import type { MacroFields } from './macro-fields.ts'
import { MacroPlacesField } from './macro-places-field.tsx'
import { MacroTextField } from './macro-text-field.tsx'

/** The form sections of a macro, new or existing. */
export function MacroSections({ form, isNew = false }: { form: EntityForm<MacroFields>; isNew?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <PageSection title={t('macros.identity')} help={t('macros.identity.help')}>
        <div className="grid gap-4">
          <TextField form={form} name="name" label={t('macros.name')} autoFocus={isNew} />
          <div className="grid gap-4 md:grid-cols-2">
            <SelectField
              form={form}
              name="visibility"
              label={t('macros.visibility')}
              options={macroVisibilities.map((value) => ({ value, label: t(`macros.visibility.${value}`) }))}
            />
            <OwnerField form={form} />
          </div>
          <MacroPlacesField form={form} />
        </div>
      </PageSection>
      <PageSection title={t('macros.text')} help={t('macros.text.help')}>
        <MacroTextField form={form} />
      </PageSection>
      <PageSection title={t('macros.actions')} help={t('macros.actions.help')}>
        <MacroActionsField form={form} />
      </PageSection>
    </>
  )
}

/** The team or agent that a macro is for; nothing for a shared macro. */
function OwnerField({ form }: { form: EntityForm<MacroFields> }) {
  const { t } = useTranslation()
  const visibility = useFieldValue(form, 'visibility')
  const teams = useQuery(teamsQuery).data ?? []
  const agents = useQuery(agentsQuery).data ?? []
  if (visibility === 'team')
    return (
      <OwnerPicker
        form={form}
        name="team_id"
        label={t('macros.team')}
        placeholder={t('macros.team.placeholder')}
        items={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    )
  if (visibility === 'user')
    return (
      <OwnerPicker
        form={form}
        name="user_id"
        label={t('macros.agent')}
        placeholder={t('macros.agent.placeholder')}
        items={agents.map((agent) => ({ value: String(agent.id), label: fullName(agent) }))}
      />
    )
  return null
}

function OwnerPicker({
  form,
  name,
  label,
  placeholder,
  items,
}: {
  form: EntityForm<MacroFields>
  name: 'team_id' | 'user_id'
  label: string
  placeholder: string
  items: readonly ComboboxItem[]
}) {
  const { t } = useTranslation()
  return (
    <FormField form={form} name={name} label={label}>
      {(field) => {
        const value = typeof field.value === 'string' ? field.value : null
        const chosen = items.find((item) => item.value === value)
        return (
          <Combobox
            label={label}
            placeholder={t('macros.action.find')}
            empty={t('macros.action.none_found')}
            items={items}
            value={value}
            onValueChange={field.onChange}
            trigger={
              <PickerButton filled={value !== null} ref={field.ref} onBlur={field.onBlur}>
                {value === null ? placeholder : (chosen?.label ?? t('macros.action.gone'))}
              </PickerButton>
            }
          />
        )
      }}
    </FormField>
  )
}
