import type { AgentKey, ContactKey, InboxKey, TagKey, TeamKey } from '../workspace/sample-data.ts'

/** One step of a sample conversation. `wait` is the number of minutes since the previous step. */
export type Step = { wait: number } & (
  | { type: 'mail'; text?: string; html?: string; files?: FileKey[]; quote_previous?: boolean }
  | { type: 'reply'; agent: AgentKey; html: string; files?: FileKey[] }
  | { type: 'note'; agent: AgentKey; html: string }
  | { type: 'assign'; agent: AgentKey; to: AgentKey }
  | { type: 'team'; agent: AgentKey; to: TeamKey }
  | { type: 'tag'; agent: AgentKey; tags: TagKey[] }
  | { type: 'priority'; agent: AgentKey; to: 'Low' | 'Medium' | 'High' }
  | { type: 'status'; agent: AgentKey; to: 'Resolved' | 'Closed' }
  | { type: 'snooze'; agent: AgentKey; hours: number }
  | { type: 'fail'; agent: AgentKey; html: string; error: string }
  | { type: 'rate'; rating: number; comment: string }
)

/** Files generated during seeding; see sample-files.ts. */
export type FileKey =
  | 'statement'
  | 'invoice'
  | 'photo_box'
  | 'photo_lamp'
  | 'photo_shelf'
  | 'floor_plan'
  | 'orders_csv'
  | 'invite'
  | 'label'

export type Story = {
  inbox: InboxKey
  contact: ContactKey
  subject: string
  /** How many minutes before seeding the last step happened. */
  ended_minutes_ago: number
  steps: Step[]
}

export const story = (
  inbox: InboxKey,
  contact: ContactKey,
  subject: string,
  ended_ago: number,
  ...steps: Step[]
): Story => ({
  inbox,
  contact,
  subject,
  ended_minutes_ago: ended_ago,
  steps,
})

const paragraphs = (text: string) =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
    .join('')

export const mail = (text: string, wait = 0, files: FileKey[] = []): Step => ({
  type: 'mail',
  wait,
  text: text.trim(),
  files,
})
/** A customer reply that quotes the previous message, as mail clients send it. */
export const answer = (text: string, wait = 60, files: FileKey[] = []): Step => ({
  type: 'mail',
  wait,
  text: text.trim(),
  files,
  quote_previous: true,
})
export const page = (html: string, wait = 0, files: FileKey[] = []): Step => ({
  type: 'mail',
  wait,
  html,
  files,
})
export const reply = (agent: AgentKey, text: string, wait = 25, files: FileKey[] = []): Step => ({
  type: 'reply',
  agent,
  wait,
  html: paragraphs(text),
  files,
})
export const note = (agent: AgentKey, text: string, wait = 6): Step => ({
  type: 'note',
  agent,
  wait,
  html: paragraphs(text),
})
export const assign = (agent: AgentKey, to: AgentKey = agent, wait = 4): Step => ({
  type: 'assign',
  agent,
  to,
  wait,
})
export const team = (agent: AgentKey, to: TeamKey, wait = 2): Step => ({ type: 'team', agent, to, wait })
export const tag = (agent: AgentKey, ...tags: TagKey[]): Step => ({ type: 'tag', agent, tags, wait: 1 })
export const priority = (agent: AgentKey, to: 'Low' | 'Medium' | 'High'): Step => ({
  type: 'priority',
  agent,
  to,
  wait: 1,
})
export const resolve = (agent: AgentKey, wait = 2): Step => ({ type: 'status', agent, to: 'Resolved', wait })
export const close = (agent: AgentKey, wait = 1440): Step => ({ type: 'status', agent, to: 'Closed', wait })
export const snooze = (agent: AgentKey, hours: number, wait = 2): Step => ({
  type: 'snooze',
  agent,
  hours,
  wait,
})
export const failed = (agent: AgentKey, text: string, error: string, wait = 20): Step => ({
  type: 'fail',
  agent,
  html: paragraphs(text),
  error,
  wait,
})
/** The customer answers the survey sent after the conversation was resolved. */
export const rate = (rating: 1 | 2 | 3 | 4 | 5, comment = '', wait = 95): Step => ({
  type: 'rate',
  rating,
  comment,
  wait,
})
