/** The sort options of the contact list: the field, and its initial direction. */
export const contactSorts = {
  newest: { field: 'created_at', order: 'desc' },
  oldest: { field: 'created_at', order: 'asc' },
  changed: { field: 'updated_at', order: 'desc' },
  last_name: { field: 'last_name', order: 'asc' },
  email: { field: 'email', order: 'asc' },
} as const
export type ContactSort = keyof typeof contactSorts
