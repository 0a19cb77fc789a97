/**
 * Which features of the server use which others, and the files that each offers to them: its verbs, and the reading
 * and presenting that others need. `.dependency-cruiser.cjs` makes rules of it, so `npm run imports` refuses every
 * import that isn't listed here. A feature only uses features above it; so there are no cycles.
 *
 * Before adding a line, consider moving the function to the feature it is about, moving what belongs to no feature out
 * of `features`, letting a consumer of the spine react, or handing the function in from `app.ts`, `engines.ts` or
 * `workers.ts`.
 */
module.exports = {
  // What the others build on.
  settings: {
    offers: [
      'languages',
      'lock-settings',
      'read-config',
      'settings',
      'upload-rules',
      'version-check',
      'workspace-page',
    ],
  },
  roles: { offers: ['grant-checks', 'roles', 'write-role'] },
  statuses: { offers: ['default-status-ids', 'statuses', 'write-status'] },
  priorities: {},
  'business-hours': { offers: ['business-hours', 'stored-week', 'team-calendars'] },
  conversations: {
    uses: ['statuses'],
    offers: [
      'followers',
      'apply-action',
      'assign-team',
      'assign-user',
      'get-conversation',
      'handle-customer-reply',
      'insert-conversation',
      'list/compile-filters',
      'list/filter-conditions',
      'list/list-conversations',
      'list/status-cache',
      'mark-seen',
      'merges/merge-conversation',
      'merges/unmerge-conversation',
      'merges/unsplit-conversation',
      'move-to-inbox',
      'present-conversation',
      'record-refused-actions',
      'scheduled-replies',
      'set-priority',
      'set-status',
      'set-tags',
      'snooze-time',
      'timeline/insert-message',
      'trail/present-trail-step',
      'trail/trail-names',
      'trash/arrivals-in-spam',
      'trash/restore-conversation',
      'trash/trash-conversation',
      'unassign-active',
      'update-conversation',
    ],
  },

  // Around conversations.
  media: {
    uses: ['conversations', 'settings'],
    offers: [
      'attach-media',
      'brand-picture',
      'receive-picture',
      'remote-image',
      'remove-unused-uploads',
      'store-media',
    ],
  },
  templates: {
    uses: ['media', 'settings'],
    offers: [
      'brand-logo',
      'message-frame',
      'preview-template',
      'reply-signature',
      'sign-in-link',
      'template-values',
      'templates',
    ],
  },
  drafts: { uses: ['media'], offers: ['end-draft'] },
  contacts: {
    uses: ['conversations', 'media'],
    offers: ['contact-filters', 'contact-row', 'lock-contact', 'search-contacts', 'upsert-contact'],
  },
  'custom-attributes': { uses: ['contacts', 'conversations'], offers: ['custom-attributes'] },
  macros: { uses: ['conversations', 'statuses'], offers: ['message-macros'] },
  messages: {
    uses: ['contacts', 'conversations', 'drafts', 'macros', 'media'],
    offers: ['held/hold-reply', 'present-message', 'quoted-history', 'retry-replies', 'send-message'],
  },
  views: { uses: ['conversations'], offers: ['views'] },
  search: { uses: ['contacts'] },
  ai: {},

  // People.
  teams: { uses: ['conversations'], offers: ['teams'] },
  agents: {
    uses: ['conversations', 'media', 'roles', 'settings'],
    offers: [
      'account-authority',
      'agents',
      'avatar',
      'last-admin-guard',
      'lock-agent',
      'set-availability',
      'write-agent',
    ],
  },
  auth: {
    uses: ['agents', 'settings'],
    offers: [
      'passkeys/passkey-challenge',
      'passkeys/passkey-sign-in',
      'second-factor/recovery-codes',
      'second-factor/totp',
      'sign-in',
    ],
  },
  oidc: { uses: ['agents', 'auth', 'settings'], offers: ['providers'] },
  notifications: {
    uses: ['agents', 'conversations', 'settings'],
    offers: [
      'batch-assignments',
      'digest/schedule-digest',
      'drop-reason',
      'notice-footer',
      'notice-values',
      'notification-kind',
      'notify',
      'unsubscribe/unsubscribe-link',
    ],
  },
  account: { uses: ['agents', 'auth', 'notifications', 'oidc', 'settings'] },
  bootstrap: { uses: ['agents', 'settings', 'statuses', 'views'] },

  // What happens by itself.
  assignment: { uses: ['business-hours', 'conversations', 'teams'] },
  csat: {
    uses: ['conversations', 'notifications', 'settings', 'statuses', 'templates'],
    offers: ['send-survey', 'survey-mail'],
  },
  sla: {
    uses: ['business-hours', 'conversations', 'notifications'],
    offers: ['policies/apply-policy', 'policies/policies', 'policies/policies-notifying'],
  },
  automations: {
    uses: ['business-hours', 'conversations', 'csat', 'messages', 'settings', 'sla', 'statuses', 'templates'],
    offers: ['rules/replace-tag', 'rules/rules-referencing'],
  },
  reports: { uses: ['business-hours'], offers: ['queries/series'] },
  spam: { uses: ['conversations'], offers: ['filter-new-conversation', 'learn-verdict'] },

  // Mail and other systems.
  inboxes: {
    uses: ['media', 'messages', 'settings', 'templates'],
    offers: [
      'explain-check',
      'inbox-config',
      'inboxes',
      'oauth/access-token',
      'oauth/stored-oauth',
      'plus-address',
      'receiving-address',
      'sending-state',
    ],
  },
  email: {
    uses: [
      'contacts',
      'conversations',
      'csat',
      'inboxes',
      'media',
      'messages',
      'settings',
      'spam',
      'templates',
    ],
    offers: [
      'imap/list-mailboxes',
      'ledger/erase-delivery',
      'ledger/purge-conversation',
      'ledger/raw-mail',
      'mail-gauges',
    ],
  },
  'system-mail': { uses: ['inboxes', 'notifications', 'settings', 'templates'] },
  webhooks: { uses: ['conversations', 'messages'], offers: ['webhook-gauges'] },

  // Administration across features.
  privacy: { uses: ['contacts', 'email', 'media', 'spam'] },
  retention: { uses: ['email'] },
  undo: { uses: ['conversations', 'statuses'] },
  'activity-log': { uses: ['conversations'] },
  tags: { uses: ['automations'], offers: ['tags'] },
  deletions: {
    uses: [
      'agents',
      'automations',
      'business-hours',
      'custom-attributes',
      'inboxes',
      'roles',
      'sla',
      'statuses',
      'tags',
      'teams',
      'templates',
    ],
  },
  'getting-started': { uses: ['email', 'inboxes', 'settings'] },
  system: { uses: ['email', 'inboxes', 'reports', 'settings', 'webhooks'] },
  health: {},
}
