/** Why a conversation is in the trash: deleted, or recognised as spam. */
export const trashReasons = ['deleted', 'spam'] as const
export type TrashReason = (typeof trashReasons)[number]

/** Why a conversation in the trash can't be changed, or null when it isn't there. */
export function hiddenRefusal(c: { deleted_at: unknown; trash_reason: string | null }): string | null {
  if (c.deleted_at === null) return null
  return c.trash_reason === 'spam'
    ? 'This conversation is in spam. Mark it as not spam to change it'
    : 'This conversation is in the trash. Restore it to change it'
}
