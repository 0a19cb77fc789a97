/** Ids of the built-in statuses that the product relies on (migration 0001). */
export const openStatusId = 1
export const snoozedStatusId = 2
export const resolvedStatusId = 3
export const closedStatusId = 4
