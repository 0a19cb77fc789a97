/** Which conversations a list shows; part of its path (spec section 2). */
export type InboxList = { type: InboxType } | { type: 'team'; id: number } | { type: 'view'; id: number }

/** Lists in an order of their own: they have neither a status nor a sort to choose. */
const orderedTypes = ['mentions', 'snoozed', 'scheduled', 'sent', 'drafts', 'spam', 'trash'] as const
const inboxTypes = ['assigned', 'unassigned', 'all', ...orderedTypes] as const
export type InboxType = (typeof inboxTypes)[number]
export type OrderedInboxType = (typeof orderedTypes)[number]

export const isInboxType = (text: string): text is InboxType => inboxTypes.some((type) => type === text)
export const isOrderedType = (text: string): text is OrderedInboxType =>
  orderedTypes.some((type) => type === text)

/** The path of a list, or of a conversation opened from it. */
export function inboxPath(list: InboxList, uuid?: string): string {
  const path = 'id' in list ? `/inboxes/${list.type}s/${list.id}` : `/inboxes/${list.type}`
  return uuid ? `${path}/conversation/${uuid}` : path
}
