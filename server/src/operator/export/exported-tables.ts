type ExportedTable = {
  /** What a row is. Part of the README of an export. */
  about: string
  /** Columns that are left out, because they would let the reader sign in, or mean nothing outside this workspace. */
  without?: readonly string[]
}

/** Tables of an export, each a file of JSON lines. A test fails for a table that is neither here nor in `leftOut`. */
export const exportedTables: Record<string, ExportedTable> = {
  contacts: { about: 'a customer' },
  contact_addresses: { about: 'an email address of a contact' },
  contact_notes: { about: 'a note about a contact' },
  conversations: { about: 'a conversation, with its state' },
  messages: {
    about: 'a message, private note or activity line; `content` is HTML, `text_content` plain text',
  },
  mail_deliveries: { about: 'an email that arrived, and what became of it; its file is `emails/…/<id>.eml`' },
  media: { about: 'a file; `files/<uuid>/` has it', without: ['content_hash', 'store'] },
  conversation_tags: { about: 'a tag of a conversation' },
  conversation_participants: { about: 'an agent who took part in a conversation' },
  conversation_merges: { about: 'a conversation that was merged into another' },
  conversation_splits: { about: 'a conversation that was split from another' },
  side_threads: { about: 'an exchange with third parties beside a conversation' },
  side_thread_ids: { about: 'a Message-ID that belongs to such an exchange' },
  mentions: { about: 'an agent or team mentioned in a note' },
  followers: { about: 'an agent who follows a conversation' },
  csat_surveys: { about: 'a satisfaction survey and its answer' },
  scheduled_replies: { about: 'a reply that is sent later' },
  drafts: { about: 'a reply that has not been sent' },
  draft_media: { about: 'a file of a draft' },
  agents: {
    about: 'an agent',
    without: ['password_hash', 'api_key', 'api_secret_hash', 'passkey_user'],
  },
  roles: { about: 'a role with its permissions' },
  agent_roles: { about: 'a role of an agent' },
  teams: { about: 'a team' },
  team_members: { about: 'an agent in a team' },
  inboxes: { about: 'an inbox; passwords are left out', without: ['receiving_token'] },
  tags: { about: 'a tag' },
  statuses: { about: 'a status' },
  priorities: { about: 'a priority' },
  macros: { about: 'a macro' },
  views: { about: 'a saved view' },
  templates: { about: 'an email template' },
  automation_rules: { about: 'an automation rule' },
  automation_runs: { about: 'a run of a rule on a conversation' },
  sla_policies: { about: 'an SLA policy' },
  applied_slas: { about: 'an SLA policy that was applied to a conversation' },
  sla_events: { about: 'a deadline of an applied SLA' },
  business_hours: { about: 'opening hours with their holidays' },
  custom_attribute_definitions: { about: 'a custom attribute' },
  ai_providers: { about: 'a language model provider; keys are left out' },
  ai_prompts: { about: 'a prompt' },
  ai_calls: { about: 'a call of a language model' },
  ai_budget: { about: 'the monthly budget for language models' },
  oidc_providers: { about: 'a sign-in provider; secrets are left out' },
  webhooks: { about: 'a webhook; secrets are left out' },
  settings: { about: 'a setting of the workspace; passwords are left out' },
  retention_rules: { about: 'a rule that deletes old conversations or their texts' },
  retention_runs: { about: 'a run of such a rule' },
  contact_erasures: {
    about: 'the erasure of a contact, with what was removed as numbers',
    without: ['subject', 'step', 'cursor'],
  },
  notifications: { about: 'a notification of an agent' },
  events: { about: 'everything that happened, in order: what changed, when and by whom' },
  report_facts: { about: 'what reports count, such as a first reply with its time in seconds' },
}

/** Tables that aren't exported. */
export const leftOut: Record<string, readonly string[]> = {
  'would let the reader sign in': [
    ...['initial_passwords', 'passkey_challenges', 'passkeys', 'password_tokens', 'recovery_codes'],
    ...[
      'sessions',
      'sign_in_tickets',
      'totp_factors',
      'push_keys',
      'push_subscriptions',
      'oidc_reservations',
    ],
  ],
  'made from other tables': [
    ...['arrivals_in_spam', 'conversation_addresses', 'conversation_seen', 'file_text_queue', 'file_texts'],
    ...['automation_rule_counts', 'mail_delivery_counts', 'macro_uses', 'thread_ids'],
    ...['report_conversations', 'report_hours_changes', 'report_names', 'report_state', 'report_sums'],
    ...['report_times', 'search_conversations', 'search_messages', 'search_progress', 'search_stale'],
    ...['spam_lessons', 'spam_tokens', 'spam_totals', 'storage_use', 'storage_use_progress'],
  ],
  'state of the running system': [
    ...[
      'assignment_turns',
      'automation_mails',
      'automation_modes',
      'automation_state',
      'backfills',
      'backups',
    ],
    ...['contact_erasure_conversations', 'contact_erasure_files', 'contact_exports'],
    ...['draft_versions', 'event_consumers', 'held_sends', 'idempotency_keys', 'imap_cursors'],
    ...['imap_known_uids', 'leases', 'mail_tombstones', 'migrations', 'nodes', 'parked_work'],
    ...['proxied_images', 'rate_limits', 'sandbox_failures', 'sending_states', 'sla_notices', 'system_mails'],
    ...['request_samples', 'system_alerts', 'system_checks', 'system_samples'],
    ...['undo_attempts', 'webhook_attempts', 'webhook_deliveries', 'webhook_lines'],
  ],
}
