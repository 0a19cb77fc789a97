import { type InboxList, isInboxType } from '../../lib/inbox-list.ts'

export type InboxParams = {
  type?: string | undefined
  teamID?: number | undefined
  viewID?: number | undefined
  uuid?: string | undefined
}

/** The list that a path names, or null on any other page. */
export function inboxFromParams({ type, teamID, viewID }: InboxParams): InboxList | null {
  if (type !== undefined) return isInboxType(type) ? { type } : null
  if (teamID !== undefined) return { type: 'team', id: teamID }
  if (viewID !== undefined) return { type: 'view', id: viewID }
  return null
}
