import { getTeam, type Team, TeamWrite, updateTeam } from '@parley/contract/teams/teams'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { fieldsOf, TEAMS_PATH } from './team-fields.ts'
import { TeamSections } from './team-sections.tsx'

export function TeamPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/teams/teams/$id/edit' })
  const query = useQuery(entityQuery('teams', getTeam, id))
  return (
    <EntityPage query={query} parent={{ to: TEAMS_PATH, label: t('admin.teams') }}>
      {(team) => <TeamForm key={team.id} team={team} />}
    </EntityPage>
  )
}

function TeamForm({ team }: { team: Team }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: TeamWrite,
    values: fieldsOf(team),
    fetchCurrent: () => call(getTeam, { params: { id: String(team.id) } }),
    fieldsOf,
    draftKey: `teams/${team.id}`,
    invalidateKey: queryKeys.teams,
    successMessage: t('teams.saved'),
    save: (body, attempt) => call(updateTeam, { params: { id: String(team.id) }, body, ...attempt }),
  })
  return (
    <FormPage form={form} title={team.name} parent={{ to: TEAMS_PATH, label: t('admin.teams') }}>
      <TeamSections form={form} />
    </FormPage>
  )
}
