import {
  getUnreadNotifications,
  listNotifications,
  type Notification,
} from '@parley/contract/notifications/notification-centre'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'

export type NotificationPage = { results: Notification[]; next_cursor: string | null }
export type NotificationPages = InfiniteData<NotificationPage, string | null>

export const unreadQuery = queryOptions({
  queryKey: queryKeys.unreadNotifications,
  queryFn: ({ signal }) => call(getUnreadNotifications, { signal }),
})

export const notificationsQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: queryKeys.notificationList(unread),
    queryFn: ({ pageParam, signal }): Promise<NotificationPage> =>
      call(listNotifications, {
        query: { ...(pageParam && { cursor: pageParam }), ...(unread && { unread: 'true' as const }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
