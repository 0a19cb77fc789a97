import type { Agent } from '@parley/contract/agents/agent'
import type { Permission } from '@parley/contract/roles/permissions'

/** Ada Lovelace, agent 7, with the given permissions; `change` replaces other properties. */
export const agentWith = (permissions: readonly Permission[] = [], change: Partial<Agent> = {}): Agent => ({
  id: 7,
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@acme.test',
  type: 'agent',
  availability_status: 'online',
  phone_number_country_code: null,
  phone_number_calling_code: null,
  phone_number: null,
  avatar_url: null,
  enabled: true,
  last_active_at: null,
  last_login_at: null,
  roles: ['Agent'],
  permissions: [...permissions],
  custom_attributes: null,
  teams: [],
  api_key: null,
  api_key_last_used_at: null,
  ...change,
})
