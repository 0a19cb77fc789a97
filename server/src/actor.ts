import type { Explanation } from '@parley/contract/conversations/explanation'
import { permissions } from '@parley/contract/roles/permissions'

/** Who performs an action. Always passed explicitly, never ambient. */
export type Actor = {
  kind: 'agent' | 'api_key' | 'contact' | 'rule' | 'system' | 'operator'
  /** Id of the agent or contact. Rules, timers and operators act as the System agent. */
  id: number
  permissions: ReadonlySet<string>
  team_ids: readonly number[]
  is_admin: boolean
  /** When the agent last proved their identity in this session, by signing in or confirming it. */
  confirmed_at?: Date
  /** Set for an API key that may do less than its agent. */
  scope?: { read_only: boolean; inbox_ids: readonly number[] | null }
  /** The event that caused this action, when a rule or consumer acts. */
  cause?: { id: number; depth: number }
  /** Why it acts automatically; written to its activity lines. */
  why?: Explanation
  /** The action that these changes undo; written to their events and activity lines. */
  undoes?: { id: number; is_redo: boolean }
}

/** The actor behind timers, incoming mail and rules. `id` is the System agent's. */
export const systemActor = (id: number): Actor => ({
  kind: 'system',
  id,
  permissions: new Set(permissions),
  team_ids: [],
  is_admin: true,
})

/** The person running a command on the server itself. `id` is the System agent's. */
export const operatorActor = (id: number): Actor => ({ ...systemActor(id), kind: 'operator' })

export const contactActor = (id: number): Actor => ({
  kind: 'contact',
  id,
  permissions: new Set(),
  team_ids: [],
  is_admin: false,
})
