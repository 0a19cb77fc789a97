/**
 * The keys that existing clients of both generations read, by entity (docs/spec/wire.md#conversation-objects, docs/spec/wire.md#inbox-configuration, and 0.3 for the older ones). Responses have
 * more keys, but none of these may be removed.
 */
const entityKeys = ['id', 'created_at', 'updated_at']
const userCompactKeys = [...entityKeys, 'type', 'first_name', 'last_name', 'email', 'enabled', 'avatar_url']
const phoneKeys = ['phone_number', 'phone_number_country_code', 'phone_number_calling_code']
const slaKeys = [
  'sla_policy_id',
  'applied_sla_id',
  'first_response_deadline_at',
  'resolution_deadline_at',
  'next_response_deadline_at',
  'next_response_met_at',
  'next_sla_deadline_at',
]
const conversationKeys = [
  'waiting_since',
  'first_reply_at',
  'last_reply_at',
  'resolved_at',
  'subject',
  'inbox_channel',
  'inbox_name',
  'last_message',
  'last_message_at',
  'last_message_sender',
  'priority',
  'priority_id',
  'status',
  'unread_message_count',
  ...slaKeys,
]

export const legacyResponseKeys = {
  list_item: [
    ...entityKeys,
    'uuid',
    'contact',
    ...conversationKeys,
    // Only read by the older generation (spec section 3).
    ...['inbox_mail', 'assigned_user_id', 'assigned_team_id'],
  ],
  list_item_contact: ['created_at', 'updated_at', 'first_name', 'last_name', 'avatar_url', 'email'],
  conversation: [
    ...entityKeys,
    'uuid',
    'contact',
    ...conversationKeys,
    ...['contact_id', 'inbox_id', 'closed_at', 'reference_number', 'status_id', 'assigned_user_id'],
    ...['assigned_team_id', 'inbox_mail', 'tags', 'meta', 'custom_attributes', 'sla_policy_name'],
    ...['previous_conversations', 'assignee_last_seen_at'],
  ],
  conversation_contact: [
    ...userCompactKeys,
    ...phoneKeys,
    ...['availability_status', 'custom_attributes', 'last_active_at', 'last_login_at'],
  ],
  previous_conversation: [...entityKeys, 'uuid', 'contact', 'last_message', 'last_message_at'],
  participant: ['id', 'first_name', 'last_name', 'avatar_url'],
  person: [
    ...userCompactKeys,
    ...phoneKeys,
    ...['availability_status', 'last_active_at', 'last_login_at', 'roles', 'permissions'],
    ...['custom_attributes', 'teams', 'api_key', 'api_key_last_used_at'],
  ],
  user_compact: userCompactKeys,
  message: [
    ...entityKeys,
    ...['uuid', 'type', 'status', 'conversation_id', 'conversation_uuid', 'content', 'text_content'],
    ...['content_type', 'private', 'sender_id', 'sender_type', 'meta', 'attachments'],
  ],
  attachment: ['name', 'size', 'content', 'content_id', 'content_type', 'disposition', 'uuid', 'url'],
  media: [
    ...entityKeys,
    ...['uuid', 'store', 'filename', 'content_type', 'content_id', 'model_id', 'model_type'],
    ...['disposition', 'size', 'meta', 'url'],
  ],
  team: [
    ...entityKeys,
    ...['emoji', 'name', 'conversation_assignment_type', 'timezone', 'business_hours_id'],
    ...['sla_policy_id', 'max_auto_assigned_conversations'],
  ],
  team_compact: ['id', 'name', 'emoji'],
  role: [...entityKeys, 'name', 'description', 'permissions'],
  inbox: [...entityKeys, 'name', 'channel', 'enabled', 'csat_enabled', 'from', 'config'],
  page: ['results', 'total', 'per_page', 'total_pages', 'page'],
}
