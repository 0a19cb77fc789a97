import type { TestApp } from './app.ts'

export type Editor = Awaited<ReturnType<TestApp['as']>>

type Editable = {
  /** Makes one of which every field differs from what a new one begins with; answers its path. */
  make(t: TestApp, admin: Editor): Promise<string>
  /** The least that a change says. */
  change: Record<string, unknown>
  /** In a form instead of JSON. */
  is_form?: true
  /** There is one, which cannot be deleted. */
  is_single?: true
}

let count = 0
const named = (what: string) => `${what} ${++count}`

const by =
  (path: string, body: () => object | Promise<object>) =>
  async (_t: TestApp, admin: Editor): Promise<string> => {
    const { status, body: answer } = await admin.post(path, await body())
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return `${path}/${answer.data.id}`
  }

const single =
  (path: string, body: object) =>
  async (_t: TestApp, admin: Editor): Promise<string> => {
    const { status, body: answer } = await admin.put(path, body)
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return path
  }

const renamed = { name: 'Renamed' }
const action = { type: 'send_private_note', value: ['<p>Seen</p>'] }

/** Everything that a PUT edits, by the name of the endpoint. */
export const editableObjects: Readonly<Record<string, Editable>> = {
  updateTeam: {
    change: renamed,
    async make(t, admin) {
      const hours = await editableObjects.updateBusinessHours?.make(t, admin)
      const policy = await editableObjects.updateSlaPolicy?.make(t, admin)
      const idIn = (path = '') => Number(path.split('/').at(-1))
      const body = {
        name: named('Team'),
        emoji: '🛟',
        timezone: 'Europe/Berlin',
        conversation_assignment_type: 'Least busy',
        business_hours_id: idIn(hours),
        sla_policy_id: idIn(policy),
        max_auto_assigned_conversations: 7,
        member_ids: [(await t.make.agent()).id],
      }
      return by('/api/v1/teams', () => body)(t, admin)
    },
  },
  updateRole: {
    change: renamed,
    make: by('/api/v1/roles', () => ({
      name: named('Sample role'),
      description: 'Reads',
      permissions: ['conversations:read', 'messages:read'],
    })),
  },
  updateAgent: {
    change: { first_name: 'Renamed' },
    async make(t, admin) {
      const team = await t.make.team()
      const { name } = await t.db
        .selectFrom('teams')
        .select('name')
        .where('id', '=', team.id)
        .executeTakeFirstOrThrow()
      const agent = { first_name: 'Ada', last_name: 'Byron', email: `ada${++count}@parley.test` }
      const path = await by('/api/v1/agents', () => ({ ...agent, roles: ['Agent'], teams: [name] }))(t, admin)
      await admin.put(path, { availability_status: 'away_manual' })
      return path
    },
  },
  updateMyPreferences: {
    is_single: true,
    change: { signature: 'Renamed' },
    async make(_t, admin) {
      await admin.put('/api/v1/agents/me/preferences', {
        ...{ undo_seconds: 20, signature: 'Ada', theme: 'dark', language: 'en', digest_hour: 7 },
        ...{ muted_notifications: ['csat'], time_zone: 'Europe/Berlin' },
      })
      return '/api/v1/agents/me'
    },
  },
  updateTag: { change: renamed, make: by('/api/v1/tags', () => ({ name: named('Tag') })) },
  updateStatus: {
    change: renamed,
    make: by('/api/v1/statuses', () => ({ name: named('Status'), category: 'waiting' })),
  },
  updateView: {
    change: renamed,
    make: by('/api/v1/views/me', () => ({
      name: named('View'),
      filters: [{ model: 'conversations', field: 'subject', operator: 'contains', value: 'parcel' }],
    })),
  },
  updateMacro: {
    change: renamed,
    async make(t, admin) {
      const team_id = String((await t.make.team()).id)
      const body = { name: named('Macro'), message_content: '<p>Hello</p>', visibility: 'team', team_id }
      const actions = [{ type: 'set_priority', value: ['2'] }]
      return by('/api/v1/macros', () => ({ ...body, actions, visible_when: ['starting_conversation'] }))(
        t,
        admin,
      )
    },
  },
  updateTemplate: {
    change: renamed,
    make: by('/api/v1/templates', () => ({
      ...{ name: named('Template'), body: '<b>{{ content }}</b>', subject: 'Ours' },
      ...{ type: 'email_outgoing', is_default: true },
    })),
  },
  updateInbox: {
    change: renamed,
    make: by('/api/v1/inboxes', () => {
      const server = { host: 'mail.acme.test', port: 993, username: 'desk', password: 'open sesame' }
      return {
        ...{ name: named('Inbox'), from: `Desk <desk${++count}@acme.test>`, csat_enabled: true },
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
    change: renamed,
    make: by('/api/v1/webhooks', () => ({
      ...{ name: named('Webhook'), url: 'https://hooks.example.com/', events: ['message.created'] },
      ...{ secret: 'a very secret word', is_active: true },
    })),
  },
  updateOidcProvider: {
    change: renamed,
    async make(t) {
      const { id } = await t.db
        .insertInto('oidc_providers')
        .values({
          ...{ name: named('Provider'), provider: 'Google', provider_url: 'https://id.example.com' },
          ...{ client_id: 'desk', client_secret: t.secrets.seal('s3cret'), enabled: false },
          ...{ created_at: t.clock.now(), updated_at: t.clock.now() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return `/api/v1/oidc/${id}`
    },
  },
  updateRule: {
    change: renamed,
    make: by('/api/v1/automations/rules', () => ({
      ...{ name: named('Rule'), description: 'Notes', type: 'conversation_update' },
      ...{ events: ['conversation.status.change'], enabled: true },
      rules: [{ groups: [], group_operator: 'AND', actions: [action] }],
    })),
  },
  updateSlaPolicy: {
    change: renamed,
    make: by('/api/v1/sla', () => ({
      ...{ name: named('Policy'), description: 'Quick', first_response_time: '1h' },
      ...{ next_response_time: '2h', resolution_time: '3h' },
      notifications: [
        { type: 'breach', metric: 'all', time_delay_type: 'immediately', recipients: ['assigned_user'] },
      ],
    })),
  },
  updateBusinessHours: {
    change: renamed,
    make: by('/api/v1/business-hours', () => ({
      ...{ name: named('Hours'), description: 'Office', is_always_open: false },
      hours: { Monday: { open: '09:00', close: '17:00' } },
      holidays: [{ name: 'New Year', date: '2027-01-01', yearly: true }],
    })),
  },
  updateCustomAttribute: {
    change: renamed,
    make: by('/api/v1/custom-attributes', () => ({
      ...{ name: named('Attribute'), description: 'Which', applies_to: 'contact', data_type: 'list' },
      ...{ key: `key_${count}`, values: ['a', 'b'], regex: '^[ab]$', regex_hint: 'One of them' },
    })),
  },
  updateAiProvider: {
    change: renamed,
    make: by('/api/v1/ai/providers', () => ({
      ...{ name: named('Model'), kind: 'anthropic', base_url: 'https://ai.example.com', model: 'large' },
      ...{ api_key: 'sk-secret', input_price: 3, output_price: 15, enabled: true },
    })),
  },
  updateAiPrompt: {
    change: { title: 'Renamed' },
    make: by('/api/v1/ai/prompts', () => ({ title: named('Prompt'), content: 'Be brief.' })),
  },
  updateAiBudget: {
    is_single: true,
    change: { currency: 'CHF' },
    make: single('/api/v1/ai/budget', { currency: 'EUR', monthly_amount: 30 }),
  },
  updateContact: {
    is_form: true,
    change: { first_name: 'Renamed' },
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
    change: { 'app.site_name': 'Renamed' },
    async make(t, admin) {
      const hours = (await editableObjects.updateBusinessHours?.make(t, admin)) ?? ''
      return single('/api/v1/settings/general', {
        ...{ 'app.site_name': 'Acme', 'app.lang': 'en', 'app.max_file_upload_size': 7 },
        ...{ 'app.root_url': 'https://desk.acme.test', 'app.allowed_file_upload_extensions': ['pdf'] },
        ...{ 'app.timezone': 'Europe/Berlin', 'app.business_hours_id': hours.split('/').at(-1) },
        ...{ 'app.max_writes_per_minute': 5000, 'app.session_lifetime_days': 90 },
        ...{ 'app.logo_url': 'https://acme.test/logo.png', 'app.favicon_url': 'https://acme.test/f.png' },
      })(t, admin)
    },
  },
  updateEmailNotification: {
    is_single: true,
    change: { 'notification.email.username': 'renamed' },
    make: single('/api/v1/settings/notifications/email', {
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
    change: { digest: true },
    make: single('/api/v1/settings/notifications/kinds', { csat: false, assigned: false, digest: false }),
  },
}
