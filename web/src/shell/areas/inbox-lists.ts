import { Inbox, Layers, UserRound } from 'lucide-react'

/** The lists of conversations that a right opens, beside those of teams and views. */
export const inboxLists = [
  { type: 'assigned', icon: UserRound, permission: 'conversations:read_assigned' },
  { type: 'unassigned', icon: Inbox, permission: 'conversations:read_unassigned' },
  { type: 'all', icon: Layers, permission: 'conversations:read_all' },
] as const
