import type {
  Conversation,
  ConversationListItem,
  ConversationShared,
} from '@parley/contract/conversations/conversations'
import { ConversationListItem as ListItemSchema } from '@parley/contract/conversations/conversations'
import type { Message } from '@parley/contract/messages/messages'
import type { ListKey, ListPages } from '../api/conversation-list-queries.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 8, 1, 9, minute)).toISOString()
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const contactFixture = (n: number): ConversationShared['contact'] => ({
  id: 900 + n,
  created_at: at(0),
  updated_at: at(0),
  first_name: 'Ada',
  last_name: 'Brandt',
  email: 'ada@brandt.example',
  other_addresses: [],
  type: 'contact',
  availability_status: 'offline',
  avatar_url: null,
  phone_number: null,
  phone_number_country_code: null,
  phone_number_calling_code: null,
  custom_attributes: {},
  enabled: true,
  last_active_at: null,
  last_login_at: null,
})

/** A conversation as the server pushes it. Number `n` has its last message in minute n. */
export function conversationFixture(n: number, change: Partial<ConversationShared> = {}): ConversationShared {
  const contact = contactFixture(n)
  return {
    id: n,
    created_at: at(0),
    updated_at: at(n),
    uuid: uuidOf(n),
    reference_number: String(1000 + n),
    waiting_since: null,
    contact,
    contact_id: contact.id,
    inbox_id: 1,
    inbox_channel: 'email',
    inbox_name: 'Support',
    inbox_mail: 'support@acme.example',
    sla_policy_id: null,
    first_reply_at: null,
    last_reply_at: null,
    resolved_at: null,
    closed_at: null,
    subject: 'Charged twice',
    last_message: 'Hello',
    last_message_at: at(n),
    last_message_sender: 'contact',
    next_sla_deadline_at: null,
    priority_id: null,
    priority: null,
    status_id: 1,
    status: 'Open',
    status_category: 'open',
    snoozed_until: null,
    first_response_deadline_at: null,
    resolution_deadline_at: null,
    applied_sla_id: null,
    next_response_deadline_at: null,
    next_response_met_at: null,
    assigned_user_id: 7,
    assigned_team_id: null,
    tags: [],
    drafting: [],
    trashed_at: null,
    trash_reason: null,
    unread_counter: 4,
    version: 5,
    meta: [],
    custom_attributes: {},
    sla_policy_name: null,
    spam_suggestion: null,
    ...change,
  }
}

/** The row as a list fetch would return it. */
export const toListItem = (c: ConversationShared, unread_message_count = 0): ConversationListItem =>
  ListItemSchema.parse({ ...c, unread_message_count })

/** The conversation as a fetch would return it. */
export const toConversation = (c: ConversationShared, unread_message_count = 0): Conversation => ({
  ...c,
  unread_message_count,
  assignee_last_seen_at: null,
  previous_conversations: [],
  previous_count: 0,
  merged_into: null,
})

export const assignedList: ListKey = { type: 'assigned', status: 'Open', sort: 'newest_activity' }

export const listPage = (results: ConversationListItem[], next_cursor: string | null = null) => ({
  results,
  total: results.length,
  total_is_estimate: false,
  next_cursor,
})

export const listPages = (...all: ReturnType<typeof listPage>[]): ListPages => ({
  pages: all,
  pageParams: all.map((_, i) => (i === 0 ? undefined : `after-${i}`)),
})

export function messageFixture(n: number, change: Partial<Message> = {}): Message {
  return {
    id: n,
    created_at: at(n),
    updated_at: at(n),
    uuid: uuidOf(5000 + n),
    type: 'incoming',
    status: 'received',
    conversation_id: 1,
    conversation_uuid: uuidOf(1),
    content: '<p>Hello</p>',
    text_content: 'Hello',
    content_type: 'html',
    private: false,
    sender_id: 901,
    sender_type: 'contact',
    meta: {},
    attachments: null,
    sender: { id: 901, type: 'contact', first_name: 'Ada', last_name: 'Brandt', avatar_url: null },
    activity: null,
    delivery_error: null,
    remote_images: 0,
    complex: false,
    version: 1,
    ...change,
  }
}
