import { createStore } from '../lib/store.ts'

/** How many notifications are unread, for the bell and the document's title. Set by the notification centre. */
export const unreadNotifications = createStore(0)

/** Whether the notification centre is open. */
export const centreOpen = createStore(false)
