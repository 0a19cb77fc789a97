import { useTranslation } from 'react-i18next'
import { FormField, NumberField, SelectField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import { TimeZoneField } from '../../forms/fields/time-zone-field.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { HoursSelect } from '../../working-time/hours-select.tsx'
import { EmojiField } from './emoji-field.tsx'
import { MembersField } from './members-field.tsx'
import { PolicyField } from './policy-field.tsx'
import { assignmentKey, assignmentTypes, type TeamFields } from './team-fields.ts'

/** The form sections of a team. */
export function TeamSections({ form, isNew = false }: { form: EntityForm<TeamFields>; isNew?: boolean }) {
  const { t } = useTranslation()
  const assignment = useFieldValue(form, 'conversation_assignment_type') ?? 'Manual'
  return (
    <>
      <PageSection title={t('teams.identity')} help={t('teams.identity.help')}>
        <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_6rem]">
          <TextField form={form} name="name" label={t('teams.name')} autoFocus={isNew} />
          <EmojiField form={form} name="emoji" label={t('teams.emoji')} />
        </div>
      </PageSection>
      <PageSection title={t('teams.members')} help={t('teams.members.help')}>
        <MembersField form={form} />
      </PageSection>
      <PageSection title={t('teams.assignment')} help={t('teams.assignment.help')}>
        <div className="grid gap-4 md:grid-cols-2">
          <SelectField
            form={form}
            name="conversation_assignment_type"
            label={t('teams.assignment.type')}
            help={t(`${assignmentKey(assignment)}.help`)}
            options={assignmentTypes.map((value) => ({ value, label: t(assignmentKey(value)) }))}
          />
          <NumberField
            form={form}
            name="max_auto_assigned_conversations"
            label={t('teams.max')}
            help={t('teams.max.help')}
            disabled={assignment === 'Manual'}
          />
        </div>
      </PageSection>
      <PageSection title={t('teams.time')} help={t('teams.time.help')}>
        <div className="space-y-4">
          <FormField
            form={form}
            name="business_hours_id"
            label={t('teams.hours')}
            help={t('teams.hours.help')}
          >
            {(field) => (
              <HoursSelect
                value={Number(field.value) || null}
                noneLabel={t('teams.hours.none')}
                onValueChange={field.onChange}
              />
            )}
          </FormField>
          <TimeZoneField form={form} name="timezone" label={t('teams.timezone')} />
          {may(useMe(), 'sla:manage') && <PolicyField form={form} />}
        </div>
      </PageSection>
    </>
  )
}
