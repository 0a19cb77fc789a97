import { type InboxList, isInboxType } from '../../lib/inbox-list.ts'

export type InboxParams = {
  type?: string | undefined
  teamID?: number | undefined
  viewID?: number | undefined
  uuid?: string | undefined
}

/** The list in the path, or null on other pages. */
export function inboxFromParams({ type, teamID, viewID }: InboxParams): InboxList | null {
  if (type !== undefined) return isInboxType(type) ? { type } : null
  if (teamID !== undefined) return { type: 'team', id: teamID }
  if (viewID !== undefined) return { type: 'view', id: viewID }
  return null
}
