import type { AgentKey, ContactKey, InboxKey, TagKey, TeamKey } from '../workspace/sample-data.ts'

/** One thing that happens in a sample conversation. `wait` is the minutes since the thing before. */
export type Step = { wait: number } & (
  | { does: 'mail'; text?: string; html?: string; files?: FileKey[]; quote_previous?: boolean }
  | { does: 'reply'; by: AgentKey; html: string; files?: FileKey[] }
  | { does: 'note'; by: AgentKey; html: string }
  | { does: 'assign'; by: AgentKey; to: AgentKey }
  | { does: 'team'; by: AgentKey; to: TeamKey }
  | { does: 'tag'; by: AgentKey; tags: TagKey[] }
  | { does: 'priority'; by: AgentKey; to: 'Low' | 'Medium' | 'High' }
  | { does: 'status'; by: AgentKey; to: 'Resolved' | 'Closed' }
  | { does: 'snooze'; by: AgentKey; hours: number }
  | { does: 'fail'; by: AgentKey; html: string; error: string }
  | { does: 'rate'; rating: number; words: string }
)

/** Files made at seeding time; see files.ts. */
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
  /** Minutes before the seeding at which the last step happened. */
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
  does: 'mail',
  wait,
  text: text.trim(),
  files,
})
/** A customer's answer that carries what it answers below, as mail clients send it. */
export const answer = (text: string, wait = 60, files: FileKey[] = []): Step => ({
  does: 'mail',
  wait,
  text: text.trim(),
  files,
  quote_previous: true,
})
export const page = (html: string, wait = 0, files: FileKey[] = []): Step => ({
  does: 'mail',
  wait,
  html,
  files,
})
export const reply = (by: AgentKey, text: string, wait = 25, files: FileKey[] = []): Step => ({
  does: 'reply',
  by,
  wait,
  html: paragraphs(text),
  files,
})
export const note = (by: AgentKey, text: string, wait = 6): Step => ({
  does: 'note',
  by,
  wait,
  html: paragraphs(text),
})
export const assign = (by: AgentKey, to: AgentKey = by, wait = 4): Step => ({ does: 'assign', by, to, wait })
export const team = (by: AgentKey, to: TeamKey, wait = 2): Step => ({ does: 'team', by, to, wait })
export const tag = (by: AgentKey, ...tags: TagKey[]): Step => ({ does: 'tag', by, tags, wait: 1 })
export const priority = (by: AgentKey, to: 'Low' | 'Medium' | 'High'): Step => ({
  does: 'priority',
  by,
  to,
  wait: 1,
})
export const resolve = (by: AgentKey, wait = 2): Step => ({ does: 'status', by, to: 'Resolved', wait })
export const close = (by: AgentKey, wait = 1440): Step => ({ does: 'status', by, to: 'Closed', wait })
export const snooze = (by: AgentKey, hours: number, wait = 2): Step => ({ does: 'snooze', by, hours, wait })
export const failed = (by: AgentKey, text: string, error: string, wait = 20): Step => ({
  does: 'fail',
  by,
  html: paragraphs(text),
  error,
  wait,
})
/** The customer answers the survey that followed the resolving. */
export const rate = (rating: 1 | 2 | 3 | 4 | 5, words = '', wait = 95): Step => ({
  does: 'rate',
  rating,
  words,
  wait,
})
