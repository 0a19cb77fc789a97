import type { Explanation } from '@parley/contract/conversations/explanation'
import { permissions } from '@parley/contract/roles/permissions'

/** Who does something: always passed, never ambient. */
export type Actor = {
  kind: 'agent' | 'api_key' | 'contact' | 'rule' | 'system' | 'operator'
  /** Id of the agent or contact; rules, timers and operators act as the System agent. */
  id: number
  permissions: ReadonlySet<string>
  team_ids: readonly number[]
  is_admin: boolean
  /** When a signed-in agent last proved who they are on this session, by signing in or confirming. */
  confirmed_at?: Date
  /** Of an API key that does less than its agent may. */
  scope?: { read_only: boolean; inbox_ids: readonly number[] | null }
  /** The event that led to this act, when a rule or reader does it. */
  cause?: { id: number; depth: number }
  /** Why it acts without being asked; its activity lines carry it. */
  why?: Explanation
}

/** The actor behind timers, mail and rules. `id` is the System agent's. */
export const systemActor = (id: number): Actor => ({
  kind: 'system',
  id,
  permissions: new Set(permissions),
  team_ids: [],
  is_admin: true,
})

/** Whoever runs a command on the server itself. `id` is the System agent's. */
export const operatorActor = (id: number): Actor => ({ ...systemActor(id), kind: 'operator' })

export const contactActor = (id: number): Actor => ({
  kind: 'contact',
  id,
  permissions: new Set(),
  team_ids: [],
  is_admin: false,
})
