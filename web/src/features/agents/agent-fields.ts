import { type Agent, AvailabilityStatus } from '@parley/contract/agents/agent'
import { AgentCreate, type AgentListItem } from '@parley/contract/agents/agents'
import type { z } from 'zod'

export const AGENTS_PATH = '/admin/teams/agents'
export const agentPath = (id: number) => `${AGENTS_PATH}/${id}/edit`

/** Shared by both forms. A new agent has no availability yet; an existing one is not invited again. */
export const AgentForm = AgentCreate.extend({ availability_status: AvailabilityStatus.optional() })
export type AgentFields = z.input<typeof AgentForm>

export const newAgent: AgentFields = {
  first_name: '',
  last_name: '',
  email: '',
  roles: ['Agent'],
  teams: [],
  send_welcome_email: true,
}

/** The full body of an update: `PUT` replaces everything. */
const toUpdateBody = (agent: Agent | AgentListItem) => ({
  first_name: agent.first_name,
  last_name: agent.last_name,
  email: agent.email ?? '',
  roles: agent.roles ?? [],
  teams: agent.teams.map(({ name }) => name),
  enabled: agent.enabled,
})

export const fieldsOf = (agent: Agent): AgentFields => {
  const { enabled: _switched, ...values } = toUpdateBody(agent)
  return { ...values, availability_status: agent.availability_status }
}
