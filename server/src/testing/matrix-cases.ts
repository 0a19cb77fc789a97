import { isAdministrative, permissions } from '@parley/contract/permissions'
import type { Actor } from '../actor.ts'
import type { MatrixWorld } from './matrix-world.ts'
import type { formWith } from './multipart.ts'

/** What changing how people sign in asks for. */
const administrative = permissions.filter(isAdministrative)

/** What a call needs to succeed, and what it must not reach. */
export type MatrixCase = {
  /** Rights beside the endpoint's own that the sample needs, such as seeing the conversation. */
  also?: readonly string[]
  /** Makes something that `actor` may use and answers its path parameters; made anew for every call, for calls change it. */
  object?(w: MatrixWorld, actor: Pick<Actor, 'id'>): Promise<Record<string, string | number>>
  /** The same, but out of the reach of somebody with the right and nothing else. */
  foreign?(w: MatrixWorld): Promise<Record<string, string | number>>
  /** Somebody's own, whatever anybody else may. */
  is_personal?: true
  /** Parameters of something that is not there; answered 404. */
  missing?: Record<string, string | number>
  query?: string | ((w: MatrixWorld) => Promise<string> | string)
  body?: object | ((w: MatrixWorld) => Promise<object> | object)
  form?: Parameters<typeof formWith> | ((w: MatrixWorld) => Parameters<typeof formWith>)
  /** When success is something else than 200, and why. */
  answers?: { status: number; because: string }
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

const noPasskeys = { status: 409, because: 'browsers keep no passkeys for the address of the tests' }
const madePasskey = { id: 'a', rawId: 'a', response: { clientDataJSON: 'a', attestationObject: 'a' } }
const shownPasskey = {
  ...madePasskey,
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
}
const nowhere = { uuid: '00000000-0000-4000-8000-000000000000' }
const none = { id: 999_999_999 }
const march = 'from=2026-03-01&to=2026-03-31'

const byId = (make: (w: MatrixWorld) => Promise<{ id: number }>) => ({
  object: async (w: MatrixWorld) => ({ id: (await make(w)).id }),
  missing: none,
})

/** A conversation that the caller sees by being its assignee; foreign is somebody else's. */
const inConversation = {
  also: ['conversations:read', 'conversations:read_assigned'],
  object: async (w: MatrixWorld, actor: Pick<Actor, 'id'>) => ({
    uuid: (await w.make.conversation({ assigned_user_id: actor.id })).uuid,
  }),
  foreign: async (w: MatrixWorld) => ({
    uuid: (await w.make.conversation({ assigned_user_id: (await w.make.agent()).id })).uuid,
  }),
  missing: nowhere,
} satisfies MatrixCase

const ofMessage = (status: 'received' | 'failed') =>
  ({
    ...inConversation,
    object: (w: MatrixWorld, actor: Pick<Actor, 'id'>) => w.message(status, actor.id),
    foreign: async (w: MatrixWorld) => w.message(status, (await w.make.agent()).id),
    missing: { uuid: nowhere.uuid, message_uuid: nowhere.uuid },
  }) satisfies MatrixCase

/** The same, with the key of an attribute in the path. */
const ofAttribute = (owner: 'contact' | 'conversation') =>
  ({
    object: async (w: MatrixWorld, actor: Pick<Actor, 'id'>) => ({
      ...(await inConversation.object(w, actor)),
      key: (await w.attribute(owner)).key,
    }),
    foreign: async (w: MatrixWorld) => ({
      ...(await inConversation.foreign(w)),
      key: (await w.attribute(owner)).key,
    }),
    missing: { ...nowhere, key: 'none' },
  }) satisfies MatrixCase

const attributeWrite = (applies_to: 'contact' | 'conversation', key: string) => ({
  name: 'Made',
  description: 'A sample',
  applies_to,
  key,
  data_type: 'text',
  values: [],
})

const ofHeldSend = {
  is_personal: true,
  object: async (w: MatrixWorld, actor: Pick<Actor, 'id'>) => ({ uuid: await w.heldSend(actor.id) }),
  foreign: async (w: MatrixWorld) => ({ uuid: await w.heldSend((await w.make.agent()).id) }),
  missing: nowhere,
} satisfies MatrixCase

const agentFile = { csv: 'first_name,email,roles\nImported,imported@parley.test,Agent\n' }
const agentWrite = (w: MatrixWorld) => ({
  first_name: 'New',
  email: `new${w.next()}@parley.test`,
  roles: ['Agent'],
  teams: [],
  enabled: true,
})
const roleWrite = (w: MatrixWorld) => ({ name: `Made ${w.next()}`, permissions: ['messages:read'] })
const inboxWrite = (w: MatrixWorld) => ({
  name: 'Made',
  channel: 'email',
  from: `made${w.next()}@parley.test`,
  config: { imap: [], smtp: [] },
  enabled: true,
})
const viewWrite = (w: MatrixWorld) => ({
  ...named(w),
  filters: [{ model: 'conversations', field: 'status_id', operator: 'equals', value: '1' }],
})
/** A view of the caller's own; foreign is somebody else's. */
const ofView = {
  is_personal: true,
  object: async (w: MatrixWorld, actor: Pick<Actor, 'id'>) => ({ id: await w.view(actor.id) }),
  foreign: async (w: MatrixWorld) => ({ id: await w.view((await w.make.agent()).id) }),
  missing: none,
} satisfies MatrixCase
const macroWrite = (w: MatrixWorld) => ({
  name: `Made ${w.next()}`,
  actions: [],
  visibility: 'all',
  visible_when: ['replying'],
})
const templateWrite = (w: MatrixWorld) => ({ ...named(w), type: 'email_outgoing', body: '{{ content }}' })
const oidcWrite = (w: MatrixWorld) => ({
  ...named(w),
  provider: 'Custom',
  provider_url: 'http://127.0.0.1:47811',
  client_id: 'parley',
  enabled: false,
})
// Addresses of the public internet, to which nothing is sent.
const aiProviderWrite = (w: MatrixWorld) => ({
  ...named(w),
  base_url: 'https://93.184.216.34/v1',
  model: 'made',
})
const promptWrite = (w: MatrixWorld) => ({ title: `made ${w.next()}`, content: 'Rewrite the text.' })
const webhookWrite = (w: MatrixWorld) => ({
  ...named(w),
  url: 'https://93.184.216.34/hook',
  events: ['message.created'],
})
/** Its path parameters include one of its deliveries. */
const ofWebhook = {
  object: (w: MatrixWorld) => w.webhook(),
  missing: { ...none, delivery_id: none.id },
} satisfies MatrixCase
const ruleWrite = {
  name: 'Made',
  type: 'new_conversation',
  rules: [{ groups: [], group_operator: 'AND', actions: [{ type: 'set_priority', value: ['1'] }] }],
}
const hoursWrite = { name: 'Made', is_always_open: true, hours: {}, holidays: [] }
const slaWrite = { name: 'Made', first_response_time: '4h' }
const named = (w: MatrixWorld) => ({ name: `made ${w.next()}` })

/** One entry per endpoint of the contract, by its name there. A new endpoint fails until it has one. */
export const matrixCases: Record<string, MatrixCase> = {
  getHealth: {},
  getReadiness: {},
  getConfig: {},
  getGeneralSettings: {},
  listEnabledOidc: {},
  login: { body: { email: 'ada@parley.test', password: 'Correct-horse-1' } },
  loginSecondFactor: {
    body: { ticket: 'none', code: '123456' },
    answers: { status: 400, because: 'the sample ticket was never given out' },
  },
  updateGeneralSettings: { body: {} },
  dismissRelease: { body: { release_version: '1.0.0' } },
  uploadBrandPicture: { form: [{ name: 'logo.png', bytes: onePixel }, { use: 'logo' }] },
  listLanguages: {},
  getGettingStarted: {},
  dismissGettingStarted: { body: { dismissed: true } },
  keepSetupSteps: { body: { steps: ['logo'] } },
  requestPasswordReset: {
    body: { email: 'nobody@parley.test' },
    answers: { status: 409, because: 'no mail server is set up' },
  },
  setPassword: {
    body: { token: 'none', password: 'Correct-horse-1' },
    answers: { status: 400, because: 'nobody has this token' },
  },
  getEmailNotification: {},
  updateEmailNotification: { body: {} },
  testEmailNotification: {
    body: { to: 'ada@parley.test' },
    answers: { status: 400, because: 'no mail server is named' },
  },
  listSystemMails: {},
  getNotificationSwitches: {},
  updateNotificationSwitches: { body: { csat: false } },
  listTemplates: { query: 'type=email_outgoing' },
  getTemplate: byId((w) => w.template()),
  createTemplate: { body: templateWrite },
  updateTemplate: { ...byId((w) => w.template()), body: templateWrite },
  deleteTemplate: byId((w) => w.template()),
  previewTemplate: { body: { type: 'email_outgoing', body: '{{ content }}' } },

  listMySessions: {},
  endMySession: {
    is_personal: true,
    object: (w, actor) => w.session(actor.id),
    foreign: async (w) => w.session((await w.make.agent()).id),
    missing: nowhere,
  },
  endMyOtherSessions: {},
  changeMyPassword: {
    body: { old_password: 'Correct-horse-1', new_password: 'Correct-horse-2' },
    answers: { status: 409, because: 'the sample agents have no password' },
  },
  getMySecondFactor: {},
  startMyTotp: {
    body: { password: 'Correct-horse-1' },
    answers: { status: 409, because: 'the sample agents have no password' },
  },
  confirmMyTotp: {
    body: { code: '123456' },
    answers: { status: 409, because: 'the sample agents have begun nothing' },
  },
  removeMySecondFactor: {
    body: { password: 'Correct-horse-1' },
    answers: { status: 409, because: 'the sample agents have no password' },
  },
  renewMyRecoveryCodes: {
    body: { password: 'Correct-horse-1' },
    answers: { status: 409, because: 'the sample agents have no password' },
  },
  listMyPasskeys: {},
  getMyConfirmation: {},
  askPasskeyToConfirm: { answers: noPasskeys },
  confirmIdentity: {
    body: { password: 'Correct-horse-1' },
    answers: { status: 409, because: 'agents of the tests have no password' },
  },
  askForPasskey: { body: {}, answers: noPasskeys },
  addPasskey: { body: { ticket: 'none', name: 'Phone', answer: madePasskey }, answers: noPasskeys },
  renamePasskey: {
    is_personal: true,
    object: (w, actor) => w.passkey(actor.id),
    foreign: async (w) => w.passkey((await w.make.agent()).id),
    missing: nowhere,
    body: { name: 'Phone' },
  },
  removePasskey: {
    is_personal: true,
    object: (w, actor) => w.passkey(actor.id),
    foreign: async (w) => w.passkey((await w.make.agent()).id),
    missing: nowhere,
    body: {},
  },
  askPasskeyToSignIn: { body: {}, answers: noPasskeys },
  signInWithPasskey: { body: { ticket: 'none', answer: shownPasskey }, answers: noPasskeys },
  removeAgentSecondFactor: byId((w) => w.make.agent()),

  listContacts: {},
  searchContacts: { query: 'query=somebody' },
  searchConversations: { query: 'query=somebody' },
  searchMessages: { query: 'query=somebody' },
  findConversations: { query: 'query=somebody' },
  findMessages: { query: 'query=somebody' },
  getContact: byId((w) => w.contact()),
  listContactConversations: byId((w) => w.contact()),
  updateContact: {
    ...byId((w) => w.contact()),
    form: (w) => [null, { first_name: 'Some', email: `matrix.changed${w.next()}@customer.test` }],
  },
  blockContact: { ...byId((w) => w.contact()), body: { enabled: false } },
  addContactAddress: {
    ...byId((w) => w.contact()),
    body: (w) => ({ address: `matrix.more${w.next()}@customer.test` }),
  },
  removeContactAddress: {
    object: (w) => w.contactWithAddress(),
    missing: { ...none, address: 'nobody@customer.test' },
  },
  makeAddressPrimary: {
    object: (w) => w.contactWithAddress(),
    missing: { ...none, address: 'nobody@customer.test' },
  },
  previewMerge: { ...byId((w) => w.contact()), query: async (w) => `into_id=${(await w.contact()).id}` },
  mergeContact: { ...byId((w) => w.contact()), body: async (w) => ({ into_id: (await w.contact()).id }) },
  listContactNotes: byId((w) => w.contact()),
  createContactNote: { ...byId((w) => w.contact()), body: { note: '<p>Prefers the telephone</p>' } },
  deleteContactNote: {
    object: (w, actor) => w.note(actor.id),
    missing: { ...none, note_id: none.id },
  },

  listAll: { also: ['conversations:read'] },
  listAssigned: { also: ['conversations:read'] },
  countLists: {},
  listUnassigned: { also: ['conversations:read'] },
  listTeamUnassigned: {
    is_personal: true,
    also: ['conversations:read'],
    object: async (w, actor) => ({ id: await w.teamOf(actor.id) }),
    foreign: async (w) => ({ id: (await w.make.team()).id }),
    missing: none,
  },
  createConversation: {
    body: async (w) => ({
      inbox_id: (await w.make.inbox()).id,
      contact_email: 'somebody@customer.test',
      first_name: 'Some',
      subject: 'Hello',
      content: '<p>Hello</p>',
    }),
  },
  getConversation: { ...inConversation, also: ['conversations:read_assigned'] },
  listSurveys: inConversation,
  getSurveyRefusal: inConversation,
  getWaiting: { ...inConversation, also: ['conversations:read_assigned'] },
  listConversationEvents: { ...inConversation, also: ['conversations:read_assigned'] },
  listParticipants: { ...inConversation, also: ['conversations:read_assigned'] },
  // It answers for each conversation by itself, also for those that are not there or not to be seen.
  changeConversations: { body: { uuids: [nowhere.uuid], action: { type: 'mark_seen' } } },
  markSeen: { ...inConversation, also: ['conversations:read_assigned'] },
  markUnread: { ...inConversation, also: ['conversations:read_assigned'] },
  assignUser: { ...inConversation, body: async (w) => ({ assignee_id: (await w.make.agent()).id }) },
  removeUser: inConversation,
  assignTeam: { ...inConversation, body: async (w) => ({ assignee_id: (await w.make.team()).id }) },
  removeTeam: inConversation,
  setPriority: { ...inConversation, body: { priority: 'High' } },
  setStatus: { ...inConversation, body: { status: 'Closed' } },
  setTags: { ...inConversation, body: { tags: [] } },

  listMessages: inConversation,
  getMessage: ofMessage('received'),
  getMessageDelivery: ofMessage('failed'),
  sendMessage: { ...inConversation, body: { message: '<p>Noted</p>', private: true } },
  retryMessage: ofMessage('failed'),

  holdConversation: {
    also: ['messages:write'],
    body: async (w) => ({
      inbox_id: (await w.make.inbox()).id,
      contact_email: 'somebody@customer.test',
      first_name: 'Some',
      subject: 'Hello',
      content: '<p>Hello</p>',
      undo_seconds: 10,
    }),
  },
  listHeldSends: {},
  undoHeldSend: ofHeldSend,
  releaseHeldSend: ofHeldSend,

  uploadMedia: { form: [{ name: 'a.txt', bytes: 'hello' }, { linked_model: 'messages' }] },
  getRemoteImage: {
    ...ofMessage('received'),
    object: async (w, actor) => ({
      message_uuid: (await w.message('received', actor.id)).message_uuid ?? '',
    }),
    foreign: async (w) => ({
      message_uuid: (await w.message('received', (await w.make.agent()).id)).message_uuid ?? '',
    }),
    missing: { message_uuid: nowhere.uuid },
    query: () => `url=${encodeURIComponent('http://127.0.0.1:9/a.png')}`,
    answers: {
      status: 404,
      because: 'the sample address leads to no public server, which is found out only after access',
    },
  },

  getOverviewCounts: {},
  getOverviewCharts: {},
  getOverviewSla: {},
  reportSummary: { query: march },
  reportSeries: { query: march },
  reportTable: { query: `${march}&by=agent` },
  reportBusiestHours: { query: march },
  reportFirstResponses: { query: march },
  reportConversations: { query: `${march}&measure=new` },
  reportCsv: { query: `${march}&sheet=summary` },

  listActivityLogs: {},
  exportActivityLogs: {},

  listAgents: {},
  listAgentsCompact: {},
  getInvitationMeans: {},
  getAgent: byId((w) => w.make.agent()),
  createAgent: { body: agentWrite },
  updateAgent: { ...byId((w) => w.make.agent()), body: agentWrite },
  deleteAgent: byId((w) => w.make.agent()),
  inviteAgent: byId((w) => w.make.agent()),
  createInvitationLink: byId((w) => w.make.agent({ permissions: [] })),
  previewAgentImport: { body: agentFile },
  importAgents: { body: agentFile },
  createApiKey: { ...byId((w) => w.make.agent()) },
  deleteApiKey: byId((w) => w.make.agent()),
  getMe: {},
  updateMe: { form: [null, { active: 'x' }] },
  deleteMyAvatar: {},
  updateMyAvailability: { body: { status: 'online' } },
  updateMyPreferences: { body: { undo_seconds: 5 } },

  listRoles: {},
  getRole: byId((w) => w.make.role()),
  createRole: { body: roleWrite },
  updateRole: { ...byId((w) => w.make.role()), body: roleWrite },
  deleteRole: byId((w) => w.make.role()),

  listTeams: {},
  listTeamsCompact: {},
  listMyTeams: {},
  getTeam: byId((w) => w.make.team()),
  listOidcProviders: {},
  getOidcProvider: byId((w) => w.oidcProvider()),
  reserveOidcProvider: {},
  createOidcProvider: {
    also: administrative,
    body: oidcWrite,
    answers: { status: 400, because: 'no provider answers at the address of the sample' },
  },
  updateOidcProvider: { also: administrative, ...byId((w) => w.oidcProvider()), body: oidcWrite },
  deleteOidcProvider: { also: administrative, ...byId((w) => w.oidcProvider()) },

  createTeam: { body: named },
  updateTeam: { ...byId((w) => w.make.team()), body: named },
  deleteTeam: byId((w) => w.make.team()),

  listInboxes: {},
  getInbox: byId((w) => w.make.inbox()),
  createInbox: { body: inboxWrite },
  updateInbox: { ...byId((w) => w.make.inbox()), body: inboxWrite },
  toggleInbox: byId((w) => w.make.inbox()),
  deleteInbox: byId((w) => w.make.inbox()),
  testInbox: { body: { config: { imap: [], smtp: [] } } },
  startInboxOAuth: {
    ...byId((w) => w.make.inbox()),
    body: { provider: 'google', client_id: 'a client' },
  },
  finishInboxOAuth: {
    body: { state: '0.unknown', code: 'a code' },
    answers: { status: 404, because: 'nobody has begun this sign-in' },
  },
  disconnectInboxOAuth: byId((w) => w.make.inbox()),
  proveInboxPlusAddress: {
    ...byId((w) => w.make.inbox()),
    answers: { status: 409, because: 'the sample inbox has no mail server to prove anything with' },
  },

  previewAgentDeletion: byId((w) => w.make.agent()),
  previewAgentDisabling: byId((w) => w.make.agent()),
  previewTeamDeletion: byId((w) => w.make.team()),
  previewRoleDeletion: byId((w) => w.make.role()),
  previewInboxDeletion: byId((w) => w.make.inbox()),
  previewStatusDeletion: byId((w) => w.status()),
  previewTagDeletion: byId((w) => w.make.tag()),
  previewBusinessHoursDeletion: byId((w) => w.businessHours()),
  previewSlaPolicyDeletion: byId((w) => w.slaPolicy()),
  previewCustomAttributeDeletion: byId((w) => w.attribute('contact')),

  listDeliveries: {},
  countDeliveries: {},
  listMailboxes: {},
  getReceivingHealth: {},
  readDeliveryHeaders: byId((w) => w.quarantinedDelivery()),
  downloadDelivery: byId((w) => w.quarantinedDelivery()),
  replayDelivery: byId((w) => w.quarantinedDelivery()),
  eraseDelivery: byId((w) => w.quarantinedDelivery()),

  listCustomAttributes: {},
  getCustomAttribute: byId((w) => w.attribute('contact')),
  createCustomAttribute: { body: (w) => attributeWrite('contact', `made_${w.next()}`) },
  updateCustomAttribute: {
    ...byId((w) => w.attribute('contact', 'kept')),
    body: attributeWrite('contact', 'kept'),
  },
  tryCustomAttribute: {
    body: { data_type: 'text', values: [], regex: '^a', regex_hint: '', text: 'abc' },
  },
  deleteCustomAttribute: byId((w) => w.attribute('contact')),
  setConversationAttributes: { ...inConversation, body: {} },
  setConversationContactAttributes: { ...inConversation, body: {} },
  setConversationAttribute: { ...inConversation, ...ofAttribute('conversation'), body: { value: 'x' } },
  setConversationContactAttribute: { ...inConversation, ...ofAttribute('contact'), body: { value: 'x' } },
  setContactAttribute: {
    object: async (w) => ({ id: (await w.contact()).id, key: (await w.attribute('contact')).key }),
    missing: { ...none, key: 'none' },
    body: { value: 'x' },
  },

  listStatuses: {},
  getStatus: byId((w) => w.status()),
  createStatus: { body: named },
  updateStatus: { ...byId((w) => w.status()), body: named },
  deleteStatus: byId((w) => w.status()),
  listTags: {},
  getTag: byId((w) => w.make.tag()),
  createTag: { body: named },
  updateTag: { ...byId((w) => w.make.tag()), body: named },
  deleteTag: byId((w) => w.make.tag()),
  previewTagMerge: {
    ...byId((w) => w.make.tag()),
    query: async (w) => `into_id=${(await w.make.tag()).id}`,
  },
  mergeTag: { ...byId((w) => w.make.tag()), body: async (w) => ({ into_id: (await w.make.tag()).id }) },
  listTagUsage: {},
  listStatusUsage: {},
  listPriorities: {},
  listRules: {},
  getRule: byId((w) => w.rule()),
  createRule: { body: ruleWrite },
  updateRule: { ...byId((w) => w.rule()), body: ruleWrite },
  toggleRule: byId((w) => w.rule()),
  deleteRule: byId((w) => w.rule()),
  setRuleWeights: { body: async (w) => ({ [(await w.rule()).id]: 1 }) },
  setRuleExecutionMode: { body: { mode: 'all' } },
  listRuleRuns: byId((w) => w.rule()),
  getRuleRun: {
    also: inConversation.also,
    object: async (w, actor) => ({ id: (await w.ruleRun(actor.id)).id }),
    foreign: async (w) => ({ id: (await w.ruleRun((await w.make.agent()).id)).id }),
    missing: none,
  },
  getConversationRun: {
    also: inConversation.also,
    object: (w, actor) => w.ruleRun(actor.id),
    foreign: async (w) => w.ruleRun((await w.make.agent()).id),
    missing: { ...nowhere, ...none },
  },
  dryRunRule: {
    also: ['conversations:read', 'conversations:read_all'],
    body: async (w) => ({ rule: ruleWrite, conversation: (await w.make.conversation()).uuid }),
  },
  replayRule: { body: { rule: ruleWrite, days: 1 } },
  listRuleTrouble: {},
  dismissRuleTrouble: {},
  listMacros: {},
  getMacro: byId((w) => w.macro()),
  createMacro: { body: macroWrite },
  updateMacro: { ...byId((w) => w.macro()), body: macroWrite },
  deleteMacro: byId((w) => w.macro()),
  applyMacro: {
    ...inConversation,
    also: [...inConversation.also, 'conversations:update_priority'],
    object: async (w, actor) => ({ ...(await inConversation.object(w, actor)), ...(await w.macro()) }),
    foreign: async (w) => ({ ...(await inConversation.foreign(w)), ...(await w.macro()) }),
    missing: { ...nowhere, ...none },
    body: [{ type: 'set_priority', value: ['2'] }],
  },
  listMyViews: {},
  getView: ofView,
  createView: { body: viewWrite },
  updateView: { ...ofView, body: viewWrite },
  deleteView: ofView,
  listViewConversations: { ...ofView, also: ['conversations:read_unassigned'] },
  listBusinessHours: {},
  getBusinessHours: byId((w) => w.businessHours()),
  createBusinessHours: { body: hoursWrite },
  readHolidays: {
    body: {
      ics: 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261225\r\nEND:VEVENT\r\nEND:VCALENDAR',
    },
  },
  updateBusinessHours: { ...byId((w) => w.businessHours()), body: hoursWrite },
  deleteBusinessHours: byId((w) => w.businessHours()),
  listSlaPolicies: {},
  listSlaPoliciesCompact: {},
  getConversationSla: inConversation,
  setConversationSla: {
    ...inConversation,
    body: async (w) => ({ sla_policy_id: (await w.slaPolicy()).id }),
  },
  getSlaPolicy: byId((w) => w.slaPolicy()),
  simulateSla: { body: { policy: slaWrite, days: 30 } },
  createSlaPolicy: { body: slaWrite },
  updateSlaPolicy: { ...byId((w) => w.slaPolicy()), body: slaWrite },
  deleteSlaPolicy: byId((w) => w.slaPolicy()),
  listAiProviders: {},
  getAiProvider: byId((w) => w.aiProvider()),
  createAiProvider: { body: aiProviderWrite },
  updateAiProvider: { ...byId((w) => w.aiProvider()), body: aiProviderWrite },
  toggleAiProvider: byId((w) => w.aiProvider()),
  deleteAiProvider: byId((w) => w.aiProvider()),
  testAiProvider: {
    body: { base_url: 'http://127.0.0.1:47811/v1', model: 'none' },
    answers: { status: 400, because: 'no model is asked on this machine' },
  },
  setAiKey: { body: { provider: 'openai', api_key: 'sk-made' } },
  listAiPrompts: {},
  getAiPrompt: byId((w) => w.aiPrompt()),
  createAiPrompt: { body: promptWrite },
  updateAiPrompt: { ...byId((w) => w.aiPrompt()), body: promptWrite },
  resetAiPrompt: {
    ...byId((w) => w.aiPrompt()),
    answers: { status: 409, because: 'a prompt of somebody has nothing to be reset to' },
  },
  deleteAiPrompt: byId((w) => w.aiPrompt()),
  getAiUsage: {},
  getAiBudget: {},
  updateAiBudget: { body: { currency: 'USD', monthly_amount: null } },
  completeText: {
    body: { prompt_key: 'none', content: 'Hello' },
    answers: { status: 400, because: 'there is no such prompt' },
  },
  streamCompletion: {
    body: { task: 'prompt', prompt_key: 'none', content: 'Hello' },
    answers: { status: 400, because: 'there is no such prompt' },
  },

  listWebhooks: {},
  getWebhook: ofWebhook,
  createWebhook: { body: webhookWrite },
  updateWebhook: { ...ofWebhook, body: webhookWrite },
  deleteWebhook: ofWebhook,
  toggleWebhook: ofWebhook,
  testWebhook: ofWebhook,
  tryWebhook: { body: { url: 'http://127.0.0.1:47811/' } },
  listWebhookDeliveries: ofWebhook,
  getWebhookDelivery: ofWebhook,
  replayWebhookDelivery: ofWebhook,
  replayWebhookDeliveries: { ...ofWebhook, body: {} },
}
