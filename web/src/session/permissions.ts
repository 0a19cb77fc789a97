import type { Agent } from '@parley/contract/agents/agent'
import type { Permission } from '@parley/contract/roles/permissions'

/** Whether the agent has a permission. Only hides dead ends; the server decides. */
export const may = (me: Pick<Agent, 'permissions'>, permission: Permission): boolean =>
  me.permissions?.includes(permission) ?? false

/** An empty list requires nothing. */
export const mayAny = (me: Pick<Agent, 'permissions'>, permissions: readonly Permission[]): boolean =>
  permissions.length === 0 || permissions.some((permission) => may(me, permission))

/** What the contract's rules for granting permissions need to know about an agent. */
export const toGrantor = (me: Pick<Agent, 'permissions' | 'roles'>) => ({
  permissions: new Set(me.permissions),
  is_admin: me.roles?.includes('Admin') ?? false,
})
