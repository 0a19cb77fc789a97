import type { Agent } from '@parley/contract/agents/agent'
import type { Permission } from '@parley/contract/roles/permissions'
import type { QueryKey } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'
import { agentWith } from './agent.ts'

export const agentFixture = (change: Partial<Agent> = {}): Agent =>
  agentWith([], { first_name: 'Grace', last_name: 'Osei', email: 'grace@acme.example', ...change })

/** Entries of a test's cache: the signed-in agent with these permissions. */
export const signedIn = (permissions: Permission[], change: Partial<Agent> = {}): [QueryKey, unknown][] => [
  [queryKeys.me, agentFixture({ permissions, ...change })],
]
