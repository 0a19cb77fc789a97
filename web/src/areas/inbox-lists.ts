import {
  AlarmClock,
  AtSign,
  CalendarClock,
  Inbox,
  Layers,
  OctagonAlert,
  Send,
  SquarePen,
  Trash2,
  UserRound,
} from 'lucide-react'

/** The conversation lists that depend on a permission; those of teams and views come separately. */
export const inboxLists = [
  { type: 'assigned', icon: UserRound, permission: 'conversations:read_assigned' },
  { type: 'unassigned', icon: Inbox, permission: 'conversations:read_unassigned' },
  { type: 'all', icon: Layers, permission: 'conversations:read_all' },
] as const

/** Lists in an order of their own, below the others. */
export const orderedInboxLists = [
  { type: 'mentions', icon: AtSign, permission: 'conversations:read' },
  { type: 'snoozed', icon: AlarmClock, permission: 'conversations:read' },
  { type: 'scheduled', icon: CalendarClock, permission: 'conversations:read' },
  { type: 'drafts', icon: SquarePen, permission: 'messages:write' },
  { type: 'sent', icon: Send, permission: 'messages:write' },
  { type: 'spam', icon: OctagonAlert, permission: 'conversations:delete' },
  { type: 'trash', icon: Trash2, permission: 'conversations:delete' },
] as const
