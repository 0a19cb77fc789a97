import type { Agent } from '@parley/contract/agents/agent'
import { mayAny } from '../session/permissions.ts'
import type { NavEntry, NavGroup } from './nav-entries.ts'

type RouteExists = (path: string) => boolean
type Reader = Pick<Agent, 'permissions'>

export const visibleEntries = (entries: readonly NavEntry[], me: Reader, exists: RouteExists): NavEntry[] =>
  entries.filter((entry) => exists(entry.path) && mayAny(me, entry.permissions))

/** Drops groups without a visible entry. */
export const visibleGroups = (groups: readonly NavGroup[], me: Reader, exists: RouteExists): NavGroup[] =>
  groups
    .map((group) => ({ ...group, entries: visibleEntries(group.entries, me, exists) }))
    .filter((group) => group.entries.length > 0)
