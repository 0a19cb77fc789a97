// Made from the contract by `npm run api`. Do not edit.

export type Activity = {
  type: "assigned_user" | "self_assigned" | "unassigned_user" | "unassigned_away" | "assigned_team" | "unassigned_team" | "status_changed" | "snoozed" | "woke_up" | "reopened" | "priority_changed" | "priority_removed" | "tag_added" | "tag_removed" | "sla_set" | "sla_removed" | "sla_breached" | "participant_joined" | "may_belong_to" | "contact_merged" | "conversation_merged" | "merged_into" | "conversation_unmerged" | "unmerged_from" | "split_to" | "split_from" | "split_undone" | "delivery_failed" | "delivery_delayed" | "status_refused" | "action_refused" | "rule_stopped" | "csat_sent" | "csat_answered" | "reply_scheduled" | "reply_rescheduled" | "scheduled_reply_edited" | "scheduled_reply_cancelled" | "scheduled_reply_held" | "scheduled_reply_released" | "trashed" | "marked_spam" | "moved_to_spam" | "restored" | "restored_by_reply" | "marked_not_spam" | "moved_inbox"
  data: Record<string, string | number | null>
  why?: {
    by: "rule"
    rule_id: number
    rule: string
    run_id: number | null
  } | {
      by: "assignment"
      method: "Round robin" | "Least busy"
      team_id: number
      team: string
      members: Array<{
        agent_id: number
        agent: string
        load: number
        passed_over: "chosen_before" | "busier" | "full" | "away" | "reassigning" | "offline" | "disabled" | "may_not_reply" | "taken_off" | "closed_hours" | null
      }>
    } | {
        by: "sla"
        reason: "team" | "rule" | "hand" | "policy_changed" | "hours_changed" | "status_changed" | "due"
        policy_id: number | null
        policy: string | null
      } | {
          by: "csat"
          inbox: string
        }
  undo?: boolean
}
export type ActivityLog = {
  id: number
  created_at: string
  updated_at: string
  activity_type: string
  activity_description: string
  actor_id: number | null
  actor_name: string | null
  actor_kind: "agent" | "api_key" | "contact" | "rule" | "system" | "operator"
  target_model_type: string
  target_model_id: number | null
  target_name: string | null
  target_exists: boolean
  ip: string
  changes: Array<{
    field: string
    before: unknown
    after: unknown
    before_name?: string | null
    after_name?: string | null
  }>
}
export type AfterSending = {
  status: string
  snoozed_until?: string | null
}
export type Agent = {
  id: number
  created_at: string
  updated_at: string
  first_name: string
  last_name: string
  email: string | null
  type: "agent" | "contact"
  availability_status: AvailabilityStatus
  phone_number_country_code: string | null
  phone_number_calling_code: string | null
  phone_number: string | null
  avatar_url: string | null
  enabled: boolean
  last_active_at: string | null
  last_login_at: string | null
  roles: Array<string> | null
  permissions: Array<string> | null
  custom_attributes: Record<string, unknown> | null
  teams: Array<TeamCompact>
  api_key: string | null
  api_key_last_used_at: string | null
  api_key_read_only?: boolean
  api_key_inbox_ids?: Array<number> | null
  undo_seconds?: number
  invitation?: Invitation | null
  signature?: string
  theme?: "system" | "light" | "dark"
  language?: string
  shortcuts?: Record<string, Array<string>>
  muted_notifications?: Array<FirstEmailKind>
  digest_hour?: number | null
  time_zone?: string
  muted_channels?: Array<MutedChannel>
  quiet_hours?: QuietHours | null
  notification_sound?: boolean
  push_preview?: boolean
  follow_mentions?: boolean
  after_action?: "next" | "previous" | "list" | "stay"
  open_on_move?: boolean
  assign_on_reply?: boolean
  muted_checks?: Array<"colleague_replied" | "secret" | "card_number" | "unverified_sender" | "new_domain" | "added_recipient" | "many_recipients" | "attachment">
  has_second_factor?: boolean
  owes_second_factor?: boolean
}
export type AgentChanges = {
  first_name?: string
  last_name?: string | null
  email?: string
  roles?: Array<string | {
      name: string
    }>
  teams?: Array<string | {
      name: string
    }> | null
  enabled?: boolean
  availability_status?: AvailabilityStatus
  new_password?: string | null
}
export type AgentColumnPlaces = {
  first_name: number | null
  last_name: number | null
  email: number | null
  roles: number | null
  teams: number | null
}
export type AgentCreate = {
  first_name: string
  last_name?: string | null
  email: string
  roles: Array<string | {
      name: string
    }>
  teams?: Array<string | {
      name: string
    }> | null
  send_welcome_email?: boolean
}
export type AgentImport = {
  csv: string
  columns?: AgentColumnPlaces | null
  roles?: Array<string> | null
  teams?: Array<string> | null
  send_welcome_email?: boolean
}
export type AgentImportRow = {
  line: number
  first_name: string
  last_name: string
  email: string
  roles: Array<string>
  teams: Array<string>
  verdict: "new" | "created" | "exists" | "repeated" | "wrong"
  agent_id: number | null
  problems: Array<{
    problem: "first_name_missing" | "name_wrong" | "email_missing" | "email_wrong" | "too_long" | "role_missing" | "role_unknown" | "role_not_yours" | "team_unknown" | "too_many_fields"
    value: string
  }>
}
export type AgentListItem = {
  id: number
  type: "agent" | "contact"
  first_name: string
  last_name: string
  email: string | null
  enabled: boolean
  avatar_url: string | null
  availability_status: AvailabilityStatus
  created_at: string
  updated_at: string
  roles: Array<string>
  teams: Array<TeamCompact>
  last_active_at: string | null
  invitation: Invitation | null
  has_second_factor: boolean
}
export type AiBudget = {
  currency: string
  monthly_amount: number | null
}
export type AiBudgetChanges = {
  currency?: string
  monthly_amount?: number | null
}
export type AiCompletionAsk = {
  task: "prompt"
  prompt_key: string
  content: string
} | {
    task: "draft_reply"
    conversation_uuid: string
    instruction?: string
  } | {
      task: "summarise"
      conversation_uuid: string
      language?: string
    } | {
        task: "suggest_tags"
        conversation_uuid: string
      } | {
          task: "translate"
          conversation_uuid: string
          message_uuid: string
          language?: string
        }
export type AiProbe = {
  ok: boolean
  took_ms: number
  answer: string
  tokens_in: number
  tokens_out: number
  error: string | null
}
export type AiPrompt = {
  id: number
  created_at: string
  updated_at: string
  title: string
  key: string
  is_builtin: boolean
  is_changed: boolean
}
export type AiPromptChanges = {
  title?: string
  content?: string
}
export type AiPromptDetail = {
  id: number
  created_at: string
  updated_at: string
  title: string
  key: string
  is_builtin: boolean
  is_changed: boolean
  content: string
}
export type AiPromptWrite = {
  title: string
  content: string
}
export type AiProvider = {
  id: number
  created_at: string
  updated_at: string
  name: string
  kind: "openai_compatible" | "anthropic"
  base_url: string
  api_key: string
  model: string
  input_price: number
  output_price: number
  enabled: boolean
}
export type AiProviderChanges = {
  name?: string
  kind?: "openai_compatible" | "anthropic"
  base_url?: string
  api_key?: string
  remove_api_key?: boolean
  model?: string
  input_price?: number
  output_price?: number
  enabled?: boolean
}
export type AiProviderWrite = {
  name: string
  kind?: "openai_compatible" | "anthropic"
  base_url: string
  api_key?: string
  remove_api_key?: boolean
  model: string
  input_price?: number
  output_price?: number
  enabled?: boolean
}
export type AiUsage = {
  month: string
  currency: string
  monthly_amount: number | null
  calls: number
  tokens_in: number
  tokens_out: number
  cost: number
  failed: number
  share: number | null
  by_task: Array<{
    task: string
    calls: number
    tokens_in: number
    tokens_out: number
    cost: number
  }>
  by_agent: Array<{
    agent_id: number
    name: string
    calls: number
    tokens_in: number
    tokens_out: number
    cost: number
  }>
  by_model: Array<{
    provider: string
    model: string
    calls: number
    tokens_in: number
    tokens_out: number
    cost: number
  }>
}
export type AnyView = {
  id: number
  created_at: string
  updated_at: string
  name: string
  filters: Array<Record<string, unknown>>
  user_id: number | null
  visibility: ViewVisibility
  team_id: number | null
}
export type AnyViewChanges = {
  name?: string
  filters?: Array<Record<string, unknown>>
  visibility?: ViewVisibility
  team_id?: number | null
}
export type AnyViewWrite = {
  name: string
  filters: Array<Record<string, unknown>>
  visibility?: ViewVisibility
  team_id?: number | null
}
export type ApiKeyScope = {
  read_only?: boolean
  inbox_ids?: Array<number> | null
}
export type Attachment = {
  name: string
  size: number
  content: null
  content_id: string
  content_type: string
  disposition: "inline" | "attachment" | ""
  uuid: string
  url: string
  has_thumbnail: boolean
}
export type AttributeValue = string | number | boolean | null
export type AvailabilityStatus = "online" | "away" | "away_manual" | "away_and_reassigning" | "offline"
export type BackupProgress = {
  step: "copy" | "check" | "store"
  share: number
  seconds_left: number | null
}
export type BackupRetention = {
  days: number
  weeks: number
  months: number
}
export type BackupScheduleSettings = {
  schedule: string | null
  retention: BackupRetention
}
export type Bootstrap = {
  cursor: Cursor
  me: Agent
  config: PublicConfig
  settings: {
    "app.site_name"?: string
    "app.lang"?: string
    "app.max_file_upload_size"?: number
    "app.favicon_url"?: string
    "app.logo_url"?: string
    "app.root_url"?: string
    "app.allowed_file_upload_extensions"?: Array<string>
    "app.timezone"?: string
    "app.business_hours_id"?: string
    "app.require_second_factor"?: boolean
    "app.max_writes_per_minute"?: number
    "app.session_lifetime_days"?: number
    "app.spam_filter"?: "off" | "suggest" | "move"
    "app.version"?: string
    "app.restart_required"?: boolean
    "app.ai"?: boolean
    "app.paused_copy"?: PausedCopy | null
    "app.update"?: {
      update: {
        release_version: string
        release_date: string
        url: string
        description: string
        is_new: boolean
      }
      messages: Array<unknown> | null
    } | null
  }
  statuses: Array<Status>
  agents: Array<UserCompact>
  views?: Array<AnyView>
}
export type BreakdownRow = {
  id: number | null
  name: string
  avatar_url: string | null
  is_deleted: boolean
  open: number
  numbers: ReportNumbers
}
export type BulkAction = {
  type: "assign_user"
  assignee_id: number | null
} | {
    type: "assign_team"
    assignee_id: number | null
  } | {
      type: "set_status"
      status: string
      snoozed_until?: string | null
    } | {
        type: "set_priority"
        priority: string | null
      } | {
          type: "add_tags"
          tags: Array<string>
        } | {
            type: "remove_tags"
            tags: Array<string>
          } | {
              type: "mark_seen"
            } | {
                type: "mark_unread"
              } | {
                  type: "follow"
                } | {
                    type: "unfollow"
                  } | {
                      type: "trash"
                    } | {
                        type: "restore"
                      } | {
                          type: "mark_spam"
                        } | {
                            type: "mark_not_spam"
                          } | {
                              type: "move_inbox"
                              inbox_id: number
                            }
export type BulkOutcome = {
  uuid: string
  ok: boolean
  reason: string | null
}
export type BusiestHours = {
  time_zone: string
  counts: Array<Array<number>>
}
export type BusinessHours = {
  id: number
  created_at: string
  updated_at: string
  name: string
  description: string
  is_always_open: boolean
  hours: Partial<Record<"Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday", {
    open: string
    close: string
    spans: Array<{
      open: string
      close: string
    }>
  }>>
  holidays: Array<{
    name: string
    date: string
    yearly?: true
  }>
}
export type BusinessHoursChanges = {
  name?: string
  description?: string | null
  is_always_open?: boolean
  hours?: Partial<Record<"Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday", {
    open?: string
    close?: string
    spans?: Array<{
      open: string
      close: string
    }> | null
  } | null>> | null
  holidays?: Array<{
    name: string
    date: string
    yearly?: boolean | null
  }> | null
}
export type BusinessHoursWrite = {
  name: string
  description?: string | null
  is_always_open?: boolean
  hours?: Partial<Record<"Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday", {
    open?: string
    close?: string
    spans?: Array<{
      open: string
      close: string
    }> | null
  } | null>> | null
  holidays?: Array<{
    name: string
    date: string
    yearly?: boolean | null
  }> | null
}
export type CheckResult = {
  check: string
  checked_at: string
  host: string
  findings: Array<Finding>
}
export type CheckedCondition = {
  field: string
  field_type: "conversation" | "conversation_custom_attribute" | "contact_custom_attribute"
  operator: "equals" | "not equals" | "contains" | "not contains" | "set" | "not set" | "greater than" | "less than"
  value: string
  case_sensitive_match: boolean
  holds: boolean
  actual: string | null
  actual_text: string | null
  value_text: string
}
export type CheckedGroup = {
  logical_op: "AND" | "OR"
  holds: boolean | null
  rules: Array<CheckedCondition>
}
export type ChosenMacro = {
  id: number
  actions: Array<{
    type: string
    value: Array<string>
  }>
}
export type Confirmation = {
  confirmed_until: string | null
  methods: {
    password: boolean
    passkey: boolean
    oidc: Array<{
      id: number
      name: string
    }>
  }
}
export type ConnectionCheck = {
  server: "imap" | "smtp"
  host: string
  ok: boolean
  answer: string
  details?: string | null
  took_ms: number
  greeting: string | null
}
export type Contact = {
  id: number
  created_at: string
  updated_at: string
  first_name: string
  last_name: string
  email: string | null
  type: "agent" | "contact"
  availability_status: AvailabilityStatus
  phone_number_country_code: string | null
  phone_number_calling_code: string | null
  phone_number: string | null
  avatar_url: string | null
  enabled: boolean
  last_active_at: string | null
  last_login_at: string | null
  roles: Array<string> | null
  permissions: Array<string> | null
  custom_attributes: Record<string, unknown> | null
  teams: Array<TeamCompact>
  api_key: string | null
  api_key_last_used_at: string | null
  api_key_read_only?: boolean
  api_key_inbox_ids?: Array<number> | null
  undo_seconds?: number
  invitation?: Invitation | null
  signature?: string
  theme?: "system" | "light" | "dark"
  language?: string
  shortcuts?: Record<string, Array<string>>
  muted_notifications?: Array<FirstEmailKind>
  digest_hour?: number | null
  time_zone?: string
  muted_channels?: Array<MutedChannel>
  quiet_hours?: QuietHours | null
  notification_sound?: boolean
  push_preview?: boolean
  follow_mentions?: boolean
  after_action?: "next" | "previous" | "list" | "stay"
  open_on_move?: boolean
  assign_on_reply?: boolean
  muted_checks?: Array<"colleague_replied" | "secret" | "card_number" | "unverified_sender" | "new_domain" | "added_recipient" | "many_recipients" | "attachment">
  has_second_factor?: boolean
  owes_second_factor?: boolean
  addresses: Array<ContactAddress>
}
export type ContactAddress = {
  address: string
  is_primary: boolean
  created_at: string
}
export type ContactExport = {
  id: number
  requested_at: string
  requested_by_id: number
  requested_by: string
  contact_id: number
  contact: string
  state: "running" | "ready" | "failed" | "expired"
  size: number | null
  finished_at: string | null
  expires_at: string | null
  failure: string | null
}
export type ContactHit = {
  id: number
  created_at: string
  first_name: string
  last_name: string
  email: string | null
}
export type ContactListItem = {
  id: number
  type: "agent" | "contact"
  first_name: string
  last_name: string
  email: string | null
  enabled: boolean
  avatar_url: string | null
  availability_status: AvailabilityStatus
  created_at: string
  updated_at: string
  last_conversation_at: string | null
}
export type ContactNote = {
  id: number
  created_at: string
  updated_at: string
  contact_id: number
  note: string
  user_id: number
  first_name: string
  last_name: string
  avatar_url: string | null
}
export type Conversation = {
  id: number
  created_at: string
  updated_at: string
  uuid: string
  reference_number: string
  waiting_since: string | null
  contact: ConversationContact
  inbox_id: number
  inbox_channel: string
  inbox_name: string
  inbox_mail: string
  sla_policy_id: number | null
  first_reply_at: string | null
  last_reply_at: string | null
  resolved_at: string | null
  subject: string | null
  last_message: string | null
  last_message_at: string | null
  last_message_sender: "agent" | "contact" | null
  next_sla_deadline_at: string | null
  priority_id: number | null
  priority: string | null
  status_id: number
  status: string
  status_category: StatusCategory
  snoozed_until: string | null
  first_response_deadline_at: string | null
  resolution_deadline_at: string | null
  applied_sla_id: number | null
  next_response_deadline_at: string | null
  next_response_met_at: string | null
  assigned_user_id: number | null
  assigned_team_id: number | null
  tags: Array<string>
  scheduled?: {
    send_at: string
    agent_id: number
    on_hold: boolean
    count: number
  } | null
  trashed_at: string | null
  trash_reason: "deleted" | "spam" | null
  unread_counter: number
  drafting: Array<number>
  version: number
  contact_id: number
  closed_at: string | null
  meta: Array<unknown>
  custom_attributes: Record<string, unknown>
  sla_policy_name: string | null
  spam_suggestion: SpamJudgement | null
  unread_message_count: number
  assignee_last_seen_at: string | null
  previous_conversations: Array<PreviousConversation> | null
  previous_count: number
  merged_into: ConversationReference | null
}
export type ConversationContact = {
  id: number
  created_at: string
  updated_at: string
  first_name: string
  last_name: string
  email: string | null
  other_addresses: Array<string>
  type: "contact"
  availability_status: string
  avatar_url: string | null
  phone_number: string | null
  phone_number_country_code: string | null
  phone_number_calling_code: string | null
  custom_attributes: Record<string, unknown>
  enabled: boolean
  last_active_at: string | null
  last_login_at: string | null
}
export type ConversationCreate = {
  inbox_id: number
  contact_email: string
  first_name: string
  last_name?: string | null
  subject: string
  content: string
  agent_id?: number | null
  team_id?: number | null
  attachments?: Array<number> | null
  initiator?: "agent" | "contact"
  macros?: Array<ChosenMacro> | null
  draft?: SentDraft | null
}
export type ConversationHit = {
  created_at: string
  uuid: string
  reference_number: string
  subject: string | null
}
export type ConversationListItem = {
  id: number
  created_at: string
  updated_at: string
  uuid: string
  reference_number: string
  waiting_since: string | null
  contact: {
    id: number
    created_at: string
    updated_at: string
    first_name: string
    last_name: string
    email: string | null
    avatar_url: string | null
    enabled: boolean
  }
  inbox_id: number
  inbox_channel: string
  inbox_name: string
  inbox_mail: string
  sla_policy_id: number | null
  first_reply_at: string | null
  last_reply_at: string | null
  resolved_at: string | null
  subject: string | null
  last_message: string | null
  last_message_at: string | null
  last_message_sender: "agent" | "contact" | null
  next_sla_deadline_at: string | null
  priority_id: number | null
  priority: string | null
  status_id: number
  status: string
  status_category: StatusCategory
  snoozed_until: string | null
  first_response_deadline_at: string | null
  resolution_deadline_at: string | null
  applied_sla_id: number | null
  next_response_deadline_at: string | null
  next_response_met_at: string | null
  assigned_user_id: number | null
  assigned_team_id: number | null
  tags: Array<string>
  scheduled?: {
    send_at: string
    agent_id: number
    on_hold: boolean
    count: number
  } | null
  trashed_at: string | null
  trash_reason: "deleted" | "spam" | null
  unread_counter: number
  drafting: Array<number>
  version: number
  unread_message_count: number
}
export type ConversationReference = {
  uuid: string
  reference_number: string
  subject: string | null
}
export type ConversationShared = {
  id: number
  created_at: string
  updated_at: string
  uuid: string
  reference_number: string
  waiting_since: string | null
  contact: ConversationContact
  inbox_id: number
  inbox_channel: string
  inbox_name: string
  inbox_mail: string
  sla_policy_id: number | null
  first_reply_at: string | null
  last_reply_at: string | null
  resolved_at: string | null
  subject: string | null
  last_message: string | null
  last_message_at: string | null
  last_message_sender: "agent" | "contact" | null
  next_sla_deadline_at: string | null
  priority_id: number | null
  priority: string | null
  status_id: number
  status: string
  status_category: StatusCategory
  snoozed_until: string | null
  first_response_deadline_at: string | null
  resolution_deadline_at: string | null
  applied_sla_id: number | null
  next_response_deadline_at: string | null
  next_response_met_at: string | null
  assigned_user_id: number | null
  assigned_team_id: number | null
  tags: Array<string>
  scheduled?: {
    send_at: string
    agent_id: number
    on_hold: boolean
    count: number
  } | null
  trashed_at: string | null
  trash_reason: "deleted" | "spam" | null
  unread_counter: number
  drafting: Array<number>
  version: number
  contact_id: number
  closed_at: string | null
  meta: Array<unknown>
  custom_attributes: Record<string, unknown>
  sla_policy_name: string | null
  spam_suggestion: SpamJudgement | null
}
export type ConversationSla = {
  policy: {
    id: number | null
    name: string
  }
  applied_at: string
  reason: "team" | "rule" | "hand"
  applied_by: string | null
  calendar: {
    of: "team" | "workspace"
    hours: string | null
    time_zone: string
  }
  state: "running" | "waiting" | "closed"
  targets: Array<SlaTarget>
}
export type CountedConversation = {
  key: string
  at: string
  uuid: string
  reference_number: string
  subject: string | null
  contact: string
  status: string
  inbox: {
    id: number
    name: string
  } | null
  team: {
    id: number
    name: string
  } | null
  agent: {
    id: number
    name: string
  } | null
  wall_seconds: number | null
  business_seconds: number | null
  rating: number | null
  comment: string | null
}
export type CountedConversations = {
  results: Array<CountedConversation>
  total: number
  total_is_estimate: boolean
  hidden: number
  next_cursor: string | null
}
export type Cursor = string
export type CustomAttribute = {
  id: number
  created_at: string
  updated_at: string
  name: string
  description: string
  applies_to: "contact" | "conversation"
  key: string
  values: Array<string>
  data_type: "text" | "number" | "checkbox" | "date" | "link" | "list"
  regex: string
  regex_hint: string
}
export type CustomAttributeChanges = {
  name?: string
  description?: string
  applies_to?: "contact" | "conversation"
  data_type?: "text" | "number" | "checkbox" | "date" | "link" | "list"
  key?: string
  values?: Array<string> | null
  regex?: string
  regex_hint?: string
}
export type CustomAttributeWrite = {
  name: string
  description: string
  applies_to: "contact" | "conversation"
  data_type: "text" | "number" | "checkbox" | "date" | "link" | "list"
  key: string
  values?: Array<string> | null
  regex?: string
  regex_hint?: string
}
export type Deletion = {
  refusal: string | null
  effects: Array<{
    effect: "open_conversations_unassigned" | "closed_conversations_unassigned" | "conversations_untagged" | "conversations_kept" | "replies_not_sent" | "members_removed" | "teams_left" | "macros_deleted" | "views_deleted" | "api_keys_revoked" | "conversations_stay_assigned" | "sessions_ended" | "teams_without_hours" | "teams_without_sla" | "inboxes_without_template" | "conversations_without_sla" | "conversation_values_hidden" | "contact_values_hidden" | "rules_naming_it" | "sla_policies_telling_it" | "conversations_retagged" | "conversations_with_both" | "macros_retagged" | "views_retagged" | "rules_retagged" | "conversations_in_the_way" | "agents_in_the_way"
    count: number
    count_is_minimum: boolean
  }>
}
export type DesignBlock = {
  id: string
  type: "bar"
} | {
    id: string
    type: "logo"
    align: "left" | "center"
    size: "small" | "medium" | "large"
    url: "" | string
  } | {
      id: string
      type: "heading"
      align: "left" | "center"
      text: string
    } | {
        id: string
        type: "text"
        align: "left" | "center"
        small: boolean
        html: string
      } | {
          id: string
          type: "content"
        } | {
            id: string
            type: "button"
            align: "left" | "center"
            label: string
            url: string
          } | {
              id: string
              type: "links"
              align: "left" | "center"
              links: Array<{
                label: string
                url: string
              }>
            } | {
                id: string
                type: "divider"
              } | {
                  id: string
                  type: "footer"
                  align: "left" | "center"
                }
export type DesignBlockInput = {
  id: string
  type: "bar"
} | {
    id: string
    type: "logo"
    align?: "left" | "center"
    size?: "small" | "medium" | "large"
    url: "" | string
  } | {
      id: string
      type: "heading"
      align?: "left" | "center"
      text: string
    } | {
        id: string
        type: "text"
        align?: "left" | "center"
        small?: boolean
        html: string
      } | {
          id: string
          type: "content"
        } | {
            id: string
            type: "button"
            align?: "left" | "center"
            label: string
            url: string
          } | {
              id: string
              type: "links"
              align?: "left" | "center"
              links: Array<{
                label: string
                url: string
              }>
            } | {
                id: string
                type: "divider"
              } | {
                  id: string
                  type: "footer"
                  align?: "left" | "center"
                }
export type Draft = {
  key: string
  conversation_uuid: string | null
  revision: number
  updated_at: string | null
  client_id: string
  content: DraftContent | null
  sent: boolean
  sent_attempt: string | null
}
export type DraftContent = {
  html: string
  files: Array<DraftFile>
  fields: Record<string, string | Array<string>>
  macros: Array<{
    id: number
    name: string
    actions: Array<MacroAction>
    key: string
  }>
  attempt: {
    key: string
    print: string
  } | null
}
export type DraftContentInput = {
  html?: string
  files?: Array<DraftFile>
  fields?: Record<string, string | Array<string>>
  macros?: Array<{
    id: number
    name: string
    actions: Array<MacroAction>
    key: string
  }>
  attempt?: {
    key: string
    print: string
  } | null
}
export type DraftFile = {
  id: number
  uuid: string
  filename: string
  size: number
  content_type: string
}
export type DraftSummary = {
  key: string
  conversation_uuid: string | null
  revision: number
  merged_into_uuid: string | null
  updated_at: string
  excerpt: string
  file_count: number
  contact_email: string | null
  subject: string | null
}
export type DraftVersion = {
  id: number
  saved_at: string
  content: DraftContent
}
export type EmailNotificationChanges = {
  "notification.email.enabled"?: boolean
  "notification.email.email_address"?: "" | string
  "notification.email.host"?: "" | string
  "notification.email.port"?: string | number
  "notification.email.username"?: string
  "notification.email.password"?: string
  "notification.email.auth_protocol"?: "login" | "plain" | "cram" | "none" | "oauth" | ""
  "notification.email.tls_type"?: "none" | "starttls" | "tls"
  "notification.email.tls_skip_verify"?: boolean
  "notification.email.hello_hostname"?: string
  "notification.email.max_conns"?: string | number
  "notification.email.max_msg_retries"?: string | number
  "notification.email.idle_timeout"?: string
  "notification.email.wait_timeout"?: string
  "notification.email.remove_password"?: boolean
}
export type EmailNotificationWrite = {
  "notification.email.enabled": boolean
  "notification.email.email_address": "" | string
  "notification.email.host": "" | string
  "notification.email.port": number
  "notification.email.username": string
  "notification.email.password": string
  "notification.email.auth_protocol": "login" | "plain" | "cram" | "none" | "oauth" | ""
  "notification.email.tls_type": "none" | "starttls" | "tls"
  "notification.email.tls_skip_verify": boolean
  "notification.email.hello_hostname": string
  "notification.email.max_conns": number
  "notification.email.max_msg_retries": number
  "notification.email.idle_timeout": string
  "notification.email.wait_timeout": string
}
export type Erasure = {
  id: number
  requested_at: string
  requested_by: string
  state: "running" | "removing_files" | "done"
  finished_at: string | null
  address_hashes: Array<string>
  counts: Partial<Record<"conversations_deleted" | "conversations_changed" | "messages_deleted" | "messages_emptied" | "messages_redacted" | "files" | "raw_emails" | "tombstones" | "contact_notes" | "drafts" | "webhook_deliveries" | "events" | "survey_comments" | "spam_lessons" | "exports", number>>
  mentions: Array<{
    kind: "automation_rule" | "macro" | "view" | "template" | "inbox" | "agent" | "team" | "role" | "tag" | "status" | "business_hours" | "sla_policy" | "custom_attribute" | "ai_prompt" | "webhook" | "retention_rule"
    id: number
    name: string
    edited: boolean
  }>
  backups: {
    count: number
    until: string | null
  }
}
export type ErasurePreview = {
  refusal: string | null
  confirmation: string
  addresses: Array<string>
  counts: Partial<Record<"conversations_deleted" | "conversations_changed" | "messages_deleted" | "messages_emptied" | "messages_redacted" | "files" | "raw_emails" | "tombstones" | "contact_notes" | "drafts" | "webhook_deliveries" | "events" | "survey_comments" | "spam_lessons" | "exports", number>>
}
export type Finding = {
  state: "ok" | "warning" | "error"
  subject: string
  message: string
  advice: string | null
  expires_at?: string
}
export type FirstEmailKind = "assigned" | "sla_warning" | "sla_breach" | "csat" | "digest"
export type FirstResponses = {
  time_zone: string
  bars: Array<{
    from_seconds: number
    to_seconds: number | null
    wall: number
    business: number
  }>
}
export type Follower = {
  id: number
  first_name: string
  last_name: string
  avatar_url: string | null
  followed_at: string
}
export type Forward = {
  message_uuid?: string | null
  to?: Array<string> | null
  cc?: Array<string> | null
  bcc?: Array<string> | null
  subject?: string | null
  message?: string
  attachments?: Array<number> | null
  forward_attachments?: Array<string> | null
  undo_seconds?: number
}
export type FoundConversation = {
  uuid: string
  reference_number: string
  created_at: string
  last_message_at: string
  subject: Array<Piece>
  contact: {
    id: number
    first_name: string
    last_name: string
    avatar_url: string | null
    email: string | null
    marked: Array<Piece>
  }
  status: string
  inbox_name: string
}
export type FoundMessage = {
  uuid: string
  created_at: string
  conversation_uuid: string
  conversation_reference_number: string
  conversation_subject: string | null
  type: "incoming" | "outgoing"
  private: boolean
  has_attachments: boolean
  sender: {
    id: number
    first_name: string
    last_name: string
    avatar_url: string | null
  }
  snippet: Array<Piece>
  files: Array<Array<Piece>>
  file_matches: Array<{
    uuid: string
    filename: Array<Piece>
    excerpt: Array<Piece>
  }>
}
export type GeneralSettingsChanges = {
  "app.site_name"?: string
  "app.lang"?: string
  "app.max_file_upload_size"?: string | number
  "app.favicon_url"?: string
  "app.logo_url"?: string
  "app.root_url"?: string
  "app.allowed_file_upload_extensions"?: Array<string>
  "app.timezone"?: string
  "app.business_hours_id"?: string
  "app.require_second_factor"?: boolean
  "app.max_writes_per_minute"?: string | number
  "app.spam_filter"?: "off" | "suggest" | "move"
  "app.session_lifetime_days"?: string | number
}
export type GettingStarted = {
  inbox: boolean
  system_mail: boolean
  agents: boolean
  conversation: boolean
  can_receive: boolean
  can_send: boolean
  can_invite: boolean
  people: boolean
  workspace_name: boolean
  time_zone: boolean
  logo: boolean
  own_password: boolean
  kept: Array<"workspace_name" | "time_zone" | "logo">
  dismissed: boolean
}
export type HeldSend = {
  uuid: string
  conversation_uuid: string
  created_at: string
  held_until: string
  remaining_ms: number
  message: string
  to: Array<string>
  cc: Array<string>
  bcc: Array<string>
  attachments: Array<{
    id: number
    uuid: string
    filename: string
    size: number
    content_type: string
  }>
  after: {
    status: string
    snoozed_until: string | null
  } | null
  macros: Array<NamedMacro>
  start: HeldStart | null
  side_thread?: HeldSideThread | null
}
export type HeldSideThread = {
  uuid: string | null
  subject: string
  forward: {
    message_uuid: string | null
    forward_attachments: Array<string> | null
  } | null
}
export type HeldStart = {
  inbox_id: number
  contact_email: string
  first_name: string
  last_name: string
  subject: string
  team_id: number | null
  agent_id: number | null
}
export type ImapConfig = {
  host: string
  port: number
  username: string
  password: string
  mailbox: string
  read_interval: string
  scan_inbox_since: string
  tls_type: "none" | "starttls" | "tls"
  tls_skip_verify: boolean
  auth_protocol?: "password" | "oauth"
  authserv_id?: string
  has_password?: boolean
  remove_password?: boolean
}
export type ImapConfigInput = {
  host: string
  port: string | number
  username?: string
  password?: string
  mailbox?: string
  read_interval?: string
  scan_inbox_since?: string
  tls_type?: "none" | "starttls" | "tls"
  tls_skip_verify?: boolean
  auth_protocol?: "password" | "oauth"
  authserv_id?: string
  has_password?: boolean
  remove_password?: boolean
}
export type Inbox = {
  id: number
  created_at: string
  updated_at: string
  name: string
  channel: "email"
  enabled: boolean
  csat_enabled: boolean
  from: string
  aliases: Array<string>
  receiving_address: string | null
  proposed_authserv_id: string | null
  receiver_enabled: boolean
  quote_history: boolean
  signature: string
  template_id: number | null
  brand_name: string
  brand_logo_url: string
  brand_color: string
  brand_footer: string
  sync_since: string | null
  plus_addressing_proved_at: string | null
  plus_addressing_tested_at: string | null
  sending: "off" | "not_set_up" | "untested" | "failing" | "working"
  sending_error: string | null
  sending_failing_since: string | null
  oauth: InboxOAuth | null
  config: {
    imap: Array<ImapConfig>
    smtp: Array<SmtpConfig>
  }
}
export type InboxChanges = {
  name?: string
  channel?: "email"
  from?: string
  config?: {
    imap?: Array<ImapConfigInput>
    smtp?: Array<SmtpConfigInput>
  }
  csat_enabled?: boolean
  aliases?: Array<string>
  receiver_enabled?: boolean
  quote_history?: boolean
  signature?: string
  sync_since?: string | null
  template_id?: number | null
  brand_name?: string
  brand_logo_url?: string
  brand_color?: "" | string
  brand_footer?: string
  enabled?: boolean
}
export type InboxConfig = {
  imap?: Array<ImapConfigInput>
  smtp?: Array<SmtpConfigInput>
}
export type InboxConfigInput = {
  imap?: Array<ImapConfigInput>
  smtp?: Array<SmtpConfigInput>
}
export type InboxHealth = {
  inbox_id: number
  last_mail_at: string | null
  waiting: number
  waiting_since: string | null
  quarantined: number
  mailboxes: Array<WatchedMailbox>
}
export type InboxOAuth = {
  provider: "google" | "microsoft"
  client_id: string
  tenant: string
  account: string
  connected_at: string
  error: string | null
}
export type InboxOAuthSetup = {
  provider: "google" | "microsoft"
  client_id: string
  client_secret?: string
  tenant?: string
}
export type InboxWrite = {
  name: string
  channel?: "email"
  from: string
  config: InboxConfig
  csat_enabled?: boolean
  aliases?: Array<string>
  receiver_enabled?: boolean
  quote_history?: boolean
  signature?: string
  sync_since?: string | null
  template_id?: number | null
  brand_name?: string
  brand_logo_url?: string
  brand_color?: "" | string
  brand_footer?: string
}
export type Invitation = {
  state: "none" | "not_sent" | "waiting" | "sent" | "link" | "failed" | "expired" | "accepted"
  at: string
}
export type ListCounts = {
  assigned: number | null
  unassigned: number | null
  teams: Array<{
    id: number
    count: number
  }>
  views: Array<{
    id: number
    count: number | null
  }>
}
export type ListedTemplate = {
  id: number
  created_at: string
  updated_at: string
  type: TemplateType
  name: string
  subject: string | null
  body: string
  is_default: boolean
  is_builtin: boolean
  design: TemplateDesign | null
  inbox_names: Array<string>
}
export type Macro = {
  id: number
  created_at: string
  updated_at: string
  name: string
  actions: Array<MacroAction>
  visibility: "all" | "team" | "user"
  visible_when: Array<MacroPlace>
  message_content: string
  user_id: string | null
  team_id: string | null
  usage_count: number
  last_used_at: string | null
}
export type MacroAction = {
  type: string
  value: Array<string>
  display_value: Array<string>
}
export type MacroApplied = {
  message: string
  applied: Array<string>
  failed: Array<{
    type: string
    message: string
  }>
}
export type MacroChanges = {
  name?: string
  message_content?: string
  actions?: Array<{
    type: string
    value: Array<string>
  }>
  visibility?: "all" | "team" | "user"
  visible_when?: Array<MacroPlace>
  team_id?: string | null
  user_id?: string | null
}
export type MacroPlace = "replying" | "starting_conversation" | "adding_private_note"
export type MacroWrite = {
  name: string
  message_content?: string
  actions: Array<{
    type: string
    value: Array<string>
  }>
  visibility: "all" | "team" | "user"
  visible_when: Array<MacroPlace>
  team_id?: string | null
  user_id?: string | null
}
export type MailDelivery = {
  id: number
  received_at: string
  inbox_id: number | null
  source: "imap" | "smtp" | "api"
  envelope: {
    peer: string | null
    helo: string | null
    from: string | null
    recipients: Array<string>
  }
  message_id: string | null
  subject: string | null
  from_address: string | null
  size: number
  state: "received" | "threaded" | "quarantined" | "ignored" | "erased"
  reason: string | null
  attempts: number
  conversation_uuid: string | null
  message_uuid: string | null
  duplicate_of_id: number | null
}
export type Media = {
  id: number
  created_at: string
  updated_at: string
  uuid: string
  store: "fs" | "s3"
  filename: string
  content_type: string
  content_id: string
  model_id: number | null
  model_type: string | null
  disposition: string | null
  size: number
  meta: {
    width?: number
    height?: number
  }
  url: string
}
export type MentionAccess = {
  agent_ids: Array<number>
  team_ids: Array<number>
}
export type MergePreview = {
  conversations: number
  unseen_conversations: boolean
  notes: number
  addresses: Array<string>
  filled: Array<string>
}
export type MergeTag = {
  into_id: number
}
export type Message = {
  id: number
  created_at: string
  updated_at: string
  uuid: string
  type: "incoming" | "outgoing" | "activity"
  status: "received" | "pending" | "sent" | "failed"
  conversation_id: number
  conversation_uuid: string
  content: string
  text_content: string
  content_type: "html" | "text"
  private: boolean
  sender_id: number
  sender_type: "agent" | "contact"
  meta: MessageMeta
  attachments: Array<Attachment> | null
  sender: MessageSender
  activity: Activity | null
  delivery_error: string | null
  next_attempt_at?: string | null
  sent_at?: string | null
  authentication?: {
    verdict: "pass" | "fail" | "unchecked"
    reason: "dmarc" | "dkim" | "spf" | "arc" | "not_proven" | "other_author" | "too_complex" | "dns_failed" | "not_configured" | "no_results" | "not_received_here"
    spf: "pass" | "fail" | "unchecked"
    dkim: "pass" | "fail" | "unchecked"
    dmarc: "pass" | "fail" | "unchecked"
    arc: "pass" | "fail" | "unchecked"
    domain: string
    first_from_sender: boolean
    looks_like: string | null
    new_addresses: Array<string>
  } | null
  remote_images: number
  complex: boolean
  side_thread_uuid?: string | null
  version: number
}
export type MessageHit = {
  created_at: string
  uuid: string
  text_content: string
  conversation_created_at: string
  conversation_uuid: string
  conversation_reference_number: string
}
export type MessageMeta = {
  from?: Array<string>
  to?: Array<string>
  cc?: Array<string>
  bcc?: Array<string>
  reply_to?: Array<string>
  subject?: string
  is_csat?: boolean
  new_participant?: boolean
  unreached_mentions?: Array<{
    type: "agent" | "team"
    id: number
  }>
  auto_reply?: string
  history_withheld?: boolean
  why?: {
    by: "rule"
    rule_id: number
    rule: string
    run_id: number | null
  } | {
      by: "assignment"
      method: "Round robin" | "Least busy"
      team_id: number
      team: string
      members: Array<{
        agent_id: number
        agent: string
        load: number
        passed_over: "chosen_before" | "busier" | "full" | "away" | "reassigning" | "offline" | "disabled" | "may_not_reply" | "taken_off" | "closed_hours" | null
      }>
    } | {
        by: "sla"
        reason: "team" | "rule" | "hand" | "policy_changed" | "hours_changed" | "status_changed" | "due"
        policy_id: number | null
        policy: string | null
      } | {
          by: "csat"
          inbox: string
        }
}
export type MessageSend = {
  sender_type?: "agent" | "contact"
  message?: string
  private?: boolean
  side_thread_uuid?: string | null
  attachments?: Array<number> | null
  to?: Array<string> | null
  cc?: Array<string> | null
  bcc?: Array<string> | null
  undo_seconds?: number
  history?: "known" | "all"
  send_at?: string | null
  hold_if_customer_replies?: boolean
  after?: AfterSending | null
  macros?: Array<ChosenMacro> | null
  draft?: SentDraft | null
  last_seen_uuid?: string | null
  send_despite?: Array<string> | null
}
export type MessageSender = {
  id: number
  type: "agent" | "contact"
  first_name: string
  last_name: string
  avatar_url: string | null
}
export type MutedChannel = "app:assigned" | "push:assigned" | "app:reply" | "push:reply" | "email:reply" | "app:mention" | "push:mention" | "email:mention" | "app:followed" | "push:followed" | "email:followed" | "app:sla_warning" | "push:sla_warning" | "app:sla_breach" | "push:sla_breach" | "app:csat" | "push:csat" | "app:send_failed" | "push:send_failed" | "email:send_failed" | "app:schedule_held" | "push:schedule_held" | "email:schedule_held"
export type NamedMacro = {
  id: number
  name: string
  actions: Array<MacroAction>
}
export type NewPasskeyAnswer = {
  id: string
  rawId: string
  response: {
    clientDataJSON: string
    attestationObject: string
    transports?: Array<string>
  }
}
export type Notification = {
  uuid: string
  kind: NotificationKind
  happened_at: string
  read_at: string | null
  occurrences: number
  actor: {
    kind: "agent" | "contact"
    id: number
    name: string
    avatar_url: string | null
  } | null
  conversation: {
    uuid: string
    reference_number: string
    subject: string | null
    contact_name: string
  } | null
  conversation_count: number
  message_uuid: string | null
  change: "email" | "reply" | "note" | "status" | "agent" | "team" | null
  due: {
    metric: "first_response" | "next_response" | "resolution"
    at: string
  } | null
  rating: number | null
}
export type NotificationKind = "assigned" | "reply" | "mention" | "followed" | "sla_warning" | "sla_breach" | "csat" | "send_failed" | "schedule_held"
export type NotificationSwitches = {
  assigned: boolean
  reply: boolean
  mention: boolean
  followed: boolean
  sla_warning: boolean
  sla_breach: boolean
  csat: boolean
  send_failed: boolean
  schedule_held: boolean
  digest: boolean
}
export type OidcChanges = {
  name?: string
  provider?: "Google" | "Custom"
  provider_url?: string
  client_id?: string
  client_secret?: string
  enabled?: boolean
}
export type OidcCreate = {
  name: string
  provider?: "Google" | "Custom"
  provider_url: string
  client_id: string
  client_secret?: string
  id?: number
}
export type OidcProvider = {
  id: number
  created_at: string
  updated_at: string
  name: string
  enabled: boolean
  provider: "Google" | "Custom"
  provider_url: string
  client_id: string
  client_secret: string
  redirect_uri: string
  logo_url: string
  needs_allowing: boolean
}
export type OverviewCharts = {
  new_conversations: Array<{
    date: string
    count: number
  }> | null
  resolved_conversations: Array<{
    date: string
    count: number
  }> | null
}
export type OverviewCounts = {
  open: number
  awaiting_response: number
  unassigned: number
  pending: number
  agents_online: number
  agents_away: number
  agents_reassigning: number
  agents_offline: number
}
export type OverviewSla = {
  first_response_met_count: number
  first_response_breached_count: number
  next_response_met_count: number
  next_response_breached_count: number
  resolution_met_count: number
  resolution_breached_count: number
  avg_first_response_time_sec: number
  avg_next_response_time_sec: number
  avg_resolution_time_sec: number
}
export type Participant = {
  id: number
  first_name: string
  last_name: string
  avatar_url: string | null
  type: "agent" | "contact"
}
export type Passkey = {
  uuid: string
  name: string
  created_at: string
  last_used_at: string | null
}
export type PasskeyAnswer = {
  id: string
  rawId: string
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string
  }
}
export type PasswordChange = {
  old_password: string
  new_password: string
}
export type PasswordResetRequest = {
  email: string
}
export type PausedCopy = {
  since: string
  backup_of: string | null
  moved_to: string | null
}
export type Piece = {
  text: string
  hit: boolean
}
export type PlannedAction = {
  type: "assign_team" | "assign_user" | "set_status" | "set_priority" | "add_tags" | "set_tags" | "remove_tags" | "set_sla" | "move_inbox" | "send_private_note" | "send_reply" | "send_csat" | "trash" | "mark_spam"
  value: Array<string>
  display_value: Array<string>
  outcome: "done" | "unchanged" | "refused" | "skipped"
  message: string | null
  changes: Array<TrailChange>
  mail: {
    to: Array<string>
    cc: Array<string>
    html: string
    private: boolean
  } | null
}
export type Preferences = {
  undo_seconds?: number
  signature?: string
  theme?: "system" | "light" | "dark"
  language?: string
  shortcuts?: Record<string, Array<string>>
  muted_notifications?: Array<FirstEmailKind>
  digest_hour?: number | null
  time_zone?: "" | string
  muted_channels?: Array<MutedChannel>
  quiet_hours?: QuietHours | null
  notification_sound?: boolean
  push_preview?: boolean
  follow_mentions?: boolean
  after_action?: "next" | "previous" | "list" | "stay"
  open_on_move?: boolean
  assign_on_reply?: boolean
  muted_checks?: Array<"colleague_replied" | "secret" | "card_number" | "unverified_sender" | "new_domain" | "added_recipient" | "many_recipients" | "attachment">
}
export type PreviousConversation = {
  id: number
  created_at: string
  updated_at: string
  uuid: string
  subject: string | null
  status: string
  contact: {
    first_name: string
    last_name: string
    avatar_url: string | null
  }
  last_message: string | null
  last_message_at: string | null
}
export type Priority = {
  id: number
  created_at: string
  name: string
}
export type PublicConfig = {
  "app.lang": string
  "app.favicon_url"?: string
  "app.logo_url": string
  "app.site_name": string
  "app.sso_providers": Array<SsoProvider>
  "app.passkey_origin": string
}
export type PushSubscription = {
  uuid: string
  created_at: string
  user_agent: string | null
  last_pushed_at: string | null
  last_error: string | null
  is_current: boolean
}
export type PushSubscriptionWrite = {
  endpoint: string
  keys: {
    p256dh: string
    auth: string
  }
  public_key: string
}
export type QuietHours = {
  from: string
  until: string
}
export type Readiness = {
  status: "ok" | "degraded" | "down"
  parts?: Array<ReadinessPart>
}
export type ReadinessPart = {
  name: string
  state: "ok" | "degraded" | "down"
  since: string
  message: string
}
export type ReceivingHealth = {
  mail_host: string | null
  receiver_port: number | null
  inboxes: Array<InboxHealth>
}
export type ReportNumbers = {
  new: number
  resolved: number
  reopened: number
  messages_in: number
  replies: number
  first_response: {
    count: number
    wall: ReportTimes
    business: ReportTimes
  }
  next_response: {
    count: number
    wall: ReportTimes
    business: ReportTimes
  }
  resolution: {
    count: number
    wall: ReportTimes
    business: ReportTimes
  }
  sla: {
    first_response: {
      met: number
      breached: number
    }
    next_response: {
      met: number
      breached: number
    }
    resolution: {
      met: number
      breached: number
    }
  }
  csat: Satisfaction
}
export type ReportRange = {
  from: string
  to: string
}
export type ReportSeries = {
  points: Array<SeriesPoint>
  counts: Partial<Record<"new" | "resolved" | "reopened" | "messages_in" | "replies" | "first_response" | "next_response" | "sla_first_response_met" | "sla_first_response_breached" | "sla_next_response_met" | "sla_next_response_breached" | "sla_resolution_met" | "sla_resolution_breached" | "csat_sent" | "csat_answered", Array<number>>>
  rating_sums: Array<number>
  time_zone: string
  by: "hour" | "day" | "week"
  previous: SeriesSpan | null
}
export type ReportSummary = {
  time_zone: string
  range: ReportRange
  current: {
    new: number
    resolved: number
    reopened: number
    messages_in: number
    replies: number
    first_response: {
      count: number
      wall: ReportTimes
      business: ReportTimes
    }
    next_response: {
      count: number
      wall: ReportTimes
      business: ReportTimes
    }
    resolution: {
      count: number
      wall: ReportTimes
      business: ReportTimes
    }
    sla: {
      first_response: {
        met: number
        breached: number
      }
      next_response: {
        met: number
        breached: number
      }
      resolution: {
        met: number
        breached: number
      }
    }
    csat: Satisfaction
    open_at_end: number | null
  }
  previous_range: ReportRange | null
  previous: {
    new: number
    resolved: number
    reopened: number
    messages_in: number
    replies: number
    first_response: {
      count: number
      wall: ReportTimes
      business: ReportTimes
    }
    next_response: {
      count: number
      wall: ReportTimes
      business: ReportTimes
    }
    resolution: {
      count: number
      wall: ReportTimes
      business: ReportTimes
    }
    sla: {
      first_response: {
        met: number
        breached: number
      }
      next_response: {
        met: number
        breached: number
      }
      resolution: {
        met: number
        breached: number
      }
    }
    csat: Satisfaction
    open_at_end: number | null
  } | null
  counted_up_to: string | null
}
export type ReportTable = {
  time_zone: string
  by: "agent" | "team" | "inbox" | "tag"
  rows: Array<BreakdownRow>
}
export type ReportTimes = {
  average: number | null
  median: number | null
  p90: number | null
}
export type RetentionPreview = {
  conversations: number
  is_complete: boolean
  oldest_at: string | null
  estimated_bytes: number
  sample: Array<{
    uuid: string
    reference_number: string
    last_activity_at: string
  }>
}
export type RetentionRule = {
  id: number
  created_at: string
  updated_at: string
  name: string
  enabled: boolean
  inbox_ids: Array<number> | null
  status_ids: Array<number>
  include_spam: boolean
  include_trash: boolean
  after_days: number
  action: "delete" | "erase_bodies"
  exempt_tag_ids: Array<number>
  confirmed_at: string | null
}
export type RetentionRun = {
  id: number
  rule_id: number | null
  rule_name: string
  kind: "run" | "dry_run"
  started_at: string
  finished_at: string | null
  stopped: string | null
  conversations: number
  messages: number
  files: number
  bytes: number
  skipped: number
  by_inbox: Array<{
    inbox_id: number
    conversations: number
  }>
}
export type RetentionScope = {
  inbox_ids?: Array<number> | null
  status_ids?: Array<number>
  include_spam?: boolean
  include_trash?: boolean
  after_days: number
  action: "delete" | "erase_bodies"
  exempt_tag_ids?: Array<number>
}
export type Role = {
  id: number
  created_at: string
  updated_at: string
  name: string
  description: string
  permissions: Array<string>
}
export type RoleChanges = {
  name?: string
  description?: string | null
  permissions?: Array<string>
  shown_permissions?: Array<string>
}
export type RoleWrite = {
  name: string
  description?: string | null
  permissions: Array<string>
}
export type Rule = {
  id: number
  created_at: string
  updated_at: string
  name: string
  description: string
  type: "new_conversation" | "conversation_update" | "time_trigger"
  events: Array<"conversation.user.assigned" | "conversation.team.assigned" | "conversation.status.change" | "conversation.priority.change" | "conversation.message.outgoing" | "conversation.message.incoming" | "conversation.tags.change" | "conversation.attributes.change" | "conversation.sla.breached" | "conversation.merged" | "csat.answered">
  enabled: boolean
  weight: number
  execution_mode: "all" | "first_match"
  rules: Array<RuleBody>
  problems: Array<RuleProblem>
  evaluated_count: number
  matched_count: number
  last_matched_at: string | null
}
export type RuleAction = {
  type: "assign_team" | "assign_user" | "set_status" | "set_priority" | "add_tags" | "set_tags" | "remove_tags" | "set_sla" | "move_inbox" | "send_private_note" | "send_reply" | "send_csat" | "trash" | "mark_spam"
  value: Array<string>
  display_value: Array<string>
}
export type RuleActionResult = {
  type: "assign_team" | "assign_user" | "set_status" | "set_priority" | "add_tags" | "set_tags" | "remove_tags" | "set_sla" | "move_inbox" | "send_private_note" | "send_reply" | "send_csat" | "trash" | "mark_spam"
  value: Array<string>
  display_value: Array<string>
  outcome: "done" | "unchanged" | "refused" | "skipped"
  message: string | null
}
export type RuleBody = {
  groups: Array<RuleGroup>
  group_operator: "AND" | "OR"
  actions: Array<RuleAction>
}
export type RuleChanges = {
  name?: string
  description?: string | null
  type?: "new_conversation" | "conversation_update" | "time_trigger"
  events?: Array<"conversation.user.assigned" | "conversation.team.assigned" | "conversation.status.change" | "conversation.priority.change" | "conversation.message.outgoing" | "conversation.message.incoming" | "conversation.tags.change" | "conversation.attributes.change" | "conversation.sla.breached" | "conversation.merged" | "csat.answered"> | null
  enabled?: boolean | null
  rules?: Array<{
    groups?: Array<{
      logical_op?: "AND" | "OR"
      rules?: Array<{
        field: string
        field_type?: "conversation" | "conversation_custom_attribute" | "contact_custom_attribute" | "" | null
        operator: "equals" | "not equals" | "contains" | "not contains" | "set" | "not set" | "greater than" | "less than"
        value?: string | number | boolean | null
        case_sensitive_match?: boolean | null
      }> | null
    }> | null
    group_operator?: "AND" | "OR"
    actions: Array<{
      type: "assign_team" | "assign_user" | "set_status" | "set_priority" | "add_tags" | "set_tags" | "remove_tags" | "set_sla" | "move_inbox" | "send_private_note" | "send_reply" | "send_csat" | "trash" | "mark_spam"
      value?: Array<string> | null
    }>
  }>
}
export type RuleCondition = {
  field: string
  field_type: "conversation" | "conversation_custom_attribute" | "contact_custom_attribute"
  operator: "equals" | "not equals" | "contains" | "not contains" | "set" | "not set" | "greater than" | "less than"
  value: string
  case_sensitive_match: boolean
}
export type RuleConversation = {
  uuid: string
  reference_number: string
  subject: string | null
  contact: string
}
export type RuleDryRun = {
  would_run: boolean
  stopped_by: string | null
  occasion: string
  at: string
  reasons: RuleReasons
  actions: Array<PlannedAction>
  conversation: RuleConversation
}
export type RuleGroup = {
  logical_op: "AND" | "OR"
  rules: Array<RuleCondition>
}
export type RuleProblem = {
  path: string
  message: string
}
export type RuleReasons = {
  matched: boolean
  group_operator: "AND" | "OR"
  groups: Array<CheckedGroup>
}
export type RuleReplay = {
  from: string
  to: string
  examined: number
  is_capped: boolean
  matched: number
  hidden: number
  days: Array<{
    date: string
    examined: number
    matched: number
  }>
  results: Array<{
    at: string
    occasion: string
    reasons: RuleReasons
    conversation: RuleConversation
  }>
  page: number
  page_size: number
  total_pages: number
}
export type RuleRun = {
  id: number
  rule_id: number | null
  rule: string
  at: string
  occasion: string
  outcome: "done" | "partly" | "refused" | "not_matched"
  limit: "depth" | "conversation_budget" | "address_budget" | "inbox_budget" | "workspace_budget" | "machine_mail" | "late_mail" | null
  reasons: RuleReasons
  actions: Array<RuleActionResult>
  conversation: RuleConversation
  event_id: number | null
}
export type RuleTrouble = {
  rule_id: number | null
  rule: string
  limit: "depth" | "conversation_budget" | "address_budget" | "inbox_budget" | "workspace_budget" | "machine_mail" | "late_mail" | null
  message: string
  count: number
  last_at: string
  conversations: Array<RuleConversation>
  hidden: number
}
export type RuleWrite = {
  name: string
  description?: string | null
  type: "new_conversation" | "conversation_update" | "time_trigger"
  events?: Array<"conversation.user.assigned" | "conversation.team.assigned" | "conversation.status.change" | "conversation.priority.change" | "conversation.message.outgoing" | "conversation.message.incoming" | "conversation.tags.change" | "conversation.attributes.change" | "conversation.sla.breached" | "conversation.merged" | "csat.answered"> | null
  enabled?: boolean | null
  rules: Array<{
    groups?: Array<{
      logical_op?: "AND" | "OR"
      rules?: Array<{
        field: string
        field_type?: "conversation" | "conversation_custom_attribute" | "contact_custom_attribute" | "" | null
        operator: "equals" | "not equals" | "contains" | "not contains" | "set" | "not set" | "greater than" | "less than"
        value?: string | number | boolean | null
        case_sensitive_match?: boolean | null
      }> | null
    }> | null
    group_operator?: "AND" | "OR"
    actions: Array<{
      type: "assign_team" | "assign_user" | "set_status" | "set_priority" | "add_tags" | "set_tags" | "remove_tags" | "set_sla" | "move_inbox" | "send_private_note" | "send_reply" | "send_csat" | "trash" | "mark_spam"
      value?: Array<string> | null
    }>
  }>
}
export type Satisfaction = {
  sent: number
  answered: number
  average: number | null
  distribution: Array<number>
}
export type ScheduleHoldReason = "customer_replied" | "in_trash"
export type ScheduledReply = {
  uuid: string
  conversation_uuid: string
  created_at: string
  updated_at: string
  version: number
  send_at: string
  hold_if_customer_replies: boolean
  on_hold: {
    reason: ScheduleHoldReason
    since: string
  } | null
  author: {
    id: number
    first_name: string
    last_name: string
    avatar_url: string | null
  }
  message: string
  to: Array<string>
  cc: Array<string>
  bcc: Array<string>
  attachments: Array<{
    id: number
    uuid: string
    filename: string
    size: number
    content_type: string
  }>
  after: AfterSending | null
  macros: Array<NamedMacro>
}
export type ScheduledReplyChange = {
  send_at?: string
  hold_if_customer_replies?: boolean
  message?: string
  attachments?: Array<number>
  to?: Array<string>
  cc?: Array<string>
  bcc?: Array<string>
  after?: AfterSending | null
  version?: number
}
export type SecondFactor = {
  totp: {
    enabled: boolean
    since: string | null
  }
  passkeys: number
  recovery_codes_left: number
  is_required: boolean
}
export type SentDraft = {
  key: string
  revision: number | null
  attempt?: string | null
}
export type SentMessage = {
  id: number
  created_at: string
  updated_at: string
  uuid: string
  type: "incoming" | "outgoing" | "activity"
  status: "received" | "pending" | "sent" | "failed"
  conversation_id: number
  conversation_uuid: string
  content: string
  text_content: string
  content_type: "html" | "text"
  private: boolean
  sender_id: number
  sender_type: "agent" | "contact"
  meta: MessageMeta
  attachments: Array<Attachment> | null
  sender: MessageSender
  activity: Activity | null
  delivery_error: string | null
  next_attempt_at?: string | null
  sent_at?: string | null
  authentication?: {
    verdict: "pass" | "fail" | "unchecked"
    reason: "dmarc" | "dkim" | "spf" | "arc" | "not_proven" | "other_author" | "too_complex" | "dns_failed" | "not_configured" | "no_results" | "not_received_here"
    spf: "pass" | "fail" | "unchecked"
    dkim: "pass" | "fail" | "unchecked"
    dmarc: "pass" | "fail" | "unchecked"
    arc: "pass" | "fail" | "unchecked"
    domain: string
    first_from_sender: boolean
    looks_like: string | null
    new_addresses: Array<string>
  } | null
  remote_images: number
  complex: boolean
  side_thread_uuid?: string | null
  version: number
  held: HeldSend | null
  scheduled: ScheduledReply | null
}
export type SeriesPoint = {
  start: string
  end: string
  date: string
}
export type SeriesSpan = {
  points: Array<SeriesPoint>
  counts: Partial<Record<"new" | "resolved" | "reopened" | "messages_in" | "replies" | "first_response" | "next_response" | "sla_first_response_met" | "sla_first_response_breached" | "sla_next_response_met" | "sla_next_response_breached" | "sla_resolution_met" | "sla_resolution_breached" | "csat_sent" | "csat_answered", Array<number>>>
  rating_sums: Array<number>
}
export type ServerEvent = {
  type: "hello"
  event_id: Cursor
  reload: boolean
  forget: boolean
} | {
    event_id: Cursor
    version: number
    type: "conversation.created"
    object: ConversationShared
  } | {
      event_id: Cursor
      version: number
      type: "conversation.changed"
      object: ConversationShared
    } | {
        event_id: Cursor
        version: number
        type: "conversation.gone"
        object: {
          uuid: string
        }
      } | {
          event_id: Cursor
          version: number
          type: "message.created"
          object: Message
        } | {
            event_id: Cursor
            version: number
            type: "message.changed"
            object: Message
          } | {
              event_id: Cursor
              version: number
              type: "conversation.seen"
              object: {
                uuid: string
                unread_message_count: number
                unread_counter: number
              }
            } | {
                event_id: Cursor
                version: number
                type: "conversation.followers_changed"
                object: {
                  uuid: string
                }
              } | {
                  event_id: Cursor
                  version: number
                  type: "conversation.drafting"
                  object: {
                    uuid: string
                    agent_ids: Array<number>
                  }
                } | {
                    event_id: Cursor
                    version: number
                    type: "draft.changed"
                    object: {
                      key: string
                      revision: number
                      client_id: string
                    }
                  } | {
                      event_id: Cursor
                      version: number
                      type: "contact.updated"
                      object: ConversationContact
                    } | {
                        event_id: Cursor
                        version: number
                        type: "contact.merged"
                        object: {
                          id: number
                          into_id: number
                        }
                      } | {
                          event_id: Cursor
                          version: number
                          type: "contact.notes_changed"
                          object: {
                            id: number
                          }
                        } | {
                            event_id: Cursor
                            version: number
                            type: "lookup.changed"
                            object: {
                              lookup: "statuses" | "tags" | "teams" | "agents" | "inboxes" | "roles" | "settings" | "views" | "macros" | "custom_attributes" | "sla" | "business_hours" | "templates" | "webhooks" | "oidc" | "automations" | "ai" | "privacy" | "retention" | "held_sends" | "notifications" | "me"
                            }
                          }
export type Session = {
  uuid: string
  created_at: string
  last_seen_at: string
  ip: string | null
  user_agent: string | null
  is_current: boolean
}
export type SideThread = {
  uuid: string
  created_at: string
  subject: string
  participants: Array<string>
  created_by: {
    id: number
    first_name: string
    last_name: string
  }
  message_count: number
  last_message: {
    uuid: string
    created_at: string
    preview: string
    sender_name: string
    is_answer: boolean
  } | null
}
export type SimulatedMetric = {
  metric: "first_response" | "next_response" | "resolution"
  met: number
  breached: number
  open: number
  median: number | null
  p90: number | null
  actual_met: number
  actual_breached: number
}
export type SlaChanges = {
  name?: string
  description?: string | null
  first_response_time?: string | null
  next_response_time?: string | null
  resolution_time?: string | null
  notifications?: Array<SlaNotice> | null
}
export type SlaNotice = {
  type: "warning" | "breach"
  metric: "first_response" | "next_response" | "resolution" | "all"
  time_delay_type: "immediately" | "after" | "before"
  time_delay?: string | null
  recipients: Array<string>
}
export type SlaPolicy = {
  id: number
  created_at: string
  updated_at: string
  name: string
  description: string
  first_response_time: string | null
  next_response_time: string | null
  resolution_time: string | null
  notifications: Array<unknown> | null
}
export type SlaPolicyCompact = {
  id: number
  name: string
}
export type SlaSimulation = {
  from: string
  until: string
  conversations: number
  total: number
  metrics: Array<SimulatedMetric>
  teams: Array<{
    team_id: number | null
    name: string | null
    conversations: number
    metrics: Array<SimulatedMetric>
  }>
  breached_conversations: number
  breached: Array<{
    uuid: string
    reference_number: string
    subject: string | null
    metrics: Array<"first_response" | "next_response" | "resolution">
    actual: boolean
  }>
}
export type SlaTarget = {
  metric: "first_response" | "next_response" | "resolution"
  promised: string
  started_at: string
  due_at: string | null
  met_at: string | null
  breached_at: string | null
  left_ms: number | null
}
export type SlaWrite = {
  name: string
  description?: string | null
  first_response_time?: string | null
  next_response_time?: string | null
  resolution_time?: string | null
  notifications?: Array<SlaNotice> | null
}
export type SmtpConfig = {
  host: string
  port: number
  username: string
  password: string
  max_conns: number
  max_msg_retries: number
  idle_timeout: string
  wait_timeout: string
  auth_protocol: "login" | "plain" | "cram" | "none" | "oauth" | ""
  tls_type: "none" | "starttls" | "tls"
  tls_skip_verify: boolean
  hello_hostname: string
  email_headers?: Record<string, string>
  has_password?: boolean
  remove_password?: boolean
}
export type SmtpConfigInput = {
  host: string
  port: string | number
  username?: string
  password?: string
  max_conns?: string | number
  max_msg_retries?: string | number
  idle_timeout?: string
  wait_timeout?: string
  auth_protocol?: "login" | "plain" | "cram" | "none" | "oauth" | ""
  tls_type?: "none" | "starttls" | "tls"
  tls_skip_verify?: boolean
  hello_hostname?: string
  email_headers?: Record<string, string>
  has_password?: boolean
  remove_password?: boolean
}
export type SpamFilterLessons = {
  spam: number
  not_spam: number
  needed: number
}
export type SpamJudgement = {
  score: number
  reasons: Array<SpamReason>
}
export type SpamReason = {
  kind: "word" | "sender_domain" | "link_domain" | "unverified_sender" | "other_reply_to" | "automatic" | "remote_images" | "attachment"
  value: string
}
export type SsoProvider = {
  id: number
  name: string
  provider: string
  provider_url: string
  client_id: string
  logo_url: string
  enabled: boolean
  redirect_uri: string
}
export type Status = {
  id: number
  created_at: string
  name: string
  category: StatusCategory
  is_default: boolean
}
export type StatusCategory = "open" | "waiting" | "closed"
export type StorageUse = {
  day: string | null
  inboxes: Array<{
    inbox_id: number
    name: string
    conversations: number
    messages: number
    body_bytes: number
    files: number
    file_bytes: number
    emails: number
    email_bytes: number
  }>
  history: Array<{
    day: string
    bytes: number
  }>
}
export type Survey = {
  id: number
  sent_at: string
  expires_at: string
  rating: number | null
  comment: string | null
  answered_at: string | null
  changed_at: string | null
  agent_id: number | null
  agent: string | null
  team_id: number | null
  team: string | null
}
export type SystemAlert = {
  condition: string
  subject: string
  message: string
  advice: string
  raised_at: string
  resolved_at: string | null
}
export type SystemBackup = {
  created_at: string
  target: string
  name: string
  state: "running" | "finished" | "failed" | "removed"
  bytes: number | null
  duration_seconds: number | null
  is_checked: boolean
  error: string | null
}
export type SystemBackups = {
  schedule: string | null
  retention: BackupRetention
  is_set_by_environment: {
    schedule: boolean
    retention: boolean
  }
  target: string | null
  includes_key: boolean
  next_at: string | null
  state: "idle" | "queued" | "running"
  progress: BackupProgress | null
  backups: Array<SystemBackup>
}
export type SystemHistory = {
  samples: Array<{
    at: string
    database_bytes: number
    search_bytes: number
    files_bytes: number | null
    disk_free_bytes: number | null
  }>
  requests: Array<{
    at: string
    count: number
    errors: number
    p50_seconds: number | null
    p95_seconds: number | null
  }>
  hosts: Array<string>
  mail: Array<{
    at: string
    incoming: number
    outgoing: number
  }>
}
export type SystemMail = {
  id: number
  created_at: string
  template: string
  to: string
  status: "pending" | "sent" | "failed" | "dropped"
  attempts: number
  sent_at: string | null
  delivery_error: string | null
  delivery_details?: string | null
}
export type SystemNode = {
  id: string
  host: string
  pid: number
  roles: Array<string>
  version: string
  started_at: string
  seen_at: string
  is_alive: boolean
  inbox_ids: Array<number>
  disk: {
    free_bytes: number
    size_bytes: number
  } | null
  memory_bytes: number | null
}
export type SystemQueue = {
  name: "incoming_mail" | "replies" | "notifications" | "webhooks" | "jobs"
  waiting: number
  oldest_age_seconds: number | null
}
export type SystemStatus = {
  health: {
    status: "ok" | "degraded" | "down"
    parts: Array<ReadinessPart>
  }
  versions: {
    parley: string
    schema: string
    node: string
    postgresql: string
  }
  checks_for_updates: boolean
  update: {
    version: string
    date: string
    url: string
  } | null
  nodes: Array<SystemNode>
  queues: Array<SystemQueue> | null
  consumers: Array<{
    name: string
    waiting: number
    lag_seconds: number
  }> | null
  mailboxes: Array<{
    inbox_id: number
    mailbox: string
    synced_at: string | null
    since: string | null
    last_error: string | null
    messages_on_server: number | null
    messages_received: number | null
    missing: number | null
    checked_at: string | null
    inbox_name: string
    last_mail_at: string | null
    overdue_since: string | null
  }> | null
  sizes: {
    database_bytes: number | null
    search_bytes: number | null
    files_bytes: number | null
    tables: Array<{
      name: string
      bytes: number
      rows: number | null
    }> | null
  }
  backup: {
    created_at: string | null
    bytes: number | null
    place: string | null
    error: string | null
  }
  backfills: Array<{
    name: string
    remaining: number | null
    failure: string | null
  }> | null
}
export type Tag = {
  id: number
  created_at: string
  updated_at: string
  name: string
}
export type Team = {
  id: number
  created_at: string
  updated_at: string
  emoji: string | null
  name: string
  conversation_assignment_type: "Round robin" | "Least busy" | "Manual"
  timezone: string
  business_hours_id: number | null
  sla_policy_id: number | null
  max_auto_assigned_conversations: number
  member_ids: Array<number>
}
export type TeamChanges = {
  name?: string
  emoji?: string | null
  timezone?: string | null
  conversation_assignment_type?: "Round robin" | "Least busy" | "Manual"
  business_hours_id?: number | null
  sla_policy_id?: number | null
  max_auto_assigned_conversations?: number
  member_ids?: Array<number>
}
export type TeamCompact = {
  id: number
  name: string
  emoji: string | null
}
export type TeamWrite = {
  name: string
  emoji?: string | null
  timezone?: string | null
  conversation_assignment_type?: "Round robin" | "Least busy" | "Manual"
  business_hours_id?: number | null
  sla_policy_id?: number | null
  max_auto_assigned_conversations?: number
  member_ids?: Array<number>
}
export type Template = {
  id: number
  created_at: string
  updated_at: string
  type: TemplateType
  name: string
  subject: string | null
  body: string
  is_default: boolean
  is_builtin: boolean
  design: TemplateDesign | null
}
export type TemplateChanges = {
  name?: string
  body?: string
  subject?: string | null
  type?: TemplateType
  is_default?: boolean
  design?: TemplateDesignInput | null
}
export type TemplateDesign = {
  font: "system" | "arial" | "verdana" | "trebuchet" | "georgia"
  font_size: number
  color: string | null
  background: string
  blocks: Array<DesignBlock>
}
export type TemplateDesignInput = {
  font?: "system" | "arial" | "verdana" | "trebuchet" | "georgia"
  font_size?: number
  color?: string | null
  background?: string
  blocks: Array<DesignBlockInput>
}
export type TemplateOption = {
  id: number
  name: string
  is_default: boolean
}
export type TemplatePreview = {
  subject: string
  html: string
  problem: TemplateProblem | null
  reference_number: string | null
}
export type TemplateProblem = {
  path: "body" | "subject"
  line: number
  column: number
  message: string
}
export type TemplateType = "email_outgoing" | "email_notification"
export type TemplateWrite = {
  name: string
  body: string
  subject?: string | null
  type?: TemplateType
  is_default?: boolean
  design?: TemplateDesignInput | null
}
export type TrailActor = {
  kind: "agent" | "api_key" | "contact" | "rule" | "system"
  id: number | null
  name: string | null
}
export type TrailChange = {
  field: "status" | "snoozed_until" | "priority" | "assigned_user" | "assigned_team" | "tags" | "subject" | "contact" | "inbox" | "sla_policy" | "delivery" | "custom_attribute" | "contact_attribute"
  attribute: string | null
  before: string | number | boolean | Array<string> | null
  after: string | number | boolean | Array<string> | null
}
export type TrailEntry = {
  id: number
  at: string
  type: string
  actor: TrailActor
  changes: Array<TrailChange>
  name: string | null
  message: "note" | "reply" | "mail" | null
  message_ids: Array<number>
  why: {
    by: "rule"
    rule_id: number
    rule: string
    run_id: number | null
  } | {
      by: "assignment"
      method: "Round robin" | "Least busy"
      team_id: number
      team: string
      members: Array<{
        agent_id: number
        agent: string
        load: number
        passed_over: "chosen_before" | "busier" | "full" | "away" | "reassigning" | "offline" | "disabled" | "may_not_reply" | "taken_off" | "closed_hours" | null
      }>
    } | {
        by: "sla"
        reason: "team" | "rule" | "hand" | "policy_changed" | "hours_changed" | "status_changed" | "due"
        policy_id: number | null
        policy: string | null
      } | {
          by: "csat"
          inbox: string
        } | null
  undo?: boolean
  depth: number
  because: Array<TrailStep>
}
export type TrailStep = {
  id: number
  at: string
  type: string
  actor: TrailActor
  changes: Array<TrailChange>
  name: string | null
  message: "note" | "reply" | "mail" | null
  message_ids: Array<number>
  why: {
    by: "rule"
    rule_id: number
    rule: string
    run_id: number | null
  } | {
      by: "assignment"
      method: "Round robin" | "Least busy"
      team_id: number
      team: string
      members: Array<{
        agent_id: number
        agent: string
        load: number
        passed_over: "chosen_before" | "busier" | "full" | "away" | "reassigning" | "offline" | "disabled" | "may_not_reply" | "taken_off" | "closed_hours" | null
      }>
    } | {
        by: "sla"
        reason: "team" | "rule" | "hand" | "policy_changed" | "hours_changed" | "status_changed" | "due"
        policy_id: number | null
        policy: string | null
      } | {
          by: "csat"
          inbox: string
        } | null
  undo?: boolean
  depth: number
}
export type UndoOutcome = {
  uuid: string
  ok: boolean
  reason: string | null
  reference_number: string | null
}
export type UndoableAction = {
  kind: string
  what: Record<string, string | Array<string> | null>
  id: number
  at: string
  conversations: Array<string>
  count: number
}
export type UndoneAction = {
  kind: string
  what: Record<string, string | Array<string> | null>
  id: number
  at: string
  conversations: Array<string>
  count: number
  outcomes: Array<UndoOutcome>
  redo_id: number | null
}
export type UnreadNotifications = {
  count: number
  conversation_uuids: Array<string>
  newest_at: string | null
}
export type UploadedLogo = {
  url: string
}
export type UserCompact = {
  id: number
  type: "agent" | "contact"
  first_name: string
  last_name: string
  email: string | null
  enabled: boolean
  avatar_url: string | null
  availability_status: AvailabilityStatus
  created_at: string
  updated_at: string
}
export type View = {
  id: number
  created_at: string
  updated_at: string
  name: string
  filters: Array<Record<string, unknown>>
  user_id: number
}
export type ViewChanges = {
  name?: string
  filters?: Array<Record<string, unknown>>
}
export type ViewVisibility = "user" | "team" | "all"
export type ViewWrite = {
  name: string
  filters: Array<Record<string, unknown>>
}
export type Waiting = {
  state: "taken" | "no_team" | "manual" | "closed" | "nobody" | "closed_hours" | "stopped" | "soon"
  team_id: number | null
  team: string | null
  method: "Round robin" | "Least busy" | null
  members: Array<{
    agent_id: number
    agent: string
    load: number
    passed_over: "chosen_before" | "busier" | "full" | "away" | "reassigning" | "offline" | "disabled" | "may_not_reply" | "taken_off" | "closed_hours" | null
  }>
  opens_at: string | null
  ahead: number
}
export type WatchedMailbox = {
  inbox_id: number
  mailbox: string
  synced_at: string | null
  since: string | null
  last_error: string | null
  messages_on_server: number | null
  messages_received: number | null
  missing: number | null
  checked_at: string | null
}
export type Webhook = {
  id: number
  created_at: string
  updated_at: string
  name: string
  url: string
  events: Array<"conversation.created" | "conversation.status_changed" | "conversation.tags_changed" | "conversation.assigned" | "conversation.unassigned" | "conversation.merged" | "conversation.unmerged" | "conversation.split" | "conversation.moved" | "conversation.deleted" | "conversation.restored" | "message.created" | "message.updated">
  secret: string
  is_active: boolean
  last_delivered_at: string | null
  failing_since: string | null
  last_failure: string | null
}
export type WebhookChanges = {
  name?: string
  url?: string
  events?: Array<"conversation.created" | "conversation.status_changed" | "conversation.tags_changed" | "conversation.assigned" | "conversation.unassigned" | "conversation.merged" | "conversation.unmerged" | "conversation.split" | "conversation.moved" | "conversation.deleted" | "conversation.restored" | "message.created" | "message.updated">
  secret?: string
  remove_secret?: boolean
  is_active?: boolean
}
export type WebhookDelivery = {
  id: number
  uuid: string
  created_at: string
  event: "conversation.created" | "conversation.status_changed" | "conversation.tags_changed" | "conversation.assigned" | "conversation.unassigned" | "conversation.merged" | "conversation.unmerged" | "conversation.split" | "conversation.moved" | "conversation.deleted" | "conversation.restored" | "message.created" | "message.updated"
  conversation_uuid: string
  state: "waiting" | "delivered" | "failed" | "skipped"
  attempts: number
  settled_at: string | null
  next_attempt_at: string | null
  last_attempt: {
    ok: boolean
    status: number | null
    took_ms: number
    answer: string
    error: string | null
    at: string
  } | null
}
export type WebhookDeliveryDetail = {
  id: number
  uuid: string
  created_at: string
  event: "conversation.created" | "conversation.status_changed" | "conversation.tags_changed" | "conversation.assigned" | "conversation.unassigned" | "conversation.merged" | "conversation.unmerged" | "conversation.split" | "conversation.moved" | "conversation.deleted" | "conversation.restored" | "message.created" | "message.updated"
  conversation_uuid: string
  state: "waiting" | "delivered" | "failed" | "skipped"
  attempts: number
  settled_at: string | null
  next_attempt_at: string | null
  last_attempt: {
    ok: boolean
    status: number | null
    took_ms: number
    answer: string
    error: string | null
    at: string
  } | null
  url: string
  headers: Record<string, string>
  body: string
  tries: Array<{
    ok: boolean
    status: number | null
    took_ms: number
    answer: string
    error: string | null
    at: string
  }>
}
export type WebhookOutcome = {
  ok: boolean
  status: number | null
  took_ms: number
  answer: string
  error: string | null
}
export type WebhookWrite = {
  name: string
  url: string
  events: Array<"conversation.created" | "conversation.status_changed" | "conversation.tags_changed" | "conversation.assigned" | "conversation.unassigned" | "conversation.merged" | "conversation.unmerged" | "conversation.split" | "conversation.moved" | "conversation.deleted" | "conversation.restored" | "message.created" | "message.updated">
  secret?: string
  remove_secret?: boolean
  is_active?: boolean
}

/** What each call takes and answers. */
export type Operations = {
  /** Add an email address to a contact. `POST /api/v1/contacts/:id/addresses`, for `contacts:write` */
  addContactAddress: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      address: string
    }
    data: Contact
  }
  /** Add the passkey created by the browser; the first second factor comes with recovery codes, shown once. `POST /api/v1/agents/me/passkeys`, for every agent */
  addPasskey: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      ticket: string
      name: string
      answer: NewPasskeyAnswer
    }
    data: {
      passkey: Passkey
      recovery_codes: Array<string> | null
    }
  }
  /** Apply actions of a macro and count its use; 207 when only some succeeded. `POST /api/v1/conversations/:uuid/macros/:id/apply`, for every agent */
  applyMacro: {
    params: {
      uuid: string
      id: number | string
    }
    query: Record<string, never>
    body: Array<{
      type: string
      value: Array<string>
    }>
    data: MacroApplied
  }
  /** Start adding a passkey. `POST /api/v1/agents/me/passkeys/options`, for every agent */
  askForPasskey: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      password?: string
    }
    data: {
      ticket: string
      options: Record<string, unknown>
    }
  }
  /** Start confirming your identity with a passkey. `POST /api/v1/agents/me/confirmation/passkey`, for every agent */
  askPasskeyToConfirm: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: {
      ticket: string
      options: Record<string, unknown>
    }
  }
  /** Start signing in with a passkey; with the ticket of a second step, with a passkey of that agent. `POST /api/v1/auth/passkey/options`, for anyone */
  askPasskeyToSignIn: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      sign_in?: string
    }
    data: {
      ticket: string
      options: Record<string, unknown>
    }
  }
  /** Assign to a team. `PUT /api/v1/conversations/:uuid/assignee/team`, for `conversations:update_team_assignee` */
  assignTeam: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      assignee_id: number
    }
    data: true
  }
  /** Assign to an agent. `PUT /api/v1/conversations/:uuid/assignee/user`, for `conversations:update_user_assignee` */
  assignUser: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      assignee_id: number
    }
    data: true
  }
  /** Block (`enabled: false`) or unblock a contact. `PUT /api/v1/contacts/:id/block`, for `contacts:block` */
  blockContact: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      enabled: boolean
    }
    data: Contact
  }
  /** Cancel a scheduled reply; returns its content. Refused (409) once it is sent. `PUT /api/v1/conversations/:uuid/scheduled-replies/:reply_uuid/cancel`, for `messages:write` */
  cancelScheduledReply: {
    params: {
      uuid: string
      reply_uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: ScheduledReply
  }
  /** Update several conversations at once; each one succeeds or fails on its own. `POST /api/v1/conversations/bulk`, for `conversations:read` */
  changeConversations: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      uuids: Array<string>
      action: BulkAction
    }
    data: Array<BulkOutcome>
  }
  /** Change your password; all other sessions end. `PUT /api/v1/agents/me/password`, for every agent */
  changeMyPassword: {
    params: Record<string, never>
    query: Record<string, never>
    body: PasswordChange
    data: true
  }
  /** Change a scheduled reply or its time. Refused (409) once it is sent or cancelled. `PUT /api/v1/conversations/:uuid/scheduled-replies/:reply_uuid`, for `messages:write` */
  changeScheduledReply: {
    params: {
      uuid: string
      reply_uuid: string
    }
    query: Record<string, never>
    body: ScheduledReplyChange
    data: ScheduledReply
  }
  /** Rewrite a text with a prompt and return the whole result. `POST /api/v1/ai/completion`, for every agent */
  completeText: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      prompt_key: string
      content: string
    }
    data: string
  }
  /** Confirm your identity with your password or a passkey; valid for ten minutes in this session. `POST /api/v1/agents/me/confirmation`, for every agent */
  confirmIdentity: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      password: string
    } | {
        ticket: string
        answer: PasskeyAnswer
      }
    data: Confirmation
  }
  /** Turn on the authenticator app; recovery codes are shown once, and all other sessions end. `PUT /api/v1/agents/me/second-factor/totp`, for every agent */
  confirmMyTotp: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      code: string
      password?: string
    }
    data: {
      recovery_codes: Array<string>
    }
  }
  /** Confirm a retention rule: it runs within the hour, and then daily. `PUT /api/v1/retention/rules/:id/confirm`, for `data:manage` */
  confirmRetentionRule: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: RetentionRule
  }
  /** How many emails are in each state. `GET /api/v1/email/deliveries/counts`, for `inboxes:manage` */
  countDeliveries: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: {
      received: number
      threaded: number
      quarantined: number
      ignored: number
      erased: number
    }
  }
  /** How many conversations your lists contain, each counted up to 100. `GET /api/v1/conversations/counts`, for every agent */
  countLists: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: ListCounts
  }
  /** Create an agent. `POST /api/v1/agents`, for `users:manage` */
  createAgent: {
    params: Record<string, never>
    query: Record<string, never>
    body: AgentCreate
    data: Agent
  }
  /** Create a prompt; its key is derived from the title. `POST /api/v1/ai/prompts`, for `ai:manage` */
  createAiPrompt: {
    params: Record<string, never>
    query: Record<string, never>
    body: AiPromptWrite
    data: AiPromptDetail
  }
  /** Add a provider. `POST /api/v1/ai/providers`, for `ai:manage` */
  createAiProvider: {
    params: Record<string, never>
    query: Record<string, never>
    body: AiProviderWrite
    data: AiProvider
  }
  /** Save a view for yourself (view:manage), or for a team or everyone (shared_views:manage). `POST /api/v1/views`, for `conversations:read` */
  createAnyView: {
    params: Record<string, never>
    query: Record<string, never>
    body: AnyViewWrite
    data: AnyView
  }
  /** Create an API key; the secret is shown once. `POST /api/v1/agents/:id/api-key`, for `users:manage` */
  createApiKey: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: ApiKeyScope | null | undefined
    data: {
      api_key: string
      api_secret: string
    }
  }
  /** Create business hours. `POST /api/v1/business-hours`, for `business_hours:manage` */
  createBusinessHours: {
    params: Record<string, never>
    query: Record<string, never>
    body: BusinessHoursWrite
    data: BusinessHours
  }
  /** Add a note about a contact (HTML). `POST /api/v1/contacts/:id/notes`, for `contact_notes:write` */
  createContactNote: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      note: string
    }
    data: ContactNote
  }
  /** Start a conversation. `POST /api/v1/conversations`, for `conversations:write` */
  createConversation: {
    params: Record<string, never>
    query: Record<string, never>
    body: ConversationCreate
    data: Conversation
  }
  /** Create a custom attribute. `POST /api/v1/custom-attributes`, for `custom_attributes:manage` */
  createCustomAttribute: {
    params: Record<string, never>
    query: Record<string, never>
    body: CustomAttributeWrite
    data: CustomAttribute
  }
  /** Create an inbox. `POST /api/v1/inboxes`, for `inboxes:manage` */
  createInbox: {
    params: Record<string, never>
    query: Record<string, never>
    body: InboxWrite
    data: Inbox
  }
  /** Create a one-time link for an agent who has not signed in yet to set a password; shown once, earlier links stop working. `POST /api/v1/agents/:id/invitation-link`, for `users:manage` */
  createInvitationLink: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: {
      url: string
      expires_at: string
    }
  }
  /** Create a macro. `POST /api/v1/macros`, for `macros:manage` */
  createMacro: {
    params: Record<string, never>
    query: Record<string, never>
    body: MacroWrite
    data: Macro
  }
  /** Add a sign-in provider after reading its discovery document. `POST /api/v1/oidc`, for `oidc:manage` */
  createOidcProvider: {
    params: Record<string, never>
    query: Record<string, never>
    body: OidcCreate
    data: OidcProvider
  }
  /** Send your push notifications to this browser, until its session ends. `POST /api/v1/push/subscriptions`, for every agent */
  createPushSubscription: {
    params: Record<string, never>
    query: Record<string, never>
    body: PushSubscriptionWrite
    data: PushSubscription
  }
  /** Create a retention rule; it does nothing until it is confirmed. `POST /api/v1/retention/rules`, for `data:manage` */
  createRetentionRule: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      name: string
      enabled?: boolean
      inbox_ids?: Array<number> | null
      status_ids?: Array<number>
      include_spam?: boolean
      include_trash?: boolean
      after_days: number
      action: "delete" | "erase_bodies"
      exempt_tag_ids?: Array<number>
    }
    data: RetentionRule
  }
  /** Create a role. `POST /api/v1/roles`, for `roles:manage` */
  createRole: {
    params: Record<string, never>
    query: Record<string, never>
    body: RoleWrite
    data: Role
  }
  /** Create a rule, switched on and with weight 0. `POST /api/v1/automations/rules`, for `automations:manage` */
  createRule: {
    params: Record<string, never>
    query: Record<string, never>
    body: RuleWrite
    data: Rule
  }
  /** Create an SLA policy. `POST /api/v1/sla`, for `sla:manage` */
  createSlaPolicy: {
    params: Record<string, never>
    query: Record<string, never>
    body: SlaWrite
    data: SlaPolicy
  }
  /** Create a status. `POST /api/v1/statuses`, for `status:manage` */
  createStatus: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      name: string
      category?: StatusCategory
    }
    data: Status
  }
  /** Create a tag. `POST /api/v1/tags`, for `tags:manage` */
  createTag: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      name: string
    }
    data: Tag
  }
  /** Create a team. `POST /api/v1/teams`, for `teams:manage` */
  createTeam: {
    params: Record<string, never>
    query: Record<string, never>
    body: TeamWrite
    data: Team
  }
  /** Create a template; a new default takes the place of the old one. `POST /api/v1/templates`, for `templates:manage` */
  createTemplate: {
    params: Record<string, never>
    query: Record<string, never>
    body: TemplateWrite
    data: Template
  }
  /** Save a view. `POST /api/v1/views/me`, for `view:manage` */
  createView: {
    params: Record<string, never>
    query: Record<string, never>
    body: ViewWrite
    data: View
  }
  /** Add a webhook. `POST /api/v1/webhooks`, for `webhooks:manage` */
  createWebhook: {
    params: Record<string, never>
    query: Record<string, never>
    body: WebhookWrite
    data: Webhook
  }
  /** Delete an agent; their open conversations become unassigned. `DELETE /api/v1/agents/:id`, for `users:manage` */
  deleteAgent: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a prompt of your own. `DELETE /api/v1/ai/prompts/:id`, for `ai:manage` */
  deleteAiPrompt: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a provider; what it cost stays on record. `DELETE /api/v1/ai/providers/:id`, for `ai:manage` */
  deleteAiProvider: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a personal or shared view. `DELETE /api/v1/views/:id`, for `conversations:read` */
  deleteAnyView: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Revoke an API key. `DELETE /api/v1/agents/:id/api-key`, for `users:manage` */
  deleteApiKey: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete business hours; teams that have them work by those of the workspace. `DELETE /api/v1/business-hours/:id`, for `business_hours:manage` */
  deleteBusinessHours: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a note of your own; administrators delete any. `DELETE /api/v1/contacts/:id/notes/:note_id`, for `contact_notes:delete` */
  deleteContactNote: {
    params: {
      id: number | string
      note_id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a custom attribute; values stay stored, out of sight. `DELETE /api/v1/custom-attributes/:id`, for `custom_attributes:manage` */
  deleteCustomAttribute: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Discard one of your drafts. Its content is kept as an older version for 30 days. `DELETE /api/v1/drafts/:key`, for every agent */
  deleteDraft: {
    params: {
      key: string
    }
    query: {
      base_revision?: string | number
    }
    body: undefined
    data: Draft
  }
  /** Delete an inbox; its conversations stay. `DELETE /api/v1/inboxes/:id`, for `inboxes:manage` */
  deleteInbox: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a macro, without undoing what it did. `DELETE /api/v1/macros/:id`, for `macros:manage` */
  deleteMacro: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Remove your avatar. `DELETE /api/v1/agents/me/avatar`, for every agent */
  deleteMyAvatar: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a sign-in provider; agents sign in by other ways. `DELETE /api/v1/oidc/:id`, for `oidc:manage` */
  deleteOidcProvider: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Stop push notifications in one of your browsers. `DELETE /api/v1/push/subscriptions/:uuid`, for every agent */
  deletePushSubscription: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a retention rule; its runs stay in the log. `DELETE /api/v1/retention/rules/:id`, for `data:manage` */
  deleteRetentionRule: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a role. `DELETE /api/v1/roles/:id`, for `roles:manage` */
  deleteRole: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a rule, without undoing what it did. `DELETE /api/v1/automations/rules/:id`, for `automations:manage` */
  deleteRule: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete an SLA policy; conversations and teams lose it. `DELETE /api/v1/sla/:id`, for `sla:manage` */
  deleteSlaPolicy: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a status that no conversation has. `DELETE /api/v1/statuses/:id`, for `status:manage` */
  deleteStatus: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a tag; conversations lose it. `DELETE /api/v1/tags/:id`, for `tags:manage` */
  deleteTag: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a team; its conversations lose their team. `DELETE /api/v1/teams/:id`, for `teams:manage` */
  deleteTeam: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a template that is neither built in nor the default. `DELETE /api/v1/templates/:id`, for `templates:manage` */
  deleteTemplate: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete one of your views. `DELETE /api/v1/views/me/:id`, for `view:manage` */
  deleteView: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Delete a webhook and its log. `DELETE /api/v1/webhooks/:id`, for `webhooks:manage` */
  deleteWebhook: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Disconnect the provider; the inbox then signs in with a password. `DELETE /api/v1/inboxes/:id/oauth`, for `inboxes:manage` */
  disconnectInboxOAuth: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Inbox
  }
  /** Hide or show the getting started list for everyone. `PUT /api/v1/getting-started`, for `general_settings:manage` */
  dismissGettingStarted: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      dismissed: boolean
    }
    data: true
  }
  /** Dismiss the notice of a new release. `PUT /api/v1/settings/general/dismissed-release`, for every agent */
  dismissRelease: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      release_version: string
    }
    data: true
  }
  /** Dismiss the current automation problems; new ones are shown again. `POST /api/v1/automations/trouble/dismiss`, for `automations:manage` */
  dismissRuleTrouble: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Download an export that you requested, within seven days. `GET /api/v1/privacy/exports/:id/file`, for `data:manage` */
  downloadContactExport: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Response
  }
  /** Download the raw email of a delivery. `GET /api/v1/email/deliveries/:id/raw`, for `inboxes:manage` */
  downloadDelivery: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Response
  }
  /** Download all erasures as JSON, to apply them to a restored backup. `GET /api/v1/privacy/erasure-list`, for `data:manage` */
  downloadErasureList: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Response
  }
  /** Download the report of an erasure as text. `GET /api/v1/privacy/erasures/:id/report`, for `data:manage` */
  downloadErasureReport: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Response
  }
  /** Download a received email as it arrived. `GET /api/v1/conversations/:uuid/messages/:message_uuid/source/raw`, for `messages:read` */
  downloadMessageSource: {
    params: {
      uuid: string
      message_uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: Response
  }
  /** Count in the background what a rule would do, without doing it. `POST /api/v1/retention/rules/:id/dry-run`, for `data:manage` */
  dryRunRetentionRule: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: RetentionRun
  }
  /** Test whether a rule would run on a conversation now, why, and what it would do; nothing is changed. `POST /api/v1/automations/dry-run`, for `automations:manage` */
  dryRunRule: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      rule: RuleWrite
      rule_id?: number | null
      conversation: string
      event?: "conversation.user.assigned" | "conversation.team.assigned" | "conversation.status.change" | "conversation.priority.change" | "conversation.message.outgoing" | "conversation.message.incoming" | "conversation.tags.change" | "conversation.attributes.change" | "conversation.sla.breached" | "conversation.merged" | "csat.answered" | null
    }
    data: RuleDryRun
  }
  /** End all other sessions immediately. `DELETE /api/v1/agents/me/sessions`, for every agent */
  endMyOtherSessions: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** End a session immediately. `DELETE /api/v1/agents/me/sessions/:uuid`, for every agent */
  endMySession: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Erase a contact and everything about the person; cannot be undone. `POST /api/v1/contacts/:id/erasure`, for `data:manage` */
  eraseContact: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      confirmation: string
    }
    data: Erasure
  }
  /** Erase the content of a quarantined or ignored email, and never import it again. `DELETE /api/v1/email/deliveries/:id`, for `inboxes:manage` */
  eraseDelivery: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Export the activity log as CSV. `GET /api/v1/activity-logs/export`, for `activity_logs:manage` */
  exportActivityLogs: {
    params: Record<string, never>
    query: {
      order?: string
      order_by?: string
      filters?: string
    }
    body: undefined
    data: Response
  }
  /** Start to export everything about a contact as a zip file. `POST /api/v1/contacts/:id/export`, for `data:manage` */
  exportContact: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: ContactExport
  }
  /** Search conversations by number, subject, contact and operators, newest first, with highlights. `GET /api/v1/search/conversations`, for `conversations:read` */
  findConversations: {
    params: Record<string, never>
    query: {
      query: string
      page_size?: string | number
      cursor?: string
    }
    body: undefined
    data: {
      results: Array<FoundConversation>
      next_cursor: string | null
      searched_back_to: string | null
    }
  }
  /** Search messages by text, files and operators, newest first, with highlighted snippets. `GET /api/v1/search/messages`, for `messages:read` */
  findMessages: {
    params: Record<string, never>
    query: {
      query: string
      page_size?: string | number
      cursor?: string
    }
    body: undefined
    data: {
      results: Array<FoundMessage>
      next_cursor: string | null
      searched_back_to: string | null
    }
  }
  /** Finish signing in with what the provider returned to the browser. `POST /api/v1/inboxes/oauth/finish`, for `inboxes:manage` */
  finishInboxOAuth: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      state: string
      code: string
    }
    data: Inbox
  }
  /** Follow a conversation: be notified when it changes. `PUT /api/v1/conversations/:uuid/follow`, for `conversations:read` */
  followConversation: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Forward a message or the whole conversation to third parties. Starts a side thread: their answers land in it, and the customer never sees it. `POST /api/v1/conversations/:uuid/forward`, for `conversations:forward` */
  forwardConversation: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: Forward
    data: SentMessage
  }
  /** Get an agent. `GET /api/v1/agents/:id`, for `users:manage` */
  getAgent: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Agent
  }
  /** The monthly budget. `GET /api/v1/ai/budget`, for `ai:manage` */
  getAiBudget: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: AiBudget
  }
  /** Get a prompt, with its instructions. `GET /api/v1/ai/prompts/:id`, for `ai:manage` */
  getAiPrompt: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: AiPromptDetail
  }
  /** Get a provider. `GET /api/v1/ai/providers/:id`, for `ai:manage` */
  getAiProvider: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: AiProvider
  }
  /** AI usage and cost of a month, by task, agent and model. `GET /api/v1/ai/usage`, for `ai:manage` */
  getAiUsage: {
    params: Record<string, never>
    query: {
      month?: string
    }
    body: undefined
    data: AiUsage
  }
  /** Get a personal or shared view. `GET /api/v1/views/:id`, for `conversations:read` */
  getAnyView: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: AnyView
  }
  /** Get when backups are made and how many are kept. `GET /api/v1/system/backups/schedule`, for `general_settings:manage` */
  getBackupSchedule: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: BackupScheduleSettings
  }
  /** The signed-in agent, settings and reference data in one response, and the cursor for live updates. `GET /api/v1/agents/me/bootstrap`, for every agent */
  getBootstrap: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Bootstrap
  }
  /** Get a set of business hours. `GET /api/v1/business-hours/:id`, for `business_hours:manage` */
  getBusinessHours: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: BusinessHours
  }
  /** The settings that the sign-in page needs. `GET /api/v1/config`, for anyone */
  getConfig: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: PublicConfig
  }
  /** Get a contact; for a merged contact, the contact it was merged into. `GET /api/v1/contacts/:id`, for `contacts:read` */
  getContact: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Contact
  }
  /** Get a conversation. `GET /api/v1/conversations/:uuid`, for `conversations:read` */
  getConversation: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: Conversation
  }
  /** Why a rule changed a conversation, for anyone who can see the conversation. `GET /api/v1/conversations/:uuid/automation-runs/:id`, for `conversations:read` */
  getConversationRun: {
    params: {
      uuid: string
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: RuleRun
  }
  /** The SLA targets of a conversation and their state; null without an SLA policy. `GET /api/v1/conversations/:uuid/sla`, for `conversations:read` */
  getConversationSla: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: ConversationSla | null
  }
  /** Get a custom attribute. `GET /api/v1/custom-attributes/:id`, for `custom_attributes:manage` */
  getCustomAttribute: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: CustomAttribute
  }
  /** One of your drafts; without content if there is none. `GET /api/v1/drafts/:key`, for every agent */
  getDraft: {
    params: {
      key: string
    }
    query: Record<string, never>
    body: undefined
    data: Draft
  }
  /** The mail server for invitations, password links and notifications. `GET /api/v1/settings/notifications/email`, for `notification_settings:manage` */
  getEmailNotification: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: EmailNotificationWrite
  }
  /** General settings; public keys only without a session. `GET /api/v1/settings/general`, for anyone */
  getGeneralSettings: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: {
      "app.site_name"?: string
      "app.lang"?: string
      "app.max_file_upload_size"?: number
      "app.favicon_url"?: string
      "app.logo_url"?: string
      "app.root_url"?: string
      "app.allowed_file_upload_extensions"?: Array<string>
      "app.timezone"?: string
      "app.business_hours_id"?: string
      "app.require_second_factor"?: boolean
      "app.max_writes_per_minute"?: number
      "app.session_lifetime_days"?: number
      "app.spam_filter"?: "off" | "suggest" | "move"
      "app.version"?: string
      "app.restart_required"?: boolean
      "app.ai"?: boolean
      "app.paused_copy"?: PausedCopy | null
      "app.update"?: {
        update: {
          release_version: string
          release_date: string
          url: string
          description: string
          is_new: boolean
        }
        messages: Array<unknown> | null
      } | null
    }
  }
  /** List the getting started steps and whether they are done. `GET /api/v1/getting-started`, for `general_settings:manage` */
  getGettingStarted: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: GettingStarted
  }
  /** Whether the server and its database respond. `GET /health`, for anyone */
  getHealth: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Get an inbox. `GET /api/v1/inboxes/:id`, for `inboxes:manage` */
  getInbox: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Inbox
  }
  /** Whether invitations can be emailed now, or wait for a mail server. `GET /api/v1/agents/invitation`, for `users:manage` */
  getInvitationMeans: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: {
      can_mail: boolean
    }
  }
  /** Get a macro. `GET /api/v1/macros/:id`, for `macros:manage` */
  getMacro: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Macro
  }
  /** The signed-in agent. `GET /api/v1/agents/me`, for every agent */
  getMe: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Agent
  }
  /** Agents and teams that a mention in a note would not reach. `GET /api/v1/conversations/:uuid/mentions/without-access`, for `conversations:read` */
  getMentionAccess: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: MentionAccess
  }
  /** Get a message. `GET /api/v1/conversations/:uuid/messages/:message_uuid`, for `messages:read` */
  getMessage: {
    params: {
      uuid: string
      message_uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: Message
  }
  /** The delivery of a reply: attempts, the next one, and the mail server’s exact response. `GET /api/v1/conversations/:uuid/messages/:message_uuid/delivery`, for `inboxes:manage` */
  getMessageDelivery: {
    params: {
      uuid: string
      message_uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: {
      attempts: number
      next_attempt_at: string | null
      details: string | null
    }
  }
  /** The headers of a received email as they arrived, at most 64 kB. `GET /api/v1/conversations/:uuid/messages/:message_uuid/source`, for `messages:read` */
  getMessageSource: {
    params: {
      uuid: string
      message_uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: {
      headers: string
      is_cut: boolean
    }
  }
  /** Whether you confirmed your identity in the last ten minutes, and how you can. `GET /api/v1/agents/me/confirmation`, for every agent */
  getMyConfirmation: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Confirmation
  }
  /** Whether two-factor authentication is on. `GET /api/v1/agents/me/second-factor`, for every agent */
  getMySecondFactor: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: SecondFactor
  }
  /** Which notifications the workspace sends to its agents. `GET /api/v1/settings/notifications/kinds`, for every agent */
  getNotificationSwitches: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: NotificationSwitches
  }
  /** Get a sign-in provider. `GET /api/v1/oidc/:id`, for `oidc:manage` */
  getOidcProvider: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: OidcProvider
  }
  /** Conversations per day, new and resolved. `GET /api/v1/reports/overview/charts`, for `reports:manage` */
  getOverviewCharts: {
    params: Record<string, never>
    query: {
      days?: string | number
    }
    body: undefined
    data: OverviewCharts
  }
  /** How many conversations are open, and which agents are available in the whole workspace. `GET /api/v1/reports/overview/counts`, for `reports:manage` */
  getOverviewCounts: {
    params: Record<string, never>
    query: {
      inbox_id?: string | number
      team_id?: string | number
      agent_id?: string | number
      tag_id?: string | number
    }
    body: undefined
    data: OverviewCounts
  }
  /** SLA targets met and missed. `GET /api/v1/reports/overview/sla`, for `reports:manage` */
  getOverviewSla: {
    params: Record<string, never>
    query: {
      days?: string | number
    }
    body: undefined
    data: OverviewSla
  }
  /** The key that browsers need to subscribe to push notifications (VAPID). `GET /api/v1/push/key`, for every agent */
  getPushKey: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: {
      public_key: string
    }
  }
  /** Whether the server is ready; for administrators, the state of each part and since when. `GET /health/ready`, for anyone */
  getReadiness: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Readiness
  }
  /** How each inbox receives: newest email, lag, quarantine, errors. `GET /api/v1/email/health`, for `inboxes:manage` */
  getReceivingHealth: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: ReceivingHealth
  }
  /** A remote image of a message, fetched by the server. `GET /api/v1/media/remote/:message_uuid`, for `messages:read` */
  getRemoteImage: {
    params: {
      message_uuid: string
    }
    query: {
      url: string
    }
    body: undefined
    data: Response
  }
  /** Get a retention rule. `GET /api/v1/retention/rules/:id`, for `data:manage` */
  getRetentionRule: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: RetentionRule
  }
  /** Get a role. `GET /api/v1/roles/:id`, for `roles:manage` */
  getRole: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Role
  }
  /** Get a rule. `GET /api/v1/automations/rules/:id`, for `automations:manage` */
  getRule: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Rule
  }
  /** Get a run of a rule: its conditions with the actual values, and the result of each action. `GET /api/v1/automations/runs/:id`, for `automations:manage` */
  getRuleRun: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: RuleRun
  }
  /** Get an SLA policy. `GET /api/v1/sla/:id`, for `sla:manage` */
  getSlaPolicy: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: SlaPolicy
  }
  /** How many conversations the spam filter has learned. `GET /api/v1/settings/spam-filter`, for `general_settings:manage` */
  getSpamFilterLessons: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: SpamFilterLessons
  }
  /** Get a status. `GET /api/v1/statuses/:id`, for every agent */
  getStatus: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Status
  }
  /** How much each inbox stores, as counted once a day. `GET /api/v1/storage-use`, for `data:manage` */
  getStorageUse: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: StorageUse
  }
  /** Why no survey was sent after the conversation was resolved. `GET /api/v1/conversations/:uuid/csat/refusal`, for `messages:read` */
  getSurveyRefusal: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: {
      reason: string | null
    }
  }
  /** Get who is emailed about alerts. `GET /api/v1/system/alerts/settings`, for `general_settings:manage` */
  getSystemAlertSettings: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: {
      email_enabled: boolean
      addresses: Array<string>
      problem: string | null
    }
  }
  /** The schedule of backups, the newest ones, and the one that is being made. `GET /api/v1/system/backups`, for `general_settings:manage` */
  getSystemBackups: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: SystemBackups
  }
  /** Sizes and requests over time, and mail per hour of the last day. `GET /api/v1/system/history`, for `general_settings:manage` */
  getSystemHistory: {
    params: Record<string, never>
    query: {
      days?: "1" | "7" | "30" | "90"
      host?: string
    }
    body: undefined
    data: SystemHistory
  }
  /** Health, nodes, versions, queues, mailboxes and sizes. `GET /api/v1/system`, for `general_settings:manage` */
  getSystemStatus: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: SystemStatus
  }
  /** Get a tag. `GET /api/v1/tags/:id`, for every agent */
  getTag: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Tag
  }
  /** Get a team. `GET /api/v1/teams/:id`, for `teams:manage` */
  getTeam: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Team
  }
  /** Get a template. `GET /api/v1/templates/:id`, for `templates:manage` */
  getTemplate: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Template
  }
  /** The emails of a conversation as one text or printable page, oldest first. Notes and side threads are included only on request. `GET /api/v1/conversations/:uuid/transcript`, for `messages:read` */
  getTranscript: {
    params: {
      uuid: string
    }
    query: {
      format?: "text" | "html"
      notes?: "true" | "false"
      side_threads?: "true" | "false"
      inline?: "true" | "false"
    }
    body: undefined
    data: Response
  }
  /** Your last action that can be undone, or null. `GET /api/v1/undo`, for `conversations:read` */
  getUndoableAction: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: UndoableAction | null
  }
  /** Count your unread notifications. `GET /api/v1/notifications/unread`, for every agent */
  getUnreadNotifications: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: UnreadNotifications
  }
  /** Get one of your views. `GET /api/v1/views/me/:id`, for `view:manage` */
  getView: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: View
  }
  /** Why a conversation of a team with automatic assignment is still unassigned. `GET /api/v1/conversations/:uuid/assignment`, for `conversations:read` */
  getWaiting: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: Waiting
  }
  /** Get a webhook. `GET /api/v1/webhooks/:id`, for `webhooks:manage` */
  getWebhook: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Webhook
  }
  /** Get a delivery: what was sent, and every response. `GET /api/v1/webhooks/:id/deliveries/:delivery_id`, for `webhooks:manage` */
  getWebhookDelivery: {
    params: {
      id: number | string
      delivery_id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: WebhookDeliveryDetail
  }
  /** Make a paused copy the live workspace: it starts to send and receive. `POST /api/v1/settings/general/go-live`, for `general_settings:manage` */
  goLive: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      since: string
    }
    data: true
  }
  /** Start a conversation that can be undone for a few seconds. Also needs messages:write. `POST /api/v1/held-sends`, for `conversations:write` */
  holdConversation: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      inbox_id: number
      contact_email: string
      first_name: string
      last_name?: string | null
      subject: string
      content: string
      agent_id?: number | null
      team_id?: number | null
      attachments?: Array<number> | null
      macros?: Array<ChosenMacro> | null
      draft?: SentDraft | null
      undo_seconds: number
    }
    data: HeldSend
  }
  /** Create agents from a CSV file; invalid lines are skipped and reported. `POST /api/v1/agents/import`, for `users:manage` */
  importAgents: {
    params: Record<string, never>
    query: Record<string, never>
    body: AgentImport
    data: {
      header: Array<string>
      columns: AgentColumnPlaces
      rows: Array<AgentImportRow>
      invited: number
    }
  }
  /** Resend the invitation to an agent who has not signed in yet; earlier links stop working. `POST /api/v1/agents/:id/invitation`, for `users:manage` */
  inviteAgent: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Agent
  }
  /** Keep a text as an older version of one of your drafts, such as one that lost a conflict. `POST /api/v1/drafts/:key/versions`, for every agent */
  keepDraftVersion: {
    params: {
      key: string
    }
    query: Record<string, never>
    body: {
      content: DraftContentInput
    }
    data: true
  }
  /** Keep steps as they are; they count as done. `PUT /api/v1/getting-started/kept`, for `general_settings:manage` */
  keepSetupSteps: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      steps: Array<"workspace_name" | "time_zone" | "logo">
    }
    data: true
  }
  /** List the activity log: what administrators changed, and who signed in and out, newest first. `GET /api/v1/activity-logs`, for `activity_logs:manage` */
  listActivityLogs: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      order?: string
      order_by?: string
      filters?: string
      cursor?: string
    }
    body: undefined
    data: {
      results: Array<ActivityLog>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** List the agents. `GET /api/v1/agents`, for `users:manage` */
  listAgents: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<AgentListItem>
  }
  /** List the agents, for pickers. `GET /api/v1/agents/compact`, for every agent */
  listAgentsCompact: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<UserCompact>
  }
  /** List the prompts by title. `GET /api/v1/ai/prompts`, for every agent */
  listAiPrompts: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<AiPrompt>
  }
  /** List the language model providers. `GET /api/v1/ai/providers`, for `ai:manage` */
  listAiProviders: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<AiProvider>
  }
  /** All conversations. `GET /api/v1/conversations/all`, for `conversations:read_all` */
  listAll: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      order?: string
      order_by?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** Conversations assigned to you. `GET /api/v1/conversations/assigned`, for `conversations:read_assigned` */
  listAssigned: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      order?: string
      order_by?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** List the business hours. `GET /api/v1/business-hours`, for every agent */
  listBusinessHours: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<BusinessHours>
  }
  /** List the newest result of every check of the installation. `GET /api/v1/system/checks`, for `general_settings:manage` */
  listCheckResults: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<CheckResult>
  }
  /** List a contact’s conversations that you have access to, newest first. `GET /api/v1/contacts/:id/conversations`, for `contacts:read` */
  listContactConversations: {
    params: {
      id: number | string
    }
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** List exports of contacts, newest first, at most 200. `GET /api/v1/privacy/exports`, for `data:manage` */
  listContactExports: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<ContactExport>
  }
  /** List the notes about a contact, newest first. `GET /api/v1/contacts/:id/notes`, for `contact_notes:read` */
  listContactNotes: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Array<ContactNote>
  }
  /** List the contacts. `GET /api/v1/contacts`, for `contacts:read_all` */
  listContacts: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      order?: string
      order_by?: string
      filters?: string
      search?: string
      blocked?: "true" | "false"
    }
    body: undefined
    data: {
      results: Array<ContactListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** List who or what made each change to a conversation, newest first. `GET /api/v1/conversations/:uuid/events`, for `conversations:read` */
  listConversationEvents: {
    params: {
      uuid: string
    }
    query: {
      cursor?: string | number
      message_id?: string | number
      page_size?: string | number
    }
    body: undefined
    data: {
      results: Array<TrailEntry>
      next_cursor: string | null
    }
  }
  /** List the custom attributes. `GET /api/v1/custom-attributes`, for every agent */
  listCustomAttributes: {
    params: Record<string, never>
    query: {
      applies_to?: string
    }
    body: undefined
    data: Array<CustomAttribute>
  }
  /** List received email, newest first. `GET /api/v1/email/deliveries`, for `inboxes:manage` */
  listDeliveries: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      state?: "received" | "threaded" | "quarantined" | "ignored" | "erased"
      inbox_id?: string | number
    }
    body: undefined
    data: {
      results: Array<MailDelivery>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** Conversations in which you have a draft, the last edited first. `GET /api/v1/conversations/drafts`, for `conversations:read` */
  listDraftConversations: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** Older versions of one of your drafts, newest first. They are kept for 30 days. `GET /api/v1/drafts/:key/versions`, for every agent */
  listDraftVersions: {
    params: {
      key: string
    }
    query: Record<string, never>
    body: undefined
    data: Array<DraftVersion>
  }
  /** Your drafts, newest first. Nobody else can read them. `GET /api/v1/drafts`, for every agent */
  listDrafts: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<DraftSummary>
  }
  /** Sign-in providers, for older clients. `GET /api/v1/oidc/enabled`, for anyone */
  listEnabledOidc: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<{
      id?: number
      name?: string
      provider?: string
      provider_url?: string
      client_id?: string
      logo_url?: string
      enabled?: boolean
      redirect_uri?: string
    }>
  }
  /** List erasures with their reports, newest first, at most 1,000. `GET /api/v1/privacy/erasures`, for `data:manage` */
  listErasures: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Erasure>
  }
  /** List who follows a conversation, the first one first. `GET /api/v1/conversations/:uuid/followers`, for `conversations:read` */
  listFollowers: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: Array<Follower>
  }
  /** List your replies that can still be undone. `GET /api/v1/held-sends`, for `messages:write` */
  listHeldSends: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<HeldSend>
  }
  /** List the templates that an inbox can use, the default first. `GET /api/v1/inboxes/templates`, for `inboxes:manage` */
  listInboxTemplates: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<TemplateOption>
  }
  /** List the inboxes. `GET /api/v1/inboxes`, for every agent */
  listInboxes: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Inbox>
  }
  /** List the available interface languages. `GET /api/v1/lang`, for anyone */
  listLanguages: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<{
      code: string
      name: string
    }>
  }
  /** List the macros you can use; all of them with macros:manage. `GET /api/v1/macros`, for every agent */
  listMacros: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Macro>
  }
  /** List the IMAP mailboxes and their problems. `GET /api/v1/email/mailboxes`, for `inboxes:manage` */
  listMailboxes: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<WatchedMailbox>
  }
  /** Conversations with a note that mentions you or one of your teams: unread ones first, then by the newest mention. `GET /api/v1/conversations/mentions`, for `conversations:read` */
  listMentions: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** Messages, newest first. `GET /api/v1/conversations/:uuid/messages`, for `messages:read` */
  listMessages: {
    params: {
      uuid: string
    }
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
    }
    body: undefined
    data: {
      results: Array<Message>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** List your passkeys, newest first. `GET /api/v1/agents/me/passkeys`, for every agent */
  listMyPasskeys: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Passkey>
  }
  /** List your sessions, most recently used first. `GET /api/v1/agents/me/sessions`, for every agent */
  listMySessions: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Session>
  }
  /** The teams of the signed-in agent. `GET /api/v1/agents/me/teams`, for every agent */
  listMyTeams: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Team>
  }
  /** The views of the signed-in agent. `GET /api/v1/views/me`, for `view:manage` */
  listMyViews: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<View>
  }
  /** List your notifications, newest first. `GET /api/v1/notifications`, for every agent */
  listNotifications: {
    params: Record<string, never>
    query: {
      cursor?: string
      page_size?: string | number
      unread?: "true" | "false"
    }
    body: undefined
    data: {
      results: Array<Notification>
      next_cursor: string | null
    }
  }
  /** List the sign-in providers. `GET /api/v1/oidc`, for `oidc:manage` */
  listOidcProviders: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<OidcProvider>
  }
  /** Everyone who wrote in the conversation. `GET /api/v1/conversations/:uuid/participants`, for `conversations:read` */
  listParticipants: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: Array<Participant>
  }
  /** List the priorities. `GET /api/v1/priorities`, for every agent */
  listPriorities: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Priority>
  }
  /** List the browsers that receive your push notifications. `GET /api/v1/push/subscriptions`, for every agent */
  listPushSubscriptions: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<PushSubscription>
  }
  /** List the retention rules by name. `GET /api/v1/retention/rules`, for `data:manage` */
  listRetentionRules: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<RetentionRule>
  }
  /** List runs and dry runs of retention rules, newest first, at most 200. `GET /api/v1/retention/runs`, for `data:manage` */
  listRetentionRuns: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<RetentionRun>
  }
  /** List the roles. `GET /api/v1/roles`, for every agent */
  listRoles: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Role>
  }
  /** List the runs of a rule with their results, newest first, for 90 days; checks that did not match for 30. `GET /api/v1/automations/rules/:id/runs`, for `automations:manage` */
  listRuleRuns: {
    params: {
      id: number | string
    }
    query: {
      cursor?: string | number
      outcome?: "done" | "partly" | "refused" | "not_matched"
      page_size?: string | number
    }
    body: undefined
    data: {
      results: Array<RuleRun>
      hidden: number
      next_cursor: string | null
    }
  }
  /** List the problems that rules had in the last seven days. `GET /api/v1/automations/trouble`, for `automations:manage` */
  listRuleTrouble: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<RuleTrouble>
  }
  /** List the rules in the order they run; empty for an unknown type. `GET /api/v1/automations/rules`, for `automations:manage` */
  listRules: {
    params: Record<string, never>
    query: {
      type?: string
    }
    body: undefined
    data: Array<Rule>
  }
  /** Conversations that you can see with replies that are sent later, the next one first. `GET /api/v1/conversations/scheduled`, for `conversations:read` */
  listScheduled: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** Replies of a conversation that are sent later, the next one first. `GET /api/v1/conversations/:uuid/scheduled-replies`, for `messages:read` */
  listScheduledReplies: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: Array<ScheduledReply>
  }
  /** Conversations that you replied to, the newest of your replies first. `GET /api/v1/conversations/sent`, for `conversations:read` */
  listSent: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** List the side threads of a conversation, oldest first. `GET /api/v1/conversations/:uuid/side-threads`, for `messages:read` */
  listSideThreads: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: Array<SideThread>
  }
  /** List the SLA policies. `GET /api/v1/sla`, for `sla:manage` */
  listSlaPolicies: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<SlaPolicy>
  }
  /** List the SLA policies by name, for pickers. `GET /api/v1/sla/compact`, for every agent */
  listSlaPoliciesCompact: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<SlaPolicyCompact>
  }
  /** Snoozed conversations that you can see, the next to wake first. `GET /api/v1/conversations/snoozed`, for `conversations:read` */
  listSnoozed: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** Spam that you could see otherwise, the latest first. `GET /api/v1/conversations/spam`, for `conversations:delete` */
  listSpam: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** How many conversations have each status. `GET /api/v1/statuses/usage`, for `status:manage` */
  listStatusUsage: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<{
      id: number
      conversations: number
      conversations_is_minimum: boolean
    }>
  }
  /** List the statuses. `GET /api/v1/statuses`, for every agent */
  listStatuses: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Status>
  }
  /** List the satisfaction surveys of a conversation, newest first. `GET /api/v1/conversations/:uuid/csat`, for `messages:read` */
  listSurveys: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: Array<Survey>
  }
  /** List open alerts, and those resolved within the last week. `GET /api/v1/system/alerts`, for `general_settings:manage` */
  listSystemAlerts: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<SystemAlert>
  }
  /** List the most recent notification emails and their status. `GET /api/v1/settings/notifications/email/mails`, for `notification_settings:manage` */
  listSystemMails: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: {
      waiting: number
      sending: "off" | "not_set_up" | "untested" | "failing" | "working"
      sending_error: string | null
      mails: Array<SystemMail>
    }
  }
  /** How many conversations have each tag. `GET /api/v1/tags/usage`, for `tags:manage` */
  listTagUsage: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<{
      id: number
      conversations: number
      conversations_is_minimum: boolean
    }>
  }
  /** List the tags. `GET /api/v1/tags`, for every agent */
  listTags: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Tag>
  }
  /** Unassigned conversations of one of your teams. `GET /api/v1/teams/:id/conversations/unassigned`, for `conversations:read_team_inbox` */
  listTeamUnassigned: {
    params: {
      id: number | string
    }
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      order?: string
      order_by?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** List the teams. `GET /api/v1/teams`, for `teams:manage` */
  listTeams: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Team>
  }
  /** List the teams, for pickers. `GET /api/v1/teams/compact`, for every agent */
  listTeamsCompact: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<TeamCompact>
  }
  /** List the templates of a type. `GET /api/v1/templates`, for `templates:manage` */
  listTemplates: {
    params: Record<string, never>
    query: {
      type: TemplateType
    }
    body: undefined
    data: Array<ListedTemplate>
  }
  /** Deleted conversations that you could see before, the latest first. `GET /api/v1/conversations/trash`, for `conversations:delete` */
  listTrash: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** Conversations with neither agent nor team. `GET /api/v1/conversations/unassigned`, for `conversations:read_unassigned` */
  listUnassigned: {
    params: Record<string, never>
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      order?: string
      order_by?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** The conversations of one of your views that you have access to; only its own filters apply. `GET /api/v1/views/:id/conversations`, for `conversations:read` */
  listViewConversations: {
    params: {
      id: number | string
    }
    query: {
      page?: string | number
      page_size?: string | number
      cursor?: string
      order?: string
      order_by?: string
      filters?: string
    }
    body: undefined
    data: {
      results: Array<ConversationListItem>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** Your own views, those shared with your teams, and those shared with everyone, each group in its order; with shared_views:manage also those of other teams. `GET /api/v1/views`, for `conversations:read` */
  listViews: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<AnyView>
  }
  /** List the deliveries of a webhook in the last 30 days, newest first. `GET /api/v1/webhooks/:id/deliveries`, for `webhooks:manage` */
  listWebhookDeliveries: {
    params: {
      id: number | string
    }
    query: {
      page?: string | number
      page_size?: string | number
      state?: "waiting" | "delivered" | "failed" | "skipped"
      event?: "conversation.created" | "conversation.status_changed" | "conversation.tags_changed" | "conversation.assigned" | "conversation.unassigned" | "conversation.merged" | "conversation.unmerged" | "conversation.split" | "conversation.moved" | "conversation.deleted" | "conversation.restored" | "message.created" | "message.updated"
      cursor?: string
    }
    body: undefined
    data: {
      results: Array<WebhookDelivery>
      total: number
      total_is_estimate: boolean
      per_page: number
      total_pages: number
      page: number
      next_cursor: string | null
    }
  }
  /** List the webhooks, newest first. `GET /api/v1/webhooks`, for `webhooks:manage` */
  listWebhooks: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<Webhook>
  }
  /** Sign in; sets the session and CSRF cookies. `POST /api/v1/auth/login`, for anyone */
  login: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      email: string
      password: string
    }
    data: Agent
  }
  /** Finish signing in with the second factor requested by the first call. `POST /api/v1/auth/second-factor`, for anyone */
  loginSecondFactor: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      ticket: string
      code: string
    }
    data: Agent
  }
  /** Make an email address the primary one. `PUT /api/v1/contacts/:id/addresses/:address/primary`, for `contacts:write` */
  makeAddressPrimary: {
    params: {
      id: number | string
      address: string
    }
    query: Record<string, never>
    body: undefined
    data: Contact
  }
  /** Restore from spam. `POST /api/v1/conversations/:uuid/not-spam`, for `conversations:delete` */
  markNotSpam: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Mark one of your notifications as read. `PUT /api/v1/notifications/:uuid/read`, for every agent */
  markNotificationRead: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Mark one of your notifications as unread. `PUT /api/v1/notifications/:uuid/unread`, for every agent */
  markNotificationUnread: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Mark your notifications as read: all of them, or those of a conversation. `PUT /api/v1/notifications/read`, for every agent */
  markNotificationsRead: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      conversation_uuid?: string | null
      until?: string | null
    }
    data: true
  }
  /** Mark as read. `PUT /api/v1/conversations/:uuid/last-seen`, for `conversations:read` */
  markSeen: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Move to spam. `POST /api/v1/conversations/:uuid/spam`, for `conversations:delete` */
  markSpam: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Mark the newest message as unread. `PUT /api/v1/conversations/:uuid/mark-unread`, for `conversations:read` */
  markUnread: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Merge this contact into another, which receives everything; cannot be undone. `POST /api/v1/contacts/:id/merge`, for `contacts:write` */
  mergeContact: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      into_id: number
    }
    data: Contact
  }
  /** Merge into another conversation, which then shows the messages of both. `POST /api/v1/conversations/:uuid/merge`, for `conversations:merge` */
  mergeConversation: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      into: string
    }
    data: true
  }
  /** Merge a tag into another one, which is kept. `POST /api/v1/tags/:id/merge`, for `tags:manage` */
  mergeTag: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: MergeTag
    data: Tag
  }
  /** Move to another inbox, which later replies are sent from. `PUT /api/v1/conversations/:uuid/inbox`, for `conversations:move` */
  moveToInbox: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      inbox_id: number
    }
    data: true
  }
  /** Move a view in front of another of the same owner, team or visibility; the order of shared views is the same for everyone. `PUT /api/v1/views/:id/position`, for `conversations:read` */
  moveView: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      before_id: number | null
    }
    data: AnyView
  }
  /** Preview what deleting it would affect, and why it may be refused. `GET /api/v1/agents/:id/deletion`, for `users:manage` */
  previewAgentDeletion: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Preview what disabling an agent would affect, and why it may be refused. `GET /api/v1/agents/:id/disabling`, for `users:manage` */
  previewAgentDisabling: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Preview the import of a CSV file of agents, row by row; nothing is saved. `POST /api/v1/agents/import/preview`, for `users:manage` */
  previewAgentImport: {
    params: Record<string, never>
    query: Record<string, never>
    body: AgentImport
    data: {
      header: Array<string>
      columns: AgentColumnPlaces
      rows: Array<AgentImportRow>
      invited: number
    }
  }
  /** Preview what deleting it would affect, and why it may be refused. `GET /api/v1/business-hours/:id/deletion`, for `business_hours:manage` */
  previewBusinessHoursDeletion: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Preview what deleting it would affect, and why it may be refused. `GET /api/v1/custom-attributes/:id/deletion`, for `custom_attributes:manage` */
  previewCustomAttributeDeletion: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Preview what erasing a contact would remove. `GET /api/v1/contacts/:id/erasure`, for `data:manage` */
  previewErasure: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: ErasurePreview
  }
  /** Preview a reply with a brand, saved or not, and sample data. `POST /api/v1/inboxes/brand-preview`, for `inboxes:manage` */
  previewInboxBrand: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      template_id: number | null
      brand_name: string
      brand_logo_url: string
      brand_color: "" | string
      brand_footer: string
      inbox_name: string
      inbox_email: string
      signature: string
    }
    data: TemplatePreview
  }
  /** Preview what deleting it would affect, and why it may be refused. `GET /api/v1/inboxes/:id/deletion`, for `inboxes:manage` */
  previewInboxDeletion: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Preview what merging this contact into another would move. `GET /api/v1/contacts/:id/merge`, for `contacts:write` */
  previewMerge: {
    params: {
      id: number | string
    }
    query: {
      into_id: string | number
    }
    body: undefined
    data: MergePreview
  }
  /** Preview which conversations a rule would be about today. `POST /api/v1/retention/preview`, for `data:manage` */
  previewRetention: {
    params: Record<string, never>
    query: Record<string, never>
    body: RetentionScope
    data: RetentionPreview
  }
  /** Preview what deleting it would affect, and why it may be refused. `GET /api/v1/roles/:id/deletion`, for `roles:manage` */
  previewRoleDeletion: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Preview what deleting it would affect, and why it may be refused. `GET /api/v1/sla/:id/deletion`, for `sla:manage` */
  previewSlaPolicyDeletion: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Preview what deleting it would affect, and why it may be refused. `GET /api/v1/statuses/:id/deletion`, for `status:manage` */
  previewStatusDeletion: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Preview what deleting it would affect, and why it may be refused. `GET /api/v1/tags/:id/deletion`, for `tags:manage` */
  previewTagDeletion: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Preview what merging a tag into another one would change. `GET /api/v1/tags/:id/merge`, for `tags:manage` */
  previewTagMerge: {
    params: {
      id: number | string
    }
    query: {
      into_id: string | number
    }
    body: undefined
    data: Deletion
  }
  /** Preview what deleting it would affect, and why it may be refused. `GET /api/v1/teams/:id/deletion`, for `teams:manage` */
  previewTeamDeletion: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Preview a template, saved or not, with a conversation you have access to. `POST /api/v1/templates/preview`, for `templates:manage` */
  previewTemplate: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      type: TemplateType
      name?: string | null
      body: string
      subject?: string | null
      design?: TemplateDesignInput | null
      inbox_id?: number | null
      reference_number?: string | null
    }
    data: TemplatePreview
  }
  /** Preview what deleting it would affect, and why it may be refused. `GET /api/v1/templates/:id/deletion`, for `templates:manage` */
  previewTemplateDeletion: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Deletion
  }
  /** Send a test email to the inbox itself at a plus address; its arrival verifies plus addressing. `POST /api/v1/inboxes/:id/prove-plus-address`, for `inboxes:manage` */
  proveInboxPlusAddress: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: ConnectionCheck
  }
  /** The headers of a raw email as received, at most 64 kB. `GET /api/v1/email/deliveries/:id/headers`, for `inboxes:manage` */
  readDeliveryHeaders: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: {
      headers: string
      is_cut: boolean
    }
  }
  /** Read holidays from a calendar file (iCalendar, RFC 5545). Nothing is saved. `POST /api/v1/business-hours/holidays/read`, for `business_hours:manage` */
  readHolidays: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      ics: string
    }
    data: {
      holidays: Array<{
        name: string
        date: string
        yearly?: true
      }>
      skipped: Array<{
        name: string
        reason: "not_whole_days" | "cancelled"
      }>
      from: string
      until: string
    }
  }
  /** Send one of your held replies now. `PUT /api/v1/held-sends/:uuid/send`, for `messages:write` */
  releaseHeldSend: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Turn off two-factor authentication for an agent who has lost it, including passkeys. `DELETE /api/v1/agents/:id/second-factor`, for `users:manage` */
  removeAgentSecondFactor: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Remove an email address from a contact; not the primary one. `DELETE /api/v1/contacts/:id/addresses/:address`, for `contacts:write` */
  removeContactAddress: {
    params: {
      id: number | string
      address: string
    }
    query: Record<string, never>
    body: undefined
    data: Contact
  }
  /** Turn off the authenticator app; recovery codes are removed with the last second factor. `POST /api/v1/agents/me/second-factor/remove`, for every agent */
  removeMySecondFactor: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      password: string
    }
    data: true
  }
  /** Remove a passkey. `POST /api/v1/agents/me/passkeys/:uuid/remove`, for every agent */
  removePasskey: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      password?: string
    }
    data: true
  }
  /** Unassign the team. `PUT /api/v1/conversations/:uuid/assignee/team/remove`, for `conversations:update_team_assignee` */
  removeTeam: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Unassign the agent. `PUT /api/v1/conversations/:uuid/assignee/user/remove`, for `conversations:update_user_assignee` */
  removeUser: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Rename a passkey. `PUT /api/v1/agents/me/passkeys/:uuid`, for every agent */
  renamePasskey: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      name: string
    }
    data: Passkey
  }
  /** Generate new recovery codes; the old ones stop working. `POST /api/v1/agents/me/second-factor/recovery-codes`, for every agent */
  renewMyRecoveryCodes: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      password: string
    }
    data: {
      recovery_codes: Array<string>
    }
  }
  /** Process a quarantined or ignored email again. `POST /api/v1/email/deliveries/:id/replay`, for `inboxes:manage` */
  replayDelivery: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Replay a rule on past events; nothing is changed. `POST /api/v1/automations/replay`, for `automations:manage` */
  replayRule: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      rule: RuleWrite
      rule_id?: number | null
      days?: number
      page?: string | number
      page_size?: string | number
    }
    data: RuleReplay
  }
  /** Resend all failed or all skipped deliveries; returns how many there are. `POST /api/v1/webhooks/:id/deliveries/replay`, for `webhooks:manage` */
  replayWebhookDeliveries: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      state?: "failed" | "skipped"
    }
    data: {
      count: number
    }
  }
  /** Resend a delivery now, with the same webhook-id. `POST /api/v1/webhooks/:id/deliveries/:delivery_id/replay`, for `webhooks:manage` */
  replayWebhookDelivery: {
    params: {
      id: number | string
      delivery_id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Volume for each hour of the week. `GET /api/v1/reports/busiest-hours`, for `reports:manage` */
  reportBusiestHours: {
    params: Record<string, never>
    query: {
      from: string
      to: string
      inbox_id?: string | number
      team_id?: string | number
      agent_id?: string | number
      tag_id?: string | number
      measure?: "new" | "resolved" | "reopened" | "messages_in" | "replies" | "first_response" | "next_response" | "sla_first_response_met" | "sla_first_response_breached" | "sla_next_response_met" | "sla_next_response_breached" | "sla_resolution_met" | "sla_resolution_breached" | "csat_sent" | "csat_answered"
    }
    body: undefined
    data: BusiestHours
  }
  /** The conversations behind a number, newest first; only those you have access to. `GET /api/v1/reports/conversations`, for `reports:manage` */
  reportConversations: {
    params: Record<string, never>
    query: {
      from: string
      to: string
      inbox_id?: string | number
      team_id?: string | number
      agent_id?: string | number
      tag_id?: string | number
      measure: "new" | "resolved" | "reopened" | "messages_in" | "replies" | "first_response" | "next_response" | "sla_first_response_met" | "sla_first_response_breached" | "sla_next_response_met" | "sla_next_response_breached" | "sla_resolution_met" | "sla_resolution_breached" | "csat_sent" | "csat_answered" | "open" | "awaiting_response" | "unassigned" | "pending"
      since?: string
      until?: string
      weekday?: string | number
      hour?: string | number
      hours?: "wall" | "business"
      min_seconds?: string | number
      max_seconds?: string | number
      rating?: string | number
      nobody?: "agent" | "team" | "tag"
      cursor?: string
      page_size?: string | number
    }
    body: undefined
    data: CountedConversations
  }
  /** Export a report as CSV. `GET /api/v1/reports/csv`, for `reports:manage` */
  reportCsv: {
    params: Record<string, never>
    query: {
      from: string
      to: string
      inbox_id?: string | number
      team_id?: string | number
      agent_id?: string | number
      tag_id?: string | number
      measure?: "new" | "resolved" | "reopened" | "messages_in" | "replies" | "first_response" | "next_response" | "sla_first_response_met" | "sla_first_response_breached" | "sla_next_response_met" | "sla_next_response_breached" | "sla_resolution_met" | "sla_resolution_breached" | "csat_sent" | "csat_answered" | "open" | "awaiting_response" | "unassigned" | "pending"
      since?: string
      until?: string
      weekday?: string | number
      hour?: string | number
      hours?: "wall" | "business"
      min_seconds?: string | number
      max_seconds?: string | number
      rating?: string | number
      nobody?: "agent" | "team" | "tag"
      sheet: "summary" | "series" | "agent" | "team" | "inbox" | "tag" | "busiest_hours" | "first_responses" | "conversations"
      compare?: "previous"
      by?: "hour" | "day" | "week"
    }
    body: undefined
    data: Response
  }
  /** Distribution of the time to first reply. `GET /api/v1/reports/first-responses`, for `reports:manage` */
  reportFirstResponses: {
    params: Record<string, never>
    query: {
      from: string
      to: string
      inbox_id?: string | number
      team_id?: string | number
      agent_id?: string | number
      tag_id?: string | number
    }
    body: undefined
    data: FirstResponses
  }
  /** Metrics by hour, day or week; at most 93 days by hour. `GET /api/v1/reports/series`, for `reports:manage` */
  reportSeries: {
    params: Record<string, never>
    query: {
      from: string
      to: string
      inbox_id?: string | number
      team_id?: string | number
      agent_id?: string | number
      tag_id?: string | number
      compare?: "previous"
      by?: "hour" | "day" | "week"
    }
    body: undefined
    data: ReportSeries
  }
  /** All metrics of a period, compared with the previous one. `GET /api/v1/reports/summary`, for `reports:manage` */
  reportSummary: {
    params: Record<string, never>
    query: {
      from: string
      to: string
      inbox_id?: string | number
      team_id?: string | number
      agent_id?: string | number
      tag_id?: string | number
      compare?: "previous"
    }
    body: undefined
    data: ReportSummary
  }
  /** All metrics of a period by agent, team, inbox or tag. `GET /api/v1/reports/table`, for `reports:manage` */
  reportTable: {
    params: Record<string, never>
    query: {
      from: string
      to: string
      inbox_id?: string | number
      team_id?: string | number
      agent_id?: string | number
      tag_id?: string | number
      by: "agent" | "team" | "inbox" | "tag"
    }
    body: undefined
    data: ReportTable
  }
  /** Email a link to set a new password; the response does not reveal whether the address is known. `POST /api/v1/agents/reset-password`, for anyone */
  requestPasswordReset: {
    params: Record<string, never>
    query: Record<string, never>
    body: PasswordResetRequest
    data: true
  }
  /** The redirect URI of the provider you add next, so you can register it there first. `POST /api/v1/oidc/reservation`, for `oidc:manage` */
  reserveOidcProvider: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: {
      id: number
      redirect_uri: string
    }
  }
  /** Reset a built-in prompt. `PUT /api/v1/ai/prompts/:id/reset`, for `ai:manage` */
  resetAiPrompt: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: AiPromptDetail
  }
  /** Restore from the trash or from spam. `POST /api/v1/conversations/:uuid/restore`, for `conversations:delete` */
  restoreConversation: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Retry a failed reply. `PUT /api/v1/conversations/:uuid/messages/:message_uuid/retry`, for `messages:write` */
  retryMessage: {
    params: {
      uuid: string
      message_uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Check the installation now. `POST /api/v1/system/checks`, for `general_settings:manage` */
  runChecks: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: Array<CheckResult>
  }
  /** Save one of your drafts. Refused (409, with the current draft in `data`) if it has changed since `base_revision`. Saving an empty draft deletes it. `PUT /api/v1/drafts/:key`, for every agent */
  saveDraft: {
    params: {
      key: string
    }
    query: Record<string, never>
    body: {
      base_revision: number
      client_id?: string
      keep_replaced?: boolean
      content: DraftContentInput
    }
    data: Draft
  }
  /** Find contacts by name or email address (3 bytes or more). `GET /api/v1/contacts/search`, for `contacts:read` */
  searchContacts: {
    params: Record<string, never>
    query: {
      query: string
    }
    body: undefined
    data: Array<ContactHit>
  }
  /** Find conversations (3 bytes or more). `GET /api/v1/conversations/search`, for `conversations:read` */
  searchConversations: {
    params: Record<string, never>
    query: {
      query: string
    }
    body: undefined
    data: Array<ConversationHit>
  }
  /** Find messages, at most 30 (3 bytes or more). `GET /api/v1/messages/search`, for `messages:read` */
  searchMessages: {
    params: Record<string, never>
    query: {
      query: string
    }
    body: undefined
    data: Array<MessageHit>
  }
  /** Send a reply or write a private note. `POST /api/v1/conversations/:uuid/messages`, for `messages:write` */
  sendMessage: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: MessageSend
    data: SentMessage
  }
  /** Send a scheduled reply now, also one that is on hold. `PUT /api/v1/conversations/:uuid/scheduled-replies/:reply_uuid/send`, for `messages:write` */
  sendScheduledReply: {
    params: {
      uuid: string
      reply_uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Set the OpenAI key and enable the provider, for older clients. `PUT /api/v1/ai/provider`, for `ai:manage` */
  setAiKey: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      provider: string
      api_key: string
    }
    data: string
  }
  /** Set one custom attribute of a contact; null clears it. `PUT /api/v1/contacts/:id/custom-attributes/:key`, for `contacts:write` */
  setContactAttribute: {
    params: {
      id: number | string
      key: string
    }
    query: Record<string, never>
    body: {
      value: AttributeValue
    }
    data: true
  }
  /** Set one custom attribute of a conversation; null clears it. `PUT /api/v1/conversations/:uuid/custom-attributes/:key`, for every agent */
  setConversationAttribute: {
    params: {
      uuid: string
      key: string
    }
    query: Record<string, never>
    body: {
      value: AttributeValue
    }
    data: true
  }
  /** Replace the custom attributes of a conversation. `PUT /api/v1/conversations/:uuid/custom-attributes`, for every agent */
  setConversationAttributes: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: Record<string, unknown>
    data: true
  }
  /** Set one custom attribute of a conversation's contact; null clears it. `PUT /api/v1/conversations/:uuid/contacts/custom-attributes/:key`, for every agent */
  setConversationContactAttribute: {
    params: {
      uuid: string
      key: string
    }
    query: Record<string, never>
    body: {
      value: AttributeValue
    }
    data: true
  }
  /** Replace the custom attributes of a conversation's contact. `PUT /api/v1/conversations/:uuid/contacts/custom-attributes`, for every agent */
  setConversationContactAttributes: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: Record<string, unknown>
    data: true
  }
  /** Set the SLA policy of a conversation; null removes it. `PUT /api/v1/conversations/:uuid/sla`, for `conversations:update_priority` */
  setConversationSla: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      sla_policy_id: number | null
    }
    data: true
  }
  /** Set a password with the token from an emailed link; all sessions of the agent end. `POST /api/v1/agents/set-password`, for anyone */
  setPassword: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      token: string
      password: string
    }
    data: true
  }
  /** Set the priority, by name; null removes it. `PUT /api/v1/conversations/:uuid/priority`, for `conversations:update_priority` */
  setPriority: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      priority: string | null
    }
    data: true
  }
  /** Run all matching rules of a type, or only the first. `PUT /api/v1/automations/rules/execution-mode`, for `automations:manage` */
  setRuleExecutionMode: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      mode: "all" | "first_match"
      type?: "new_conversation" | "conversation_update"
    }
    data: true
  }
  /** Set the order of rules: an object of weights by rule id. `PUT /api/v1/automations/rules/weights`, for `automations:manage` */
  setRuleWeights: {
    params: Record<string, never>
    query: Record<string, never>
    body: Record<string, number>
    data: true
  }
  /** Set the status, by name; Snoozed takes a duration or an instant. `PUT /api/v1/conversations/:uuid/status`, for `conversations:update_status` */
  setStatus: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      status: string
      snoozed_until?: string | null
    }
    data: true
  }
  /** Replace the tags, by name. `POST /api/v1/conversations/:uuid/tags`, for `conversations:update_tags` */
  setTags: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      tags?: Array<string | {
          name: string
        }> | null
    }
    data: true
  }
  /** Sign in with the passkey’s response. `POST /api/v1/auth/passkey`, for anyone */
  signInWithPasskey: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      ticket: string
      answer: PasskeyAnswer
      sign_in?: string
    }
    data: Agent
  }
  /** Simulate an SLA policy, saved or not, on recent conversations. Nothing is saved. `POST /api/v1/sla/simulate`, for `sla:manage` */
  simulateSla: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      policy: SlaWrite
      days: 30 | 90
      business_hours_id?: number | null
    }
    data: SlaSimulation
  }
  /** Move a message and the later ones to a new conversation. `POST /api/v1/conversations/:uuid/split`, for `conversations:merge` */
  splitConversation: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: {
      message: string
    }
    data: Conversation
  }
  /** Make a backup now. `POST /api/v1/system/backups`, for `general_settings:manage` */
  startBackup: {
    params: Record<string, never>
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Start signing in to the mailbox with Google or Microsoft; returns where to send the browser. `POST /api/v1/inboxes/:id/oauth/start`, for `inboxes:manage` */
  startInboxOAuth: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: InboxOAuthSetup
    data: {
      url: string
    }
  }
  /** Start setting up an authenticator app; nothing changes until a code confirms it. `POST /api/v1/agents/me/second-factor/totp`, for every agent */
  startMyTotp: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      password?: string
    }
    data: {
      secret: string
      uri: string
      qr_svg: string
    }
  }
  /** Rewrite a text, draft a reply, summarise, suggest tags or translate; the response is streamed. `POST /api/v1/ai/completions`, for `messages:write` */
  streamCompletion: {
    params: Record<string, never>
    query: Record<string, never>
    body: AiCompletionAsk
    data: Response
  }
  /** Test a provider with one short request; only its cost is stored. `POST /api/v1/ai/providers/test`, for `ai:manage` */
  testAiProvider: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      kind?: "openai_compatible" | "anthropic"
      base_url: string
      api_key?: string
      model: string
      input_price?: number
      output_price?: number
      id?: number
      name?: string
    }
    data: AiProbe
  }
  /** Send a test email with these settings, saved or not, and return the server’s response. `POST /api/v1/settings/notifications/email/test`, for `notification_settings:manage` */
  testEmailNotification: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      "notification.email.enabled"?: boolean
      "notification.email.email_address"?: "" | string
      "notification.email.host"?: "" | string
      "notification.email.port"?: string | number
      "notification.email.username"?: string
      "notification.email.password"?: string
      "notification.email.auth_protocol"?: "login" | "plain" | "cram" | "none" | "oauth" | ""
      "notification.email.tls_type"?: "none" | "starttls" | "tls"
      "notification.email.tls_skip_verify"?: boolean
      "notification.email.hello_hostname"?: string
      "notification.email.max_conns"?: string | number
      "notification.email.max_msg_retries"?: string | number
      "notification.email.idle_timeout"?: string
      "notification.email.wait_timeout"?: string
      "notification.email.remove_password"?: boolean
      to: string
    }
    data: {
      ok: boolean
      answer: string
      details?: string | null
    }
  }
  /** Test the mail servers of a configuration and return their responses. `POST /api/v1/inboxes/test`, for `inboxes:manage` */
  testInbox: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      id?: number
      config: InboxConfigInput
    }
    data: Array<ConnectionCheck>
  }
  /** Send a webhook.test event once, without retries. `POST /api/v1/webhooks/:id/test`, for `webhooks:manage` */
  testWebhook: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Enable a provider, disabling the current one, or disable it. `PUT /api/v1/ai/providers/:id/toggle`, for `ai:manage` */
  toggleAiProvider: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: AiProvider
  }
  /** Enable or disable an inbox. `PUT /api/v1/inboxes/:id/toggle`, for `inboxes:manage` */
  toggleInbox: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Inbox
  }
  /** Enable or disable a rule. `PUT /api/v1/automations/rules/:id/toggle`, for `automations:manage` */
  toggleRule: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Rule
  }
  /** Enable or disable a webhook; when disabled, queued deliveries are skipped. `PUT /api/v1/webhooks/:id/toggle`, for `webhooks:manage` */
  toggleWebhook: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: undefined
    data: Webhook
  }
  /** Move to the trash; after 30 days it is deleted permanently. `DELETE /api/v1/conversations/:uuid`, for `conversations:delete` */
  trashConversation: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Test whether a value would be accepted, and the error if not; nothing is saved. `POST /api/v1/custom-attributes/try`, for `custom_attributes:manage` */
  tryCustomAttribute: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      name?: string
      data_type: "text" | "number" | "checkbox" | "date" | "link" | "list"
      values?: Array<string> | null
      regex?: string
      regex_hint?: string
      text: string
    }
    data: {
      refusal: string | null
    }
  }
  /** Send a webhook.test event to a URL and return the result; nothing is saved. `POST /api/v1/webhooks/test`, for `webhooks:manage` */
  tryWebhook: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      id?: number
      name?: string
      url: string
      secret?: string
    }
    data: WebhookOutcome
  }
  /** Undo one of your actions; by default the last one. `id` is the X-Event-Id header of its response. Each conversation is restored or refused on its own. `POST /api/v1/undo`, for `conversations:read` */
  undoAction: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      id?: number
    } | undefined
    data: UndoneAction
  }
  /** Undo one of your replies before it is sent; returns its content. Refused (409) once it is sent. `PUT /api/v1/held-sends/:uuid/undo`, for `messages:write` */
  undoHeldSend: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: HeldSend
  }
  /** Stop following a conversation. `PUT /api/v1/conversations/:uuid/unfollow`, for `conversations:read` */
  unfollowConversation: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Take a merged conversation out again; both are as they were before. `POST /api/v1/conversations/:uuid/unmerge`, for `conversations:merge` */
  unmergeConversation: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Move the messages of a split conversation back, unless it has changed since. `POST /api/v1/conversations/:uuid/unsplit`, for `conversations:merge` */
  unsplitConversation: {
    params: {
      uuid: string
    }
    query: Record<string, never>
    body: undefined
    data: true
  }
  /** Change an agent. `PUT /api/v1/agents/:id`, for `users:manage` */
  updateAgent: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: AgentChanges
    data: Agent
  }
  /** Set the monthly budget; once it is used up, AI is paused until the next month. `PUT /api/v1/ai/budget`, for `ai:manage` */
  updateAiBudget: {
    params: Record<string, never>
    query: Record<string, never>
    body: AiBudgetChanges
    data: AiBudget
  }
  /** Change a prompt. `PUT /api/v1/ai/prompts/:id`, for `ai:manage` */
  updateAiPrompt: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: AiPromptChanges
    data: AiPromptDetail
  }
  /** Change a provider. `PUT /api/v1/ai/providers/:id`, for `ai:manage` */
  updateAiProvider: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: AiProviderChanges
    data: AiProvider
  }
  /** Change a personal or shared view, or with whom it is shared. `PUT /api/v1/views/:id`, for `conversations:read` */
  updateAnyView: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: AnyViewChanges
    data: AnyView
  }
  /** Set when backups are made and how many are kept, unless the environment of the server says it. `PUT /api/v1/system/backups/schedule`, for `general_settings:manage` */
  updateBackupSchedule: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      schedule?: string | null
      retention?: BackupRetention
    }
    data: true
  }
  /** Update business hours. `PUT /api/v1/business-hours/:id`, for `business_hours:manage` */
  updateBusinessHours: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: BusinessHoursChanges
    data: BusinessHours
  }
  /** Update a contact (multipart; files is a new avatar, an empty avatar_url removes it). `PUT /api/v1/contacts/:id`, for `contacts:write` */
  updateContact: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      first_name?: string
      last_name?: string
      email?: string
      phone_number?: string
      phone_number_country_code?: string
      avatar_url?: string
      files?: Blob
    }
    data: Contact
  }
  /** Update a custom attribute; key, type and what it applies to can’t be changed. `PUT /api/v1/custom-attributes/:id`, for `custom_attributes:manage` */
  updateCustomAttribute: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: CustomAttributeChanges
    data: CustomAttribute
  }
  /** Update that mail server; an empty password keeps the stored one unless it is removed. `PUT /api/v1/settings/notifications/email`, for `notification_settings:manage` */
  updateEmailNotification: {
    params: Record<string, never>
    query: Record<string, never>
    body: EmailNotificationChanges
    data: true
  }
  /** Change the general settings. `PUT /api/v1/settings/general`, for `general_settings:manage` */
  updateGeneralSettings: {
    params: Record<string, never>
    query: Record<string, never>
    body: GeneralSettingsChanges
    data: true
  }
  /** Change an inbox. `PUT /api/v1/inboxes/:id`, for `inboxes:manage` */
  updateInbox: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: InboxChanges
    data: Inbox
  }
  /** Change a macro. `PUT /api/v1/macros/:id`, for `macros:manage` */
  updateMacro: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: MacroChanges
    data: Macro
  }
  /** Set your avatar (multipart field: files). `PUT /api/v1/agents/me`, for every agent */
  updateMe: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      files: Blob
    }
    data: Agent
  }
  /** Set your availability. `PUT /api/v1/agents/me/availability`, for every agent */
  updateMyAvailability: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      status: AvailabilityStatus
    }
    data: Agent
  }
  /** Update your preferences: signature, theme, language, shortcuts, notifications, undo send period, checks before sending and how you move through lists. `PUT /api/v1/agents/me/preferences`, for every agent */
  updateMyPreferences: {
    params: Record<string, never>
    query: Record<string, never>
    body: Preferences
    data: Agent
  }
  /** Turn notifications on or off for everyone; those left out keep their value. `PUT /api/v1/settings/notifications/kinds`, for `notification_settings:manage` */
  updateNotificationSwitches: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      assigned?: boolean
      reply?: boolean
      mention?: boolean
      followed?: boolean
      sla_warning?: boolean
      sla_breach?: boolean
      csat?: boolean
      send_failed?: boolean
      schedule_held?: boolean
      digest?: boolean
    }
    data: NotificationSwitches
  }
  /** Change a sign-in provider. `PUT /api/v1/oidc/:id`, for `oidc:manage` */
  updateOidcProvider: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: OidcChanges
    data: OidcProvider
  }
  /** Change a retention rule. `PUT /api/v1/retention/rules/:id`, for `data:manage` */
  updateRetentionRule: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      name?: string
      enabled?: boolean
      inbox_ids?: Array<number> | null
      status_ids?: Array<number>
      include_spam?: boolean
      include_trash?: boolean
      after_days?: number
      action?: "delete" | "erase_bodies"
      exempt_tag_ids?: Array<number>
    }
    data: RetentionRule
  }
  /** Change a role. `PUT /api/v1/roles/:id`, for `roles:manage` */
  updateRole: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: RoleChanges
    data: Role
  }
  /** Update a rule; weight and execution mode are kept. `PUT /api/v1/automations/rules/:id`, for `automations:manage` */
  updateRule: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: RuleChanges
    data: Rule
  }
  /** Change an SLA policy. `PUT /api/v1/sla/:id`, for `sla:manage` */
  updateSlaPolicy: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: SlaChanges
    data: SlaPolicy
  }
  /** Rename a status. `PUT /api/v1/statuses/:id`, for `status:manage` */
  updateStatus: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      name?: string
      category?: StatusCategory
    }
    data: Status
  }
  /** Set who is emailed about alerts. `PUT /api/v1/system/alerts/settings`, for `general_settings:manage` */
  updateSystemAlertSettings: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      email_enabled?: boolean
      addresses?: Array<string>
    }
    data: true
  }
  /** Rename a tag. `PUT /api/v1/tags/:id`, for `tags:manage` */
  updateTag: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: {
      name?: string
    }
    data: Tag
  }
  /** Change a team. `PUT /api/v1/teams/:id`, for `teams:manage` */
  updateTeam: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: TeamChanges
    data: Team
  }
  /** Update a template; a new default replaces the previous one. `PUT /api/v1/templates/:id`, for `templates:manage` */
  updateTemplate: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: TemplateChanges
    data: Template
  }
  /** Change one of your views. `PUT /api/v1/views/me/:id`, for `view:manage` */
  updateView: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: ViewChanges
    data: View
  }
  /** Change a webhook. `PUT /api/v1/webhooks/:id`, for `webhooks:manage` */
  updateWebhook: {
    params: {
      id: number | string
    }
    query: Record<string, never>
    body: WebhookChanges
    data: Webhook
  }
  /** Upload a logo or favicon (multipart fields: files, use). `POST /api/v1/settings/general/pictures`, for `general_settings:manage` */
  uploadBrandPicture: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      files: Blob
      use: "logo" | "favicon"
    }
    data: {
      url: string
    }
  }
  /** Upload the logo of an inbox (multipart field: files). `POST /api/v1/inboxes/logo`, for `inboxes:manage` */
  uploadInboxLogo: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      files: Blob
    }
    data: UploadedLogo
  }
  /** Upload a file (multipart fields: files, inline, linked_model). `POST /api/v1/media`, for every agent */
  uploadMedia: {
    params: Record<string, never>
    query: Record<string, never>
    body: {
      files: Blob
      inline?: "true" | "false"
      linked_model?: "messages"
    }
    data: Media
  }
}

/** How each call travels. */
export const operations: { readonly [Name in keyof Operations]: Operation } = {
  addContactAddress: {"method":"POST","path":"/api/v1/contacts/:id/addresses","key":true},
  addPasskey: {"method":"POST","path":"/api/v1/agents/me/passkeys"},
  applyMacro: {"method":"POST","path":"/api/v1/conversations/:uuid/macros/:id/apply","key":true},
  askForPasskey: {"method":"POST","path":"/api/v1/agents/me/passkeys/options"},
  askPasskeyToConfirm: {"method":"POST","path":"/api/v1/agents/me/confirmation/passkey"},
  askPasskeyToSignIn: {"method":"POST","path":"/api/v1/auth/passkey/options"},
  assignTeam: {"method":"PUT","path":"/api/v1/conversations/:uuid/assignee/team"},
  assignUser: {"method":"PUT","path":"/api/v1/conversations/:uuid/assignee/user"},
  blockContact: {"method":"PUT","path":"/api/v1/contacts/:id/block"},
  cancelScheduledReply: {"method":"PUT","path":"/api/v1/conversations/:uuid/scheduled-replies/:reply_uuid/cancel"},
  changeConversations: {"method":"POST","path":"/api/v1/conversations/bulk","key":true},
  changeMyPassword: {"method":"PUT","path":"/api/v1/agents/me/password"},
  changeScheduledReply: {"method":"PUT","path":"/api/v1/conversations/:uuid/scheduled-replies/:reply_uuid"},
  completeText: {"method":"POST","path":"/api/v1/ai/completion"},
  confirmIdentity: {"method":"POST","path":"/api/v1/agents/me/confirmation"},
  confirmMyTotp: {"method":"PUT","path":"/api/v1/agents/me/second-factor/totp"},
  confirmRetentionRule: {"method":"PUT","path":"/api/v1/retention/rules/:id/confirm"},
  countDeliveries: {"method":"GET","path":"/api/v1/email/deliveries/counts"},
  countLists: {"method":"GET","path":"/api/v1/conversations/counts"},
  createAgent: {"method":"POST","path":"/api/v1/agents","key":true},
  createAiPrompt: {"method":"POST","path":"/api/v1/ai/prompts","key":true},
  createAiProvider: {"method":"POST","path":"/api/v1/ai/providers","key":true},
  createAnyView: {"method":"POST","path":"/api/v1/views","key":true},
  createApiKey: {"method":"POST","path":"/api/v1/agents/:id/api-key"},
  createBusinessHours: {"method":"POST","path":"/api/v1/business-hours","key":true},
  createContactNote: {"method":"POST","path":"/api/v1/contacts/:id/notes","key":true},
  createConversation: {"method":"POST","path":"/api/v1/conversations","key":true},
  createCustomAttribute: {"method":"POST","path":"/api/v1/custom-attributes","key":true},
  createInbox: {"method":"POST","path":"/api/v1/inboxes","key":true},
  createInvitationLink: {"method":"POST","path":"/api/v1/agents/:id/invitation-link"},
  createMacro: {"method":"POST","path":"/api/v1/macros","key":true},
  createOidcProvider: {"method":"POST","path":"/api/v1/oidc","key":true},
  createPushSubscription: {"method":"POST","path":"/api/v1/push/subscriptions"},
  createRetentionRule: {"method":"POST","path":"/api/v1/retention/rules","key":true},
  createRole: {"method":"POST","path":"/api/v1/roles","key":true},
  createRule: {"method":"POST","path":"/api/v1/automations/rules","key":true},
  createSlaPolicy: {"method":"POST","path":"/api/v1/sla","key":true},
  createStatus: {"method":"POST","path":"/api/v1/statuses","key":true},
  createTag: {"method":"POST","path":"/api/v1/tags","key":true},
  createTeam: {"method":"POST","path":"/api/v1/teams","key":true},
  createTemplate: {"method":"POST","path":"/api/v1/templates","key":true},
  createView: {"method":"POST","path":"/api/v1/views/me","key":true},
  createWebhook: {"method":"POST","path":"/api/v1/webhooks","key":true},
  deleteAgent: {"method":"DELETE","path":"/api/v1/agents/:id"},
  deleteAiPrompt: {"method":"DELETE","path":"/api/v1/ai/prompts/:id"},
  deleteAiProvider: {"method":"DELETE","path":"/api/v1/ai/providers/:id"},
  deleteAnyView: {"method":"DELETE","path":"/api/v1/views/:id"},
  deleteApiKey: {"method":"DELETE","path":"/api/v1/agents/:id/api-key"},
  deleteBusinessHours: {"method":"DELETE","path":"/api/v1/business-hours/:id"},
  deleteContactNote: {"method":"DELETE","path":"/api/v1/contacts/:id/notes/:note_id"},
  deleteCustomAttribute: {"method":"DELETE","path":"/api/v1/custom-attributes/:id"},
  deleteDraft: {"method":"DELETE","path":"/api/v1/drafts/:key"},
  deleteInbox: {"method":"DELETE","path":"/api/v1/inboxes/:id"},
  deleteMacro: {"method":"DELETE","path":"/api/v1/macros/:id"},
  deleteMyAvatar: {"method":"DELETE","path":"/api/v1/agents/me/avatar"},
  deleteOidcProvider: {"method":"DELETE","path":"/api/v1/oidc/:id"},
  deletePushSubscription: {"method":"DELETE","path":"/api/v1/push/subscriptions/:uuid"},
  deleteRetentionRule: {"method":"DELETE","path":"/api/v1/retention/rules/:id"},
  deleteRole: {"method":"DELETE","path":"/api/v1/roles/:id"},
  deleteRule: {"method":"DELETE","path":"/api/v1/automations/rules/:id"},
  deleteSlaPolicy: {"method":"DELETE","path":"/api/v1/sla/:id"},
  deleteStatus: {"method":"DELETE","path":"/api/v1/statuses/:id"},
  deleteTag: {"method":"DELETE","path":"/api/v1/tags/:id"},
  deleteTeam: {"method":"DELETE","path":"/api/v1/teams/:id"},
  deleteTemplate: {"method":"DELETE","path":"/api/v1/templates/:id"},
  deleteView: {"method":"DELETE","path":"/api/v1/views/me/:id"},
  deleteWebhook: {"method":"DELETE","path":"/api/v1/webhooks/:id"},
  disconnectInboxOAuth: {"method":"DELETE","path":"/api/v1/inboxes/:id/oauth"},
  dismissGettingStarted: {"method":"PUT","path":"/api/v1/getting-started"},
  dismissRelease: {"method":"PUT","path":"/api/v1/settings/general/dismissed-release"},
  dismissRuleTrouble: {"method":"POST","path":"/api/v1/automations/trouble/dismiss","key":true},
  downloadContactExport: {"method":"GET","path":"/api/v1/privacy/exports/:id/file","file":true},
  downloadDelivery: {"method":"GET","path":"/api/v1/email/deliveries/:id/raw","file":true},
  downloadErasureList: {"method":"GET","path":"/api/v1/privacy/erasure-list","file":true},
  downloadErasureReport: {"method":"GET","path":"/api/v1/privacy/erasures/:id/report","file":true},
  downloadMessageSource: {"method":"GET","path":"/api/v1/conversations/:uuid/messages/:message_uuid/source/raw","file":true},
  dryRunRetentionRule: {"method":"POST","path":"/api/v1/retention/rules/:id/dry-run","key":true},
  dryRunRule: {"method":"POST","path":"/api/v1/automations/dry-run"},
  endMyOtherSessions: {"method":"DELETE","path":"/api/v1/agents/me/sessions"},
  endMySession: {"method":"DELETE","path":"/api/v1/agents/me/sessions/:uuid"},
  eraseContact: {"method":"POST","path":"/api/v1/contacts/:id/erasure","key":true},
  eraseDelivery: {"method":"DELETE","path":"/api/v1/email/deliveries/:id"},
  exportActivityLogs: {"method":"GET","path":"/api/v1/activity-logs/export","file":true},
  exportContact: {"method":"POST","path":"/api/v1/contacts/:id/export","key":true},
  findConversations: {"method":"GET","path":"/api/v1/search/conversations"},
  findMessages: {"method":"GET","path":"/api/v1/search/messages"},
  finishInboxOAuth: {"method":"POST","path":"/api/v1/inboxes/oauth/finish"},
  followConversation: {"method":"PUT","path":"/api/v1/conversations/:uuid/follow"},
  forwardConversation: {"method":"POST","path":"/api/v1/conversations/:uuid/forward","key":true},
  getAgent: {"method":"GET","path":"/api/v1/agents/:id"},
  getAiBudget: {"method":"GET","path":"/api/v1/ai/budget"},
  getAiPrompt: {"method":"GET","path":"/api/v1/ai/prompts/:id"},
  getAiProvider: {"method":"GET","path":"/api/v1/ai/providers/:id"},
  getAiUsage: {"method":"GET","path":"/api/v1/ai/usage"},
  getAnyView: {"method":"GET","path":"/api/v1/views/:id"},
  getBackupSchedule: {"method":"GET","path":"/api/v1/system/backups/schedule"},
  getBootstrap: {"method":"GET","path":"/api/v1/agents/me/bootstrap"},
  getBusinessHours: {"method":"GET","path":"/api/v1/business-hours/:id"},
  getConfig: {"method":"GET","path":"/api/v1/config"},
  getContact: {"method":"GET","path":"/api/v1/contacts/:id"},
  getConversation: {"method":"GET","path":"/api/v1/conversations/:uuid"},
  getConversationRun: {"method":"GET","path":"/api/v1/conversations/:uuid/automation-runs/:id"},
  getConversationSla: {"method":"GET","path":"/api/v1/conversations/:uuid/sla"},
  getCustomAttribute: {"method":"GET","path":"/api/v1/custom-attributes/:id"},
  getDraft: {"method":"GET","path":"/api/v1/drafts/:key"},
  getEmailNotification: {"method":"GET","path":"/api/v1/settings/notifications/email"},
  getGeneralSettings: {"method":"GET","path":"/api/v1/settings/general"},
  getGettingStarted: {"method":"GET","path":"/api/v1/getting-started"},
  getHealth: {"method":"GET","path":"/health"},
  getInbox: {"method":"GET","path":"/api/v1/inboxes/:id"},
  getInvitationMeans: {"method":"GET","path":"/api/v1/agents/invitation"},
  getMacro: {"method":"GET","path":"/api/v1/macros/:id"},
  getMe: {"method":"GET","path":"/api/v1/agents/me"},
  getMentionAccess: {"method":"GET","path":"/api/v1/conversations/:uuid/mentions/without-access"},
  getMessage: {"method":"GET","path":"/api/v1/conversations/:uuid/messages/:message_uuid"},
  getMessageDelivery: {"method":"GET","path":"/api/v1/conversations/:uuid/messages/:message_uuid/delivery"},
  getMessageSource: {"method":"GET","path":"/api/v1/conversations/:uuid/messages/:message_uuid/source"},
  getMyConfirmation: {"method":"GET","path":"/api/v1/agents/me/confirmation"},
  getMySecondFactor: {"method":"GET","path":"/api/v1/agents/me/second-factor"},
  getNotificationSwitches: {"method":"GET","path":"/api/v1/settings/notifications/kinds"},
  getOidcProvider: {"method":"GET","path":"/api/v1/oidc/:id"},
  getOverviewCharts: {"method":"GET","path":"/api/v1/reports/overview/charts"},
  getOverviewCounts: {"method":"GET","path":"/api/v1/reports/overview/counts"},
  getOverviewSla: {"method":"GET","path":"/api/v1/reports/overview/sla"},
  getPushKey: {"method":"GET","path":"/api/v1/push/key"},
  getReadiness: {"method":"GET","path":"/health/ready"},
  getReceivingHealth: {"method":"GET","path":"/api/v1/email/health"},
  getRemoteImage: {"method":"GET","path":"/api/v1/media/remote/:message_uuid","file":true},
  getRetentionRule: {"method":"GET","path":"/api/v1/retention/rules/:id"},
  getRole: {"method":"GET","path":"/api/v1/roles/:id"},
  getRule: {"method":"GET","path":"/api/v1/automations/rules/:id"},
  getRuleRun: {"method":"GET","path":"/api/v1/automations/runs/:id"},
  getSlaPolicy: {"method":"GET","path":"/api/v1/sla/:id"},
  getSpamFilterLessons: {"method":"GET","path":"/api/v1/settings/spam-filter"},
  getStatus: {"method":"GET","path":"/api/v1/statuses/:id"},
  getStorageUse: {"method":"GET","path":"/api/v1/storage-use"},
  getSurveyRefusal: {"method":"GET","path":"/api/v1/conversations/:uuid/csat/refusal"},
  getSystemAlertSettings: {"method":"GET","path":"/api/v1/system/alerts/settings"},
  getSystemBackups: {"method":"GET","path":"/api/v1/system/backups"},
  getSystemHistory: {"method":"GET","path":"/api/v1/system/history"},
  getSystemStatus: {"method":"GET","path":"/api/v1/system"},
  getTag: {"method":"GET","path":"/api/v1/tags/:id"},
  getTeam: {"method":"GET","path":"/api/v1/teams/:id"},
  getTemplate: {"method":"GET","path":"/api/v1/templates/:id"},
  getTranscript: {"method":"GET","path":"/api/v1/conversations/:uuid/transcript","file":true},
  getUndoableAction: {"method":"GET","path":"/api/v1/undo"},
  getUnreadNotifications: {"method":"GET","path":"/api/v1/notifications/unread"},
  getView: {"method":"GET","path":"/api/v1/views/me/:id"},
  getWaiting: {"method":"GET","path":"/api/v1/conversations/:uuid/assignment"},
  getWebhook: {"method":"GET","path":"/api/v1/webhooks/:id"},
  getWebhookDelivery: {"method":"GET","path":"/api/v1/webhooks/:id/deliveries/:delivery_id"},
  goLive: {"method":"POST","path":"/api/v1/settings/general/go-live","key":true},
  holdConversation: {"method":"POST","path":"/api/v1/held-sends","key":true},
  importAgents: {"method":"POST","path":"/api/v1/agents/import","key":true},
  inviteAgent: {"method":"POST","path":"/api/v1/agents/:id/invitation","key":true},
  keepDraftVersion: {"method":"POST","path":"/api/v1/drafts/:key/versions","key":true},
  keepSetupSteps: {"method":"PUT","path":"/api/v1/getting-started/kept"},
  listActivityLogs: {"method":"GET","path":"/api/v1/activity-logs"},
  listAgents: {"method":"GET","path":"/api/v1/agents"},
  listAgentsCompact: {"method":"GET","path":"/api/v1/agents/compact"},
  listAiPrompts: {"method":"GET","path":"/api/v1/ai/prompts"},
  listAiProviders: {"method":"GET","path":"/api/v1/ai/providers"},
  listAll: {"method":"GET","path":"/api/v1/conversations/all"},
  listAssigned: {"method":"GET","path":"/api/v1/conversations/assigned"},
  listBusinessHours: {"method":"GET","path":"/api/v1/business-hours"},
  listCheckResults: {"method":"GET","path":"/api/v1/system/checks"},
  listContactConversations: {"method":"GET","path":"/api/v1/contacts/:id/conversations"},
  listContactExports: {"method":"GET","path":"/api/v1/privacy/exports"},
  listContactNotes: {"method":"GET","path":"/api/v1/contacts/:id/notes"},
  listContacts: {"method":"GET","path":"/api/v1/contacts"},
  listConversationEvents: {"method":"GET","path":"/api/v1/conversations/:uuid/events"},
  listCustomAttributes: {"method":"GET","path":"/api/v1/custom-attributes"},
  listDeliveries: {"method":"GET","path":"/api/v1/email/deliveries"},
  listDraftConversations: {"method":"GET","path":"/api/v1/conversations/drafts"},
  listDraftVersions: {"method":"GET","path":"/api/v1/drafts/:key/versions"},
  listDrafts: {"method":"GET","path":"/api/v1/drafts"},
  listEnabledOidc: {"method":"GET","path":"/api/v1/oidc/enabled"},
  listErasures: {"method":"GET","path":"/api/v1/privacy/erasures"},
  listFollowers: {"method":"GET","path":"/api/v1/conversations/:uuid/followers"},
  listHeldSends: {"method":"GET","path":"/api/v1/held-sends"},
  listInboxTemplates: {"method":"GET","path":"/api/v1/inboxes/templates"},
  listInboxes: {"method":"GET","path":"/api/v1/inboxes"},
  listLanguages: {"method":"GET","path":"/api/v1/lang"},
  listMacros: {"method":"GET","path":"/api/v1/macros"},
  listMailboxes: {"method":"GET","path":"/api/v1/email/mailboxes"},
  listMentions: {"method":"GET","path":"/api/v1/conversations/mentions"},
  listMessages: {"method":"GET","path":"/api/v1/conversations/:uuid/messages"},
  listMyPasskeys: {"method":"GET","path":"/api/v1/agents/me/passkeys"},
  listMySessions: {"method":"GET","path":"/api/v1/agents/me/sessions"},
  listMyTeams: {"method":"GET","path":"/api/v1/agents/me/teams"},
  listMyViews: {"method":"GET","path":"/api/v1/views/me"},
  listNotifications: {"method":"GET","path":"/api/v1/notifications"},
  listOidcProviders: {"method":"GET","path":"/api/v1/oidc"},
  listParticipants: {"method":"GET","path":"/api/v1/conversations/:uuid/participants"},
  listPriorities: {"method":"GET","path":"/api/v1/priorities"},
  listPushSubscriptions: {"method":"GET","path":"/api/v1/push/subscriptions"},
  listRetentionRules: {"method":"GET","path":"/api/v1/retention/rules"},
  listRetentionRuns: {"method":"GET","path":"/api/v1/retention/runs"},
  listRoles: {"method":"GET","path":"/api/v1/roles"},
  listRuleRuns: {"method":"GET","path":"/api/v1/automations/rules/:id/runs"},
  listRuleTrouble: {"method":"GET","path":"/api/v1/automations/trouble"},
  listRules: {"method":"GET","path":"/api/v1/automations/rules"},
  listScheduled: {"method":"GET","path":"/api/v1/conversations/scheduled"},
  listScheduledReplies: {"method":"GET","path":"/api/v1/conversations/:uuid/scheduled-replies"},
  listSent: {"method":"GET","path":"/api/v1/conversations/sent"},
  listSideThreads: {"method":"GET","path":"/api/v1/conversations/:uuid/side-threads"},
  listSlaPolicies: {"method":"GET","path":"/api/v1/sla"},
  listSlaPoliciesCompact: {"method":"GET","path":"/api/v1/sla/compact"},
  listSnoozed: {"method":"GET","path":"/api/v1/conversations/snoozed"},
  listSpam: {"method":"GET","path":"/api/v1/conversations/spam"},
  listStatusUsage: {"method":"GET","path":"/api/v1/statuses/usage"},
  listStatuses: {"method":"GET","path":"/api/v1/statuses"},
  listSurveys: {"method":"GET","path":"/api/v1/conversations/:uuid/csat"},
  listSystemAlerts: {"method":"GET","path":"/api/v1/system/alerts"},
  listSystemMails: {"method":"GET","path":"/api/v1/settings/notifications/email/mails"},
  listTagUsage: {"method":"GET","path":"/api/v1/tags/usage"},
  listTags: {"method":"GET","path":"/api/v1/tags"},
  listTeamUnassigned: {"method":"GET","path":"/api/v1/teams/:id/conversations/unassigned"},
  listTeams: {"method":"GET","path":"/api/v1/teams"},
  listTeamsCompact: {"method":"GET","path":"/api/v1/teams/compact"},
  listTemplates: {"method":"GET","path":"/api/v1/templates"},
  listTrash: {"method":"GET","path":"/api/v1/conversations/trash"},
  listUnassigned: {"method":"GET","path":"/api/v1/conversations/unassigned"},
  listViewConversations: {"method":"GET","path":"/api/v1/views/:id/conversations"},
  listViews: {"method":"GET","path":"/api/v1/views"},
  listWebhookDeliveries: {"method":"GET","path":"/api/v1/webhooks/:id/deliveries"},
  listWebhooks: {"method":"GET","path":"/api/v1/webhooks"},
  login: {"method":"POST","path":"/api/v1/auth/login"},
  loginSecondFactor: {"method":"POST","path":"/api/v1/auth/second-factor"},
  makeAddressPrimary: {"method":"PUT","path":"/api/v1/contacts/:id/addresses/:address/primary"},
  markNotSpam: {"method":"POST","path":"/api/v1/conversations/:uuid/not-spam","key":true},
  markNotificationRead: {"method":"PUT","path":"/api/v1/notifications/:uuid/read"},
  markNotificationUnread: {"method":"PUT","path":"/api/v1/notifications/:uuid/unread"},
  markNotificationsRead: {"method":"PUT","path":"/api/v1/notifications/read"},
  markSeen: {"method":"PUT","path":"/api/v1/conversations/:uuid/last-seen"},
  markSpam: {"method":"POST","path":"/api/v1/conversations/:uuid/spam","key":true},
  markUnread: {"method":"PUT","path":"/api/v1/conversations/:uuid/mark-unread"},
  mergeContact: {"method":"POST","path":"/api/v1/contacts/:id/merge","key":true},
  mergeConversation: {"method":"POST","path":"/api/v1/conversations/:uuid/merge","key":true},
  mergeTag: {"method":"POST","path":"/api/v1/tags/:id/merge","key":true},
  moveToInbox: {"method":"PUT","path":"/api/v1/conversations/:uuid/inbox"},
  moveView: {"method":"PUT","path":"/api/v1/views/:id/position"},
  previewAgentDeletion: {"method":"GET","path":"/api/v1/agents/:id/deletion"},
  previewAgentDisabling: {"method":"GET","path":"/api/v1/agents/:id/disabling"},
  previewAgentImport: {"method":"POST","path":"/api/v1/agents/import/preview"},
  previewBusinessHoursDeletion: {"method":"GET","path":"/api/v1/business-hours/:id/deletion"},
  previewCustomAttributeDeletion: {"method":"GET","path":"/api/v1/custom-attributes/:id/deletion"},
  previewErasure: {"method":"GET","path":"/api/v1/contacts/:id/erasure"},
  previewInboxBrand: {"method":"POST","path":"/api/v1/inboxes/brand-preview"},
  previewInboxDeletion: {"method":"GET","path":"/api/v1/inboxes/:id/deletion"},
  previewMerge: {"method":"GET","path":"/api/v1/contacts/:id/merge"},
  previewRetention: {"method":"POST","path":"/api/v1/retention/preview"},
  previewRoleDeletion: {"method":"GET","path":"/api/v1/roles/:id/deletion"},
  previewSlaPolicyDeletion: {"method":"GET","path":"/api/v1/sla/:id/deletion"},
  previewStatusDeletion: {"method":"GET","path":"/api/v1/statuses/:id/deletion"},
  previewTagDeletion: {"method":"GET","path":"/api/v1/tags/:id/deletion"},
  previewTagMerge: {"method":"GET","path":"/api/v1/tags/:id/merge"},
  previewTeamDeletion: {"method":"GET","path":"/api/v1/teams/:id/deletion"},
  previewTemplate: {"method":"POST","path":"/api/v1/templates/preview"},
  previewTemplateDeletion: {"method":"GET","path":"/api/v1/templates/:id/deletion"},
  proveInboxPlusAddress: {"method":"POST","path":"/api/v1/inboxes/:id/prove-plus-address"},
  readDeliveryHeaders: {"method":"GET","path":"/api/v1/email/deliveries/:id/headers"},
  readHolidays: {"method":"POST","path":"/api/v1/business-hours/holidays/read"},
  releaseHeldSend: {"method":"PUT","path":"/api/v1/held-sends/:uuid/send"},
  removeAgentSecondFactor: {"method":"DELETE","path":"/api/v1/agents/:id/second-factor"},
  removeContactAddress: {"method":"DELETE","path":"/api/v1/contacts/:id/addresses/:address"},
  removeMySecondFactor: {"method":"POST","path":"/api/v1/agents/me/second-factor/remove"},
  removePasskey: {"method":"POST","path":"/api/v1/agents/me/passkeys/:uuid/remove"},
  removeTeam: {"method":"PUT","path":"/api/v1/conversations/:uuid/assignee/team/remove"},
  removeUser: {"method":"PUT","path":"/api/v1/conversations/:uuid/assignee/user/remove"},
  renamePasskey: {"method":"PUT","path":"/api/v1/agents/me/passkeys/:uuid"},
  renewMyRecoveryCodes: {"method":"POST","path":"/api/v1/agents/me/second-factor/recovery-codes"},
  replayDelivery: {"method":"POST","path":"/api/v1/email/deliveries/:id/replay","key":true},
  replayRule: {"method":"POST","path":"/api/v1/automations/replay"},
  replayWebhookDeliveries: {"method":"POST","path":"/api/v1/webhooks/:id/deliveries/replay","key":true},
  replayWebhookDelivery: {"method":"POST","path":"/api/v1/webhooks/:id/deliveries/:delivery_id/replay","key":true},
  reportBusiestHours: {"method":"GET","path":"/api/v1/reports/busiest-hours"},
  reportConversations: {"method":"GET","path":"/api/v1/reports/conversations"},
  reportCsv: {"method":"GET","path":"/api/v1/reports/csv","file":true},
  reportFirstResponses: {"method":"GET","path":"/api/v1/reports/first-responses"},
  reportSeries: {"method":"GET","path":"/api/v1/reports/series"},
  reportSummary: {"method":"GET","path":"/api/v1/reports/summary"},
  reportTable: {"method":"GET","path":"/api/v1/reports/table"},
  requestPasswordReset: {"method":"POST","path":"/api/v1/agents/reset-password"},
  reserveOidcProvider: {"method":"POST","path":"/api/v1/oidc/reservation","key":true},
  resetAiPrompt: {"method":"PUT","path":"/api/v1/ai/prompts/:id/reset"},
  restoreConversation: {"method":"POST","path":"/api/v1/conversations/:uuid/restore","key":true},
  retryMessage: {"method":"PUT","path":"/api/v1/conversations/:uuid/messages/:message_uuid/retry"},
  runChecks: {"method":"POST","path":"/api/v1/system/checks"},
  saveDraft: {"method":"PUT","path":"/api/v1/drafts/:key"},
  searchContacts: {"method":"GET","path":"/api/v1/contacts/search"},
  searchConversations: {"method":"GET","path":"/api/v1/conversations/search"},
  searchMessages: {"method":"GET","path":"/api/v1/messages/search"},
  sendMessage: {"method":"POST","path":"/api/v1/conversations/:uuid/messages","key":true},
  sendScheduledReply: {"method":"PUT","path":"/api/v1/conversations/:uuid/scheduled-replies/:reply_uuid/send"},
  setAiKey: {"method":"PUT","path":"/api/v1/ai/provider"},
  setContactAttribute: {"method":"PUT","path":"/api/v1/contacts/:id/custom-attributes/:key"},
  setConversationAttribute: {"method":"PUT","path":"/api/v1/conversations/:uuid/custom-attributes/:key"},
  setConversationAttributes: {"method":"PUT","path":"/api/v1/conversations/:uuid/custom-attributes"},
  setConversationContactAttribute: {"method":"PUT","path":"/api/v1/conversations/:uuid/contacts/custom-attributes/:key"},
  setConversationContactAttributes: {"method":"PUT","path":"/api/v1/conversations/:uuid/contacts/custom-attributes"},
  setConversationSla: {"method":"PUT","path":"/api/v1/conversations/:uuid/sla"},
  setPassword: {"method":"POST","path":"/api/v1/agents/set-password"},
  setPriority: {"method":"PUT","path":"/api/v1/conversations/:uuid/priority"},
  setRuleExecutionMode: {"method":"PUT","path":"/api/v1/automations/rules/execution-mode"},
  setRuleWeights: {"method":"PUT","path":"/api/v1/automations/rules/weights"},
  setStatus: {"method":"PUT","path":"/api/v1/conversations/:uuid/status"},
  setTags: {"method":"POST","path":"/api/v1/conversations/:uuid/tags","key":true},
  signInWithPasskey: {"method":"POST","path":"/api/v1/auth/passkey"},
  simulateSla: {"method":"POST","path":"/api/v1/sla/simulate"},
  splitConversation: {"method":"POST","path":"/api/v1/conversations/:uuid/split","key":true},
  startBackup: {"method":"POST","path":"/api/v1/system/backups","key":true},
  startInboxOAuth: {"method":"POST","path":"/api/v1/inboxes/:id/oauth/start","key":true},
  startMyTotp: {"method":"POST","path":"/api/v1/agents/me/second-factor/totp"},
  streamCompletion: {"method":"POST","path":"/api/v1/ai/completions","file":true},
  testAiProvider: {"method":"POST","path":"/api/v1/ai/providers/test"},
  testEmailNotification: {"method":"POST","path":"/api/v1/settings/notifications/email/test"},
  testInbox: {"method":"POST","path":"/api/v1/inboxes/test"},
  testWebhook: {"method":"POST","path":"/api/v1/webhooks/:id/test"},
  toggleAiProvider: {"method":"PUT","path":"/api/v1/ai/providers/:id/toggle"},
  toggleInbox: {"method":"PUT","path":"/api/v1/inboxes/:id/toggle"},
  toggleRule: {"method":"PUT","path":"/api/v1/automations/rules/:id/toggle"},
  toggleWebhook: {"method":"PUT","path":"/api/v1/webhooks/:id/toggle"},
  trashConversation: {"method":"DELETE","path":"/api/v1/conversations/:uuid"},
  tryCustomAttribute: {"method":"POST","path":"/api/v1/custom-attributes/try"},
  tryWebhook: {"method":"POST","path":"/api/v1/webhooks/test"},
  undoAction: {"method":"POST","path":"/api/v1/undo","key":true},
  undoHeldSend: {"method":"PUT","path":"/api/v1/held-sends/:uuid/undo"},
  unfollowConversation: {"method":"PUT","path":"/api/v1/conversations/:uuid/unfollow"},
  unmergeConversation: {"method":"POST","path":"/api/v1/conversations/:uuid/unmerge","key":true},
  unsplitConversation: {"method":"POST","path":"/api/v1/conversations/:uuid/unsplit","key":true},
  updateAgent: {"method":"PUT","path":"/api/v1/agents/:id"},
  updateAiBudget: {"method":"PUT","path":"/api/v1/ai/budget"},
  updateAiPrompt: {"method":"PUT","path":"/api/v1/ai/prompts/:id"},
  updateAiProvider: {"method":"PUT","path":"/api/v1/ai/providers/:id"},
  updateAnyView: {"method":"PUT","path":"/api/v1/views/:id"},
  updateBackupSchedule: {"method":"PUT","path":"/api/v1/system/backups/schedule"},
  updateBusinessHours: {"method":"PUT","path":"/api/v1/business-hours/:id"},
  updateContact: {"method":"PUT","path":"/api/v1/contacts/:id","form":["first_name","last_name","email","phone_number","phone_number_country_code","avatar_url","files"]},
  updateCustomAttribute: {"method":"PUT","path":"/api/v1/custom-attributes/:id"},
  updateEmailNotification: {"method":"PUT","path":"/api/v1/settings/notifications/email"},
  updateGeneralSettings: {"method":"PUT","path":"/api/v1/settings/general"},
  updateInbox: {"method":"PUT","path":"/api/v1/inboxes/:id"},
  updateMacro: {"method":"PUT","path":"/api/v1/macros/:id"},
  updateMe: {"method":"PUT","path":"/api/v1/agents/me","form":["files"]},
  updateMyAvailability: {"method":"PUT","path":"/api/v1/agents/me/availability"},
  updateMyPreferences: {"method":"PUT","path":"/api/v1/agents/me/preferences"},
  updateNotificationSwitches: {"method":"PUT","path":"/api/v1/settings/notifications/kinds"},
  updateOidcProvider: {"method":"PUT","path":"/api/v1/oidc/:id"},
  updateRetentionRule: {"method":"PUT","path":"/api/v1/retention/rules/:id"},
  updateRole: {"method":"PUT","path":"/api/v1/roles/:id"},
  updateRule: {"method":"PUT","path":"/api/v1/automations/rules/:id"},
  updateSlaPolicy: {"method":"PUT","path":"/api/v1/sla/:id"},
  updateStatus: {"method":"PUT","path":"/api/v1/statuses/:id"},
  updateSystemAlertSettings: {"method":"PUT","path":"/api/v1/system/alerts/settings"},
  updateTag: {"method":"PUT","path":"/api/v1/tags/:id"},
  updateTeam: {"method":"PUT","path":"/api/v1/teams/:id"},
  updateTemplate: {"method":"PUT","path":"/api/v1/templates/:id"},
  updateView: {"method":"PUT","path":"/api/v1/views/me/:id"},
  updateWebhook: {"method":"PUT","path":"/api/v1/webhooks/:id"},
  uploadBrandPicture: {"method":"POST","path":"/api/v1/settings/general/pictures","form":["files","use"]},
  uploadInboxLogo: {"method":"POST","path":"/api/v1/inboxes/logo","form":["files"]},
  uploadMedia: {"method":"POST","path":"/api/v1/media","key":true,"form":["files","inline","linked_model"]},
}

export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** A POST that is done once for each Idempotency-Key. */
  key?: true
  /** Fields of a multipart form. */
  form?: readonly string[]
  /** Answers a file, not an envelope. */
  file?: true
}
