import type { TemplateValues } from '@parley/contract/template-variables'

/** Invented data: for trying a template out, and for previews in a workspace without conversations. */
export const sampleValues: TemplateValues = {
  conversation: {
    reference_number: '1042',
    subject: 'Which lamp fits the hallway?',
    priority: 'High',
    uuid: '00000000-0000-4000-8000-000000000000',
  },
  contact: { first_name: 'Grace', last_name: 'Hopper', email: 'grace@customer.test' },
  recipient: { first_name: 'Grace', last_name: 'Hopper', email: 'grace@customer.test' },
  author: { first_name: 'Ada', last_name: 'Byron', email: 'ada@acme.test' },
  workspace: { site_name: 'Parley', root_url: 'https://desk.example.com', logo_url: '', favicon_url: '' },
  sla: { metric: 'first response', due_in: '12 minutes', overdue_by: '3 minutes' },
  change: 'Your password was changed',
  link: 'https://desk.example.com/',
  valid_for: '24 hours',
  date: '1 January 2030',
}
