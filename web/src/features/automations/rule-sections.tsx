import { ruleEvents, ruleTypes } from '@parley/contract/automation-fields'
import { useTranslation } from 'react-i18next'
import { BoxesField } from '../../admin/boxes-field.tsx'
import { SelectField, SwitchField, TextField, useValue } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { PageSection } from '../../ui/page.tsx'
import { ActionsField } from './actions-field.tsx'
import { ConditionsField } from './conditions-field.tsx'
import type { RuleFields } from './rule-fields.ts'
import { TryIt } from './try/try-it.tsx'

/** The fields of a rule, new or not; `id` of what exists. */
export function RuleSections({ of, id }: { of: EntityForm<RuleFields>; id?: number }) {
  const { t } = useTranslation()
  const type = useValue(of, 'type')
  return (
    <>
      <PageSection title={t('automations.identity')} help={t('automations.identity.help')}>
        <div className="grid gap-4">
          <TextField of={of} name="name" label={t('automations.name')} autoFocus={id === undefined} />
          <TextField of={of} name="description" label={t('automations.description')} />
          {id !== undefined && (
            <SwitchField
              of={of}
              name="enabled"
              label={t('automations.enabled')}
              help={t('automations.enabled.help')}
            />
          )}
        </div>
      </PageSection>
      <PageSection title={t('automations.when')} help={t('automations.when.help')}>
        <div className="grid gap-4">
          <SelectField
            of={of}
            name="type"
            label={t('automations.type')}
            help={t(`automations.type.${type}.help`)}
            options={ruleTypes.map((value) => ({ value, label: t(`automations.type.${value}`) }))}
          />
          {type === 'conversation_update' && (
            <BoxesField
              of={of}
              name="events"
              label={t('automations.events')}
              boxes={ruleEvents.map((value) => ({ value, label: t(`automations.event.${value}`) }))}
            />
          )}
        </div>
      </PageSection>
      <PageSection
        title={t('automations.conditions')}
        help={t(type === 'time_trigger' ? 'automations.conditions.help_time' : 'automations.conditions.help')}
      >
        <ConditionsField of={of} />
      </PageSection>
      <PageSection title={t('automations.actions')} help={t('automations.actions.help')}>
        <ActionsField of={of} />
      </PageSection>
      <PageSection title={t('automations.try')} help={t('automations.try.help')}>
        <TryIt of={of} {...(id !== undefined && { id })} />
      </PageSection>
    </>
  )
}
