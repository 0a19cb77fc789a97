// biome-ignore-all lint/style/noExcessiveLinesPerFile: data, one entry per endpoint
import type { TestApp } from './test-app.ts'

export type ApiSession = Awaited<ReturnType<TestApp['as']>>

type Editable = {
  /** Creates an object in which every field differs from its default; returns its path. */
  make(t: TestApp, admin: ApiSession): Promise<string>
  /** The smallest possible update. */
  smallest_change: Record<string, unknown>
  /** Sent as a form instead of JSON. */
  is_form?: true
  /** There is exactly one, which cannot be deleted. */
  is_single?: true
}

let count = 0
const uniqueName = (what: string) => `${what} ${++count}`

const createWithPost =
  (path: string, body: () => object | Promise<object>) =>
  async (_t: TestApp, admin: ApiSession): Promise<string> => {
    const { status, body: answer } = await admin.post(path, await body())
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return `${path}/${answer.data.id}`
  }

const createWithPut =
  (path: string, body: object) =>
  async (_t: TestApp, admin: ApiSession): Promise<string> => {
    const { status, body: answer } = await admin.put(path, body)
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return path
  }

const rename = { name: 'Renamed' }
const action = { type: 'send_private_note', value: ['<p>Seen</p>'] }

/** Everything that a PUT can edit, by endpoint name. */
export const editableObjects: Readonly<Record<string, Editable>> = {
  updateTeam: {
    smallest_change: rename,
    async make(t, admin) {
      const hours = await editableObjects.updateBusinessHours?.make(t, admin)
      const policy = await editableObjects.updateSlaPolicy?.make(t, admin)
      const idIn = (path = '') => Number(path.split('/').at(-1))
      const body = {
        name: uniqueName('Team'),
        emoji: '🛟',
        timezone: 'Europe/Berlin',
        conversation_assignment_type: 'Least busy',
        business_hours_id: idIn(hours),
        sla_policy_id: idIn(policy),
        max_auto_assigned_conversations: 7,
        member_ids: [(await t.make.agent()).id],
      }
      return createWithPost('/api/v1/teams', () => body)(t, admin)
    },
  },
  updateRole: {
    smallest_change: rename,
    make: createWithPost('/api/v1/roles', () => ({
      name: uniqueName('Sample role'),
      description: 'Reads',
      permissions: ['conversations:read', 'messages:read'],
    })),
  },
  updateAgent: {
    smallest_change: { first_name: 'Renamed' },
    async make(t, admin) {
      const team = await t.make.team()
      const { name } = await t.db
        .selectFrom('teams')
        .select('name')
        .where('id', '=', team.id)
        .executeTakeFirstOrThrow()
      const agent = { first_name: 'Ada', last_name: 'Byron', email: `ada${++count}@parley.test` }
      const path = await createWithPost('/api/v1/agents', () => ({
        ...agent,
        roles: ['Agent'],
        teams: [name],
      }))(t, admin)
      await admin.put(path, { availability_status: 'away_manual' })
      return path
    },
  },
  updateMyPreferences: {
    is_single: true,
    smallest_change: { signature: 'Renamed' },
    async make(_t, admin) {
      await admin.put('/api/v1/agents/me/preferences', {
        ...{ undo_seconds: 20, signature: 'Ada', theme: 'dark', language: 'en', digest_hour: 7 },
        ...{ muted_notifications: ['csat'], time_zone: 'Europe/Berlin' },
        ...{ muted_channels: ['push:csat'], quiet_hours: { from: '22:00', until: '07:00' } },
        ...{ notification_sound: true, push_preview: true, follow_mentions: false },
      })
      return '/api/v1/agents/me'
    },
  },
  updateTag: {
    smallest_change: rename,
    make: createWithPost('/api/v1/tags', () => ({ name: uniqueName('Tag') })),
  },
  updateRetentionRule: {
    smallest_change: rename,
    make: createWithPost('/api/v1/retention/rules', () => ({
      ...{ name: uniqueName('Rule'), enabled: false, inbox_ids: [1], status_ids: [3], include_spam: true },
      ...{ include_trash: true, after_days: 30, action: 'erase_bodies', exempt_tag_ids: [1] },
    })),
  },
  updateStatus: {
    smallest_change: rename,
    make: createWithPost('/api/v1/statuses', () => ({ name: uniqueName('Status'), category: 'waiting' })),
  },
  updateView: {
    smallest_change: rename,
    make: createWithPost('/api/v1/views/me', () => ({
      name: uniqueName('View'),
      filters: [{ model: 'conversations', field: 'subject', operator: 'contains', value: 'parcel' }],
    })),
  },
  updateAnyView: {
    smallest_change: rename,
    async make(t, admin) {
      const { id: team_id } = await t.make.team()
      return createWithPost('/api/v1/views', () => ({
        name: uniqueName('View'),
        filters: [{ model: 'conversations', field: 'subject', operator: 'contains', value: 'parcel' }],
        visibility: 'team',
        team_id,
      }))(t, admin)
    },
  },
  updateMacro: {
    smallest_change: rename,
    async make(t, admin) {
      const team_id = String((await t.make.team()).id)
      const body = { name: uniqueName('Macro'), message_content: '<p>Hello</p>', visibility: 'team', team_id }
      const actions = [{ type: 'set_priority', value: ['2'] }]
      return createWithPost('/api/v1/macros', () => ({
        ...body,
        actions,
        visible_when: ['starting_conversation'],
      }))(t, admin)
    },
  },
  updateTemplate: {
    smallest_change: rename,
    make: createWithPost('/api/v1/templates', () => ({
      ...{ name: uniqueName('Template'), body: '<b>{{ content }}</b>', subject: 'Ours' },
      ...{ type: 'email_outgoing', is_default: true },
    })),
  },
  updateInbox: {
    smallest_change: rename,
    make: createWithPost('/api/v1/inboxes', () => {
      const server = { host: 'mail.acme.test', port: 993, username: 'desk', password: 'open sesame' }
      return {
        ...{ name: uniqueName('Inbox'), from: `Desk <desk${++count}@acme.test>`, csat_enabled: true },
        ...{ aliases: [`help${count}@acme.test`], receiver_enabled: false, quote_history: false },
        ...{ signature: 'The desk', sync_since: '2026-01-02T03:04:05.000Z' },
        config: {
          imap: [{ ...server, mailbox: 'Desk', read_interval: '9m' }],
          smtp: [{ ...server, port: 465, auth_protocol: 'plain', max_conns: 3 }],
        },
      }
    }),
  },
  updateWebhook: {
    smallest_change: rename,
    make: createWithPost('/api/v1/webhooks', () => ({
      ...{ name: uniqueName('Webhook'), url: 'https://hooks.example.com/', events: ['message.created'] },
      ...{ secret: 'a very secret word', is_active: true },
    })),
  },
  updateOidcProvider: {
    smallest_change: rename,
    async make(t) {
      const { id } = await t.db
        .insertInto('oidc_providers')
        .values({
          ...{ name: uniqueName('Provider'), provider: 'Google', provider_url: 'https://id.example.com' },
          ...{ client_id: 'desk', client_secret: t.secrets.seal('s3cret'), enabled: false },
          ...{ created_at: t.clock.now(), updated_at: t.clock.now() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return `/api/v1/oidc/${id}`
    },
  },
  updateRule: {
    smallest_change: rename,
    make: createWithPost('/api/v1/automations/rules', () => ({
      ...{ name: uniqueName('Rule'), description: 'Notes', type: 'conversation_update' },
      ...{ events: ['conversation.status.change'], enabled: true },
      rules: [{ groups: [], group_operator: 'AND', actions: [action] }],
    })),
  },
  updateSlaPolicy: {
    smallest_change: rename,
    make: createWithPost('/api/v1/sla', () => ({
      ...{ name: uniqueName('Policy'), description: 'Quick', first_response_time: '1h' },
      ...{ next_response_time: '2h', resolution_time: '3h' },
      notifications: [
        { type: 'breach', metric: 'all', time_delay_type: 'immediately', recipients: ['assigned_user'] },
      ],
    })),
  },
  updateBusinessHours: {
    smallest_change: rename,
    make: createWithPost('/api/v1/business-hours', () => ({
      ...{ name: uniqueName('Hours'), description: 'Office', is_always_open: false },
      hours: { Monday: { open: '09:00', close: '17:00' } },
      holidays: [{ name: 'New Year', date: '2027-01-01', yearly: true }],
    })),
  },
  updateCustomAttribute: {
    smallest_change: rename,
    make: createWithPost('/api/v1/custom-attributes', () => ({
      ...{ name: uniqueName('Attribute'), description: 'Which', applies_to: 'contact', data_type: 'list' },
      ...{ key: `key_${count}`, values: ['a', 'b'], regex: '^[ab]$', regex_hint: 'One of them' },
    })),
  },
  updateAiProvider: {
    smallest_change: rename,
    make: createWithPost('/api/v1/ai/providers', () => ({
      ...{ name: uniqueName('Model'), kind: 'anthropic', base_url: 'https://ai.example.com', model: 'large' },
      ...{ api_key: 'sk-secret', input_price: 3, output_price: 15, enabled: true },
    })),
  },
  updateAiPrompt: {
    smallest_change: { title: 'Renamed' },
    make: createWithPost('/api/v1/ai/prompts', () => ({ title: uniqueName('Prompt'), content: 'Be brief.' })),
  },
  updateAiBudget: {
    is_single: true,
    smallest_change: { currency: 'CHF' },
    make: createWithPut('/api/v1/ai/budget', { currency: 'EUR', monthly_amount: 30 }),
  },
  updateSystemAlertSettings: {
    is_single: true,
    smallest_change: { addresses: ['other@acme.test'] },
    make: createWithPut('/api/v1/system/alerts/settings', {
      email_enabled: false,
      addresses: ['ops@acme.test'],
    }),
  },
  updateBackupSchedule: {
    is_single: true,
    smallest_change: { retention: { days: 2, weeks: 0, months: 0 } },
    make: createWithPut('/api/v1/system/backups/schedule', { retention: { days: 3, weeks: 1, months: 1 } }),
  },
  updateContact: {
    is_form: true,
    smallest_change: { first_name: 'Renamed' },
    async make(t) {
      const { id } = await t.db
        .insertInto('contacts')
        .values({
          ...{ first_name: 'Grace', last_name: 'Hopper', email: `grace${++count}@navy.test` },
          ...{ phone_number: '301234', phone_number_country_code: 'DE', avatar_url: '/uploads/x' },
          ...{ created_at: t.clock.now(), updated_at: t.clock.now() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return `/api/v1/contacts/${id}`
    },
  },
  updateGeneralSettings: {
    is_single: true,
    smallest_change: { 'app.site_name': 'Renamed' },
    async make(t, admin) {
      const hours = (await editableObjects.updateBusinessHours?.make(t, admin)) ?? ''
      return createWithPut('/api/v1/settings/general', {
        ...{ 'app.site_name': 'Acme', 'app.lang': 'en', 'app.max_file_upload_size': 7 },
        ...{ 'app.root_url': 'https://desk.acme.test', 'app.allowed_file_upload_extensions': ['pdf'] },
        ...{ 'app.timezone': 'Europe/Berlin', 'app.business_hours_id': hours.split('/').at(-1) },
        ...{
          'app.max_writes_per_minute': 5000,
          'app.session_lifetime_days': 90,
          'app.spam_filter': 'suggest',
        },
        ...{ 'app.logo_url': 'https://acme.test/logo.png', 'app.favicon_url': 'https://acme.test/f.png' },
      })(t, admin)
    },
  },
  updateEmailNotification: {
    is_single: true,
    smallest_change: { 'notification.email.username': 'renamed' },
    make: createWithPut('/api/v1/settings/notifications/email', {
      'notification.email.enabled': true,
      'notification.email.email_address': 'Desk <desk@acme.test>',
      'notification.email.host': 'smtp.acme.test',
      'notification.email.port': 465,
      'notification.email.username': 'desk',
      'notification.email.password': 'open sesame',
      'notification.email.auth_protocol': 'plain',
      'notification.email.tls_type': 'tls',
      'notification.email.tls_skip_verify': true,
      'notification.email.hello_hostname': 'desk.acme.test',
      'notification.email.max_conns': 3,
      'notification.email.max_msg_retries': 5,
      'notification.email.idle_timeout': '9s',
      'notification.email.wait_timeout': '8s',
    }),
  },
  updateNotificationSwitches: {
    is_single: true,
    smallest_change: { digest: true },
    make: createWithPut('/api/v1/settings/notifications/kinds', {
      csat: false,
      assigned: false,
      digest: false,
    }),
  },
}
