import { getTeam, type Team, TeamWrite, updateTeam } from '@parley/contract/teams'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { fieldsOf, TEAMS } from './team-fields.ts'
import { TeamSections } from './team-sections.tsx'

export function TeamPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/teams/teams/$id/edit' })
  const query = useQuery(entityQuery('teams', getTeam, id))
  return (
    <EntityPage query={query} within={{ to: TEAMS, label: t('admin.teams') }}>
      {(team) => <TeamForm key={team.id} team={team} />}
    </EntityPage>
  )
}

function TeamForm({ team }: { team: Team }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: TeamWrite,
    values: fieldsOf(team),
    current: () => call(getTeam, { params: { id: String(team.id) } }),
    fieldsOf,
    place: `teams/${team.id}`,
    refresh: keys.teams,
    said: t('teams.saved'),
    save: (body, attempt) => call(updateTeam, { params: { id: String(team.id) }, body, ...attempt }),
  })
  return (
    <FormPage of={form} title={team.name} within={{ to: TEAMS, label: t('admin.teams') }}>
      <TeamSections of={form} />
    </FormPage>
  )
}
