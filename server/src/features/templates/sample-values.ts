import type { ListedConversation, TemplateValues } from '@parley/contract/templates/template-variables'

const listedConversation = (
  reference_number: string,
  subject: string,
  contact: string,
  due = '',
): ListedConversation => ({
  reference_number,
  subject,
  contact,
  link: 'https://desk.example.com/',
  waiting: '3 hours 20 minutes',
  due,
})
const lampConversation = listedConversation('1042', 'Which lamp fits the hallway?', 'Grace Hopper')
const oakConversation = listedConversation('1038', 'The oak table arrived scratched', 'Alan Turing')

/** Sample data for validating templates, and for previews in a workspace without conversations. */
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
  inbox: { name: 'Support', email: 'help@acme.test' },
  sla: { metric: 'first reply', due_in: '12 minutes', overdue_by: '3 minutes' },
  csat: { rating: '4', has_comment: 'yes' },
  alert: {
    subject: 'Problem: Disk space (web-1)',
    items: [
      {
        ...{ label: 'Problem', title: 'Disk space (web-1)' },
        message: 'The disk is filling up: 4.2 GB of 80.0 GB are free',
        advice:
          'Free space or enlarge the disk before it is full, or move the folder and set PARLEY_DATA_DIR',
      },
    ],
  },
  conversations: [lampConversation, oakConversation],
  count: '23',
  more: '21',
  digest: {
    open_count: '2',
    open: [lampConversation, oakConversation],
    due_count: '1',
    due: [listedConversation('1036', 'Where is my parcel?', 'Katherine Johnson', 'due in 2 hours')],
    unassigned_count: '1',
    unassigned: [listedConversation('1044', 'Do you deliver on Saturdays?', 'Mary Jackson')],
    rated_count: '3',
    rating: '4.7',
  },
  change: 'Your password was changed',
  link: 'https://desk.example.com/',
  button: 'https://desk.example.com/',
  valid_for: '24 hours',
  date: '1 January 2030',
}
