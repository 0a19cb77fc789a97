import { useTranslation } from 'react-i18next'
import { FormField, NumberField, SelectField, TextField, useValue } from '../../admin/fields.tsx'
import { TimeZoneField } from '../../admin/time-zone-field.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { may } from '../../session/may.ts'
import { useMe } from '../../session/use-me.ts'
import { PageSection } from '../../ui/page.tsx'
import { HoursSelect } from '../../working-time/hours-select.tsx'
import { EmojiField } from './emoji-field.tsx'
import { MembersField } from './members-field.tsx'
import { PolicyField } from './policy-field.tsx'
import { assignmentKey, assignmentTypes, type TeamFields } from './team-fields.ts'

/** The fields of a team, new or not. */
export function TeamSections({ of, isNew = false }: { of: EntityForm<TeamFields>; isNew?: boolean }) {
  const { t } = useTranslation()
  const assignment = useValue(of, 'conversation_assignment_type') ?? 'Manual'
  return (
    <>
      <PageSection title={t('teams.identity')} help={t('teams.identity.help')}>
        <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_6rem]">
          <TextField of={of} name="name" label={t('teams.name')} autoFocus={isNew} />
          <EmojiField of={of} name="emoji" label={t('teams.emoji')} />
        </div>
      </PageSection>
      <PageSection title={t('teams.members')} help={t('teams.members.help')}>
        <MembersField of={of} />
      </PageSection>
      <PageSection title={t('teams.assignment')} help={t('teams.assignment.help')}>
        <div className="grid gap-4 md:grid-cols-2">
          <SelectField
            of={of}
            name="conversation_assignment_type"
            label={t('teams.assignment.type')}
            help={t(`${assignmentKey(assignment)}.help`)}
            options={assignmentTypes.map((value) => ({ value, label: t(assignmentKey(value)) }))}
          />
          <NumberField
            of={of}
            name="max_auto_assigned_conversations"
            label={t('teams.max')}
            help={t('teams.max.help')}
            disabled={assignment === 'Manual'}
          />
        </div>
      </PageSection>
      <PageSection title={t('teams.time')} help={t('teams.time.help')}>
        <div className="space-y-4">
          <FormField of={of} name="business_hours_id" label={t('teams.hours')} help={t('teams.hours.help')}>
            {(field) => (
              <HoursSelect
                value={Number(field.value) || null}
                none={t('teams.hours.none')}
                onValueChange={field.onChange}
              />
            )}
          </FormField>
          <TimeZoneField of={of} name="timezone" label={t('teams.timezone')} />
          {may(useMe(), 'sla:manage') && <PolicyField of={of} />}
        </div>
      </PageSection>
    </>
  )
}
