import { ruleEvents, ruleTypes } from '@parley/contract/automations/automation-fields'
import { useTranslation } from 'react-i18next'
import { CheckboxListField } from '../../forms/fields/checkbox-list-field.tsx'
import { SelectField, SwitchField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { ActionsField } from './actions/actions-field.tsx'
import { ConditionsField } from './conditions/conditions-field.tsx'
import type { RuleFields } from './rule-fields.ts'
import { RuleTester } from './rule-test/rule-tester.tsx'

/** The form sections of a rule; `id` is set for an existing one. */
export function RuleSections({ form, id }: { form: EntityForm<RuleFields>; id?: number }) {
  const { t } = useTranslation()
  const type = useFieldValue(form, 'type')
  return (
    <>
      <PageSection title={t('automations.identity')} help={t('automations.identity.help')}>
        <div className="grid gap-4">
          <TextField form={form} name="name" label={t('automations.name')} autoFocus={id === undefined} />
          <TextField form={form} name="description" label={t('automations.description')} />
          {id !== undefined && (
            <SwitchField
              form={form}
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
            form={form}
            name="type"
            label={t('automations.type')}
            help={t(`automations.type.${type}.help`)}
            options={ruleTypes.map((value) => ({ value, label: t(`automations.type.${value}`) }))}
          />
          {type === 'conversation_update' && (
            <CheckboxListField
              form={form}
              name="events"
              label={t('automations.events')}
              options={ruleEvents.map((value) => ({ value, label: t(`automations.event.${value}`) }))}
            />
          )}
        </div>
      </PageSection>
      <PageSection
        title={t('automations.conditions')}
        help={t(type === 'time_trigger' ? 'automations.conditions.help_time' : 'automations.conditions.help')}
      >
        <ConditionsField form={form} />
      </PageSection>
      <PageSection title={t('automations.actions')} help={t('automations.actions.help')}>
        <ActionsField form={form} />
      </PageSection>
      <PageSection title={t('automations.try')} help={t('automations.try.help')}>
        <RuleTester form={form} {...(id !== undefined && { id })} />
      </PageSection>
    </>
  )
}
