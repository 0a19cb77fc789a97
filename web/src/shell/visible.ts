import type { Agent } from '@parley/contract/people'
import { mayAny } from '../session/may.ts'
import type { Entry, EntryGroup } from './areas.ts'

type Exists = (path: string) => boolean
type Reader = Pick<Agent, 'permissions'>

export const visibleEntries = (entries: readonly Entry[], me: Reader, exists: Exists): Entry[] =>
  entries.filter((entry) => exists(entry.path) && mayAny(me, entry.permissions))

/** Groups without a visible entry are left out. */
export const visibleGroups = (groups: readonly EntryGroup[], me: Reader, exists: Exists): EntryGroup[] =>
  groups
    .map((group) => ({ ...group, entries: visibleEntries(group.entries, me, exists) }))
    .filter((group) => group.entries.length > 0)
