/** Which conversations a list shows; part of its path (spec section 2). */
export type InboxList =
  | { type: 'assigned' | 'unassigned' | 'all' }
  | { type: 'team'; id: number }
  | { type: 'view'; id: number }

export const inboxTypes = ['assigned', 'unassigned', 'all'] as const
export const isInboxType = (text: string): text is (typeof inboxTypes)[number] =>
  inboxTypes.some((type) => type === text)

/** The path of a list, or of a conversation opened from it. */
export function inboxPath(list: InboxList, uuid?: string): string {
  const path = 'id' in list ? `/inboxes/${list.type}s/${list.id}` : `/inboxes/${list.type}`
  return uuid ? `${path}/conversation/${uuid}` : path
}
