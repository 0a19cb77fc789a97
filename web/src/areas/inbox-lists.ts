import { Inbox, Layers, UserRound } from 'lucide-react'

/** The conversation lists that depend on a permission; those of teams and views come separately. */
export const inboxLists = [
  { type: 'assigned', icon: UserRound, permission: 'conversations:read_assigned' },
  { type: 'unassigned', icon: Inbox, permission: 'conversations:read_unassigned' },
  { type: 'all', icon: Layers, permission: 'conversations:read_all' },
] as const
