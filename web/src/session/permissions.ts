import type { Agent } from '@parley/contract/agents/agent'
import type { Permission } from '@parley/contract/roles/permissions'

/** Whether the agent's roles hold a permission. The server decides; this only spares people dead ends. */
export const may = (me: Pick<Agent, 'permissions'>, permission: Permission): boolean =>
  me.permissions?.includes(permission) ?? false

/** An empty list asks for nothing. */
export const mayAny = (me: Pick<Agent, 'permissions'>, permissions: readonly Permission[]): boolean =>
  permissions.length === 0 || permissions.some((permission) => may(me, permission))

/** What the contract's rules on giving rights ask of somebody. */
export const toGrantor = (me: Pick<Agent, 'permissions' | 'roles'>) => ({
  permissions: new Set(me.permissions),
  is_admin: me.roles?.includes('Admin') ?? false,
})
