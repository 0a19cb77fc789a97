import type { Team, TeamWrite } from '@parley/contract/teams/teams'
import type { z } from 'zod'

export type TeamFields = z.input<typeof TeamWrite>

export const TEAMS_PATH = '/admin/teams/teams'
export const teamPath = (id: number) => `${TEAMS_PATH}/${id}/edit`

export const newTeam: TeamFields = {
  name: '',
  emoji: '',
  timezone: 'UTC',
  conversation_assignment_type: 'Manual',
  business_hours_id: null,
  sla_policy_id: null,
  max_auto_assigned_conversations: 0,
  member_ids: [],
}

/** Form values of an existing team. */
export const fieldsOf = (team: Team): TeamFields => ({
  name: team.name,
  emoji: team.emoji ?? '',
  timezone: team.timezone,
  conversation_assignment_type: team.conversation_assignment_type,
  business_hours_id: team.business_hours_id,
  sla_policy_id: team.sla_policy_id,
  max_auto_assigned_conversations: team.max_auto_assigned_conversations,
  member_ids: team.member_ids,
})

const assignmentKeys = {
  Manual: 'teams.assignment.manual',
  'Round robin': 'teams.assignment.round_robin',
  'Least busy': 'teams.assignment.least_busy',
} as const

export const assignmentTypes = ['Manual', 'Round robin', 'Least busy'] as const
export const assignmentKey = (type: Team['conversation_assignment_type']) => assignmentKeys[type]
