// biome-ignore-all lint/style/noExcessiveLinesPerFile: data, one entry per endpoint
import { isAdministrative, permissions } from '@parley/contract/roles/permissions'
import type { Actor } from '../../actor.ts'
import type { multipartForm } from '../multipart-form.ts'
import type { MatrixFixtures } from './matrix-fixtures.ts'

/** Required for changing how people sign in. */
const administrativePermissions = permissions.filter(isAdministrative)

/** What a call needs to succeed, and what it must not reach. */
export type MatrixCase = {
  /** Permissions besides the endpoint's own that the sample needs, such as seeing the conversation. */
  also?: readonly string[]
  /** Creates an object that `actor` can use and returns its path parameters. Called before every request, because requests change it. */
  object?(w: MatrixFixtures, actor: Pick<Actor, 'id'>): Promise<Record<string, string | number>>
  /** The same for an object that someone with only this permission cannot reach. */
  foreign?(w: MatrixFixtures): Promise<Record<string, string | number>>
  /** Belongs to one agent, whatever permissions others have. */
  owner_only?: true
  /** Parameters of an object that does not exist; expects 404. */
  missing?: Record<string, string | number>
  query?: string | ((w: MatrixFixtures) => Promise<string> | string)
  body?: object | ((w: MatrixFixtures) => Promise<object> | object)
  form?: Parameters<typeof multipartForm> | ((w: MatrixFixtures) => Parameters<typeof multipartForm>)
  /** The status of success if it is not 200, and why. */
  expected?: { status: number; because: string }
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

const passkeysUnavailable = { status: 409, because: 'browsers keep no passkeys for the address of the tests' }
const newPasskeyResponse = { id: 'a', rawId: 'a', response: { clientDataJSON: 'a', attestationObject: 'a' } }
const passkeyResponse = {
  ...newPasskeyResponse,
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
}
const missingUuid = { uuid: '00000000-0000-4000-8000-000000000000' }
const missingId = { id: 999_999_999 }
const marchRange = 'from=2026-03-01&to=2026-03-31'

const caseById = (make: (w: MatrixFixtures) => Promise<{ id: number }>) => ({
  object: async (w: MatrixFixtures) => ({ id: (await make(w)).id }),
  missing: missingId,
})

/** A conversation that the caller sees as its assignee; `foreign` is assigned to someone else. */
const conversationCase = {
  also: ['conversations:read', 'conversations:read_assigned'],
  object: async (w: MatrixFixtures, actor: Pick<Actor, 'id'>) => ({
    uuid: (await w.make.conversation({ assigned_user_id: actor.id })).uuid,
  }),
  foreign: async (w: MatrixFixtures) => ({
    uuid: (await w.make.conversation({ assigned_user_id: (await w.make.agent()).id })).uuid,
  }),
  missing: missingUuid,
} satisfies MatrixCase

const messageCase = (status: 'received' | 'failed') =>
  ({
    ...conversationCase,
    object: (w: MatrixFixtures, actor: Pick<Actor, 'id'>) => w.message(status, actor.id),
    foreign: async (w: MatrixFixtures) => w.message(status, (await w.make.agent()).id),
    missing: { uuid: missingUuid.uuid, message_uuid: missingUuid.uuid },
  }) satisfies MatrixCase

/** The same, with an attribute key in the path. */
const attributeCase = (owner: 'contact' | 'conversation') =>
  ({
    object: async (w: MatrixFixtures, actor: Pick<Actor, 'id'>) => ({
      ...(await conversationCase.object(w, actor)),
      key: (await w.attribute(owner)).key,
    }),
    foreign: async (w: MatrixFixtures) => ({
      ...(await conversationCase.foreign(w)),
      key: (await w.attribute(owner)).key,
    }),
    missing: { ...missingUuid, key: 'none' },
  }) satisfies MatrixCase

const attributeWrite = (applies_to: 'contact' | 'conversation', key: string) => ({
  name: 'Made',
  description: 'A sample',
  applies_to,
  key,
  data_type: 'text',
  values: [],
})

const retentionRule = { name: 'Old ones', status_ids: [3], after_days: 365, action: 'delete' }

const heldSendCase = {
  owner_only: true,
  object: async (w: MatrixFixtures, actor: Pick<Actor, 'id'>) => ({ uuid: await w.heldSend(actor.id) }),
  foreign: async (w: MatrixFixtures) => ({ uuid: await w.heldSend((await w.make.agent()).id) }),
  missing: missingUuid,
} satisfies MatrixCase

const scheduledReplyCase = {
  ...conversationCase,
  object: (w: MatrixFixtures, actor: Pick<Actor, 'id'>) => w.scheduledReply(actor.id),
  foreign: async (w: MatrixFixtures) => w.scheduledReply((await w.make.agent()).id),
  missing: { uuid: missingUuid.uuid, reply_uuid: missingUuid.uuid },
} satisfies MatrixCase

const notificationCase = {
  // Of its conversation.
  also: ['conversations:read', 'conversations:read_all'],
  owner_only: true,
  object: async (w: MatrixFixtures, actor: Pick<Actor, 'id'>) => ({ uuid: await w.notification(actor.id) }),
  foreign: async (w: MatrixFixtures) => ({ uuid: await w.notification((await w.make.agent()).id) }),
  missing: missingUuid,
} satisfies MatrixCase

/** A browser's keys: a point on the curve P-256, and 16 random bytes. */
const pushKeys = {
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  public_key: 'A',
}

/** The caller's draft of a reply; `foreign` is in a conversation that they may not see. */
const draftCase = {
  also: [...conversationCase.also, 'messages:write'],
  object: async (w: MatrixFixtures, actor: Pick<Actor, 'id'>) => ({
    key: `reply.${(await conversationCase.object(w, actor)).uuid}`,
  }),
  foreign: async (w: MatrixFixtures) => ({ key: `reply.${(await conversationCase.foreign(w)).uuid}` }),
  missing: { key: `reply.${missingUuid.uuid}` },
} satisfies MatrixCase

const agentFile = { csv: 'first_name,email,roles\nImported,imported@parley.test,Agent\n' }
const agentWrite = (w: MatrixFixtures) => ({
  first_name: 'New',
  email: `new${w.next()}@parley.test`,
  roles: ['Agent'],
  teams: [],
  enabled: true,
})
const roleWrite = (w: MatrixFixtures) => ({ name: `Made ${w.next()}`, permissions: ['messages:read'] })
const inboxWrite = (w: MatrixFixtures) => ({
  name: 'Made',
  channel: 'email',
  from: `made${w.next()}@parley.test`,
  config: { imap: [], smtp: [] },
  enabled: true,
})
const viewWrite = (w: MatrixFixtures) => ({
  ...uniqueName(w),
  filters: [{ model: 'conversations', field: 'status_id', operator: 'equals', value: '1' }],
})
/** A view of the caller's own; `foreign` is someone else's. */
const viewCase = {
  owner_only: true,
  object: async (w: MatrixFixtures, actor: Pick<Actor, 'id'>) => ({ id: await w.view(actor.id) }),
  foreign: async (w: MatrixFixtures) => ({ id: await w.view((await w.make.agent()).id) }),
  missing: missingId,
} satisfies MatrixCase
const anyViewCase = { ...viewCase, also: ['view:manage'] } satisfies MatrixCase
const macroWrite = (w: MatrixFixtures) => ({
  name: `Made ${w.next()}`,
  actions: [],
  visibility: 'all',
  visible_when: ['replying'],
})
const templateWrite = (w: MatrixFixtures) => ({
  ...uniqueName(w),
  type: 'email_outgoing',
  body: '{{ content }}',
})
const inboxBrand = {
  ...{ inbox_name: 'Support', inbox_email: 'help@acme.test', signature: '' },
  ...{ template_id: null, brand_name: '', brand_logo_url: '', brand_color: '', brand_footer: '' },
}
const oidcWrite = (w: MatrixFixtures) => ({
  ...uniqueName(w),
  provider: 'Custom',
  provider_url: 'http://127.0.0.1:2',
  client_id: 'parley',
  enabled: false,
})
// Public internet addresses, to which nothing is sent.
const aiProviderWrite = (w: MatrixFixtures) => ({
  ...uniqueName(w),
  base_url: 'https://93.184.216.34/v1',
  model: 'made',
})
const promptWrite = (w: MatrixFixtures) => ({ title: `made ${w.next()}`, content: 'Rewrite the text.' })
const webhookWrite = (w: MatrixFixtures) => ({
  ...uniqueName(w),
  url: 'https://93.184.216.34/hook',
  events: ['message.created'],
})
/** Its path parameters include one of its deliveries. */
const webhookCase = {
  object: (w: MatrixFixtures) => w.webhook(),
  missing: { ...missingId, delivery_id: missingId.id },
} satisfies MatrixCase
const ruleWrite = {
  name: 'Made',
  type: 'new_conversation',
  rules: [{ groups: [], group_operator: 'AND', actions: [{ type: 'set_priority', value: ['1'] }] }],
}
const hoursWrite = { name: 'Made', is_always_open: true, hours: {}, holidays: [] }
const slaWrite = { name: 'Made', first_response_time: '4h' }
const uniqueName = (w: MatrixFixtures) => ({ name: `made ${w.next()}` })

/** One entry per endpoint of the contract, by name. A new endpoint fails until it has one. */
export const matrixCases: Record<string, MatrixCase> = {
  getHealth: {},
  getReadiness: {},
  getConfig: {},
  getGeneralSettings: {},
  getSpamFilterLessons: {},
  listEnabledOidc: {},
  login: { body: { email: 'ada@parley.test', password: 'Correct-horse-1' } },
  loginSecondFactor: {
    body: { ticket: 'none', code: '123456' },
    expected: { status: 400, because: 'the sample ticket was never given out' },
  },
  updateGeneralSettings: { body: {} },
  goLive: {
    body: { since: '2026-01-01T00:00:00.000Z' },
    expected: { status: 409, because: 'the workspace is live' },
  },
  dismissRelease: { body: { release_version: '1.0.0' } },
  uploadBrandPicture: { form: [{ name: 'logo.png', bytes: onePixel }, { use: 'logo' }] },
  listLanguages: {},
  getSystemStatus: {},
  getSystemHistory: {},
  listCheckResults: {},
  runChecks: {},
  listSystemAlerts: {},
  getSystemAlertSettings: {},
  updateSystemAlertSettings: { body: { email_enabled: true, addresses: ['ops@acme.test'] } },
  getSystemBackups: {},
  getBackupSchedule: {},
  updateBackupSchedule: { body: { retention: { days: 3, weeks: 1, months: 1 } } },
  startBackup: { expected: { status: 409, because: 'the tests have no target for backups' } },
  getGettingStarted: {},
  dismissGettingStarted: { body: { dismissed: true } },
  keepSetupSteps: { body: { steps: ['logo'] } },
  requestPasswordReset: {
    body: { email: 'nobody@parley.test' },
    expected: { status: 409, because: 'no mail server is set up' },
  },
  setPassword: {
    body: { token: 'none', password: 'Correct-horse-1' },
    expected: { status: 400, because: 'nobody has this token' },
  },
  getEmailNotification: {},
  updateEmailNotification: { body: {} },
  testEmailNotification: {
    body: { to: 'ada@parley.test' },
    expected: { status: 400, because: 'no mail server is named' },
  },
  listSystemMails: {},
  getNotificationSwitches: {},
  updateNotificationSwitches: { body: { csat: false } },
  listNotifications: {},
  getUnreadNotifications: {},
  markNotificationRead: notificationCase,
  markNotificationUnread: notificationCase,
  markNotificationsRead: { body: {} },
  getPushKey: {},
  listPushSubscriptions: {},
  createPushSubscription: {
    body: (w) => ({ ...pushKeys, endpoint: `https://1.1.1.1/push/${w.next()}` }),
  },
  deletePushSubscription: {
    owner_only: true,
    object: async (w, actor) => ({ uuid: await w.pushSubscription(actor.id) }),
    foreign: async (w) => ({ uuid: await w.pushSubscription((await w.make.agent()).id) }),
    missing: missingUuid,
  },
  listTemplates: { query: 'type=email_outgoing' },
  getTemplate: caseById((w) => w.template()),
  createTemplate: { body: templateWrite },
  updateTemplate: { ...caseById((w) => w.template()), body: templateWrite },
  deleteTemplate: caseById((w) => w.template()),
  previewTemplate: { body: { type: 'email_outgoing', body: '{{ content }}' } },

  listMySessions: {},
  endMySession: {
    owner_only: true,
    object: (w, actor) => w.session(actor.id),
    foreign: async (w) => w.session((await w.make.agent()).id),
    missing: missingUuid,
  },
  endMyOtherSessions: {},
  changeMyPassword: {
    body: { old_password: 'Correct-horse-1', new_password: 'Correct-horse-2' },
    expected: { status: 409, because: 'the sample agents have no password' },
  },
  getMySecondFactor: {},
  startMyTotp: {
    body: { password: 'Correct-horse-1' },
    expected: { status: 409, because: 'the sample agents have no password' },
  },
  confirmMyTotp: {
    body: { code: '123456' },
    expected: { status: 409, because: 'the sample agents have begun nothing' },
  },
  removeMySecondFactor: {
    body: { password: 'Correct-horse-1' },
    expected: { status: 409, because: 'the sample agents have no password' },
  },
  renewMyRecoveryCodes: {
    body: { password: 'Correct-horse-1' },
    expected: { status: 409, because: 'the sample agents have no password' },
  },
  listMyPasskeys: {},
  getMyConfirmation: {},
  askPasskeyToConfirm: { expected: passkeysUnavailable },
  confirmIdentity: {
    body: { password: 'Correct-horse-1' },
    expected: { status: 409, because: 'agents of the tests have no password' },
  },
  askForPasskey: { body: {}, expected: passkeysUnavailable },
  addPasskey: {
    body: { ticket: 'none', name: 'Phone', answer: newPasskeyResponse },
    expected: passkeysUnavailable,
  },
  renamePasskey: {
    owner_only: true,
    object: (w, actor) => w.passkey(actor.id),
    foreign: async (w) => w.passkey((await w.make.agent()).id),
    missing: missingUuid,
    body: { name: 'Phone' },
  },
  removePasskey: {
    owner_only: true,
    object: (w, actor) => w.passkey(actor.id),
    foreign: async (w) => w.passkey((await w.make.agent()).id),
    missing: missingUuid,
    body: {},
  },
  askPasskeyToSignIn: { body: {}, expected: passkeysUnavailable },
  signInWithPasskey: { body: { ticket: 'none', answer: passkeyResponse }, expected: passkeysUnavailable },
  removeAgentSecondFactor: caseById((w) => w.make.agent()),

  listContacts: {},
  searchContacts: { query: 'query=somebody' },
  searchConversations: { query: 'query=somebody' },
  searchMessages: { query: 'query=somebody' },
  findConversations: { query: 'query=somebody' },
  findMessages: { query: 'query=somebody' },
  getContact: caseById((w) => w.contact()),
  listContactConversations: caseById((w) => w.contact()),
  updateContact: {
    ...caseById((w) => w.contact()),
    form: (w) => [null, { first_name: 'Some', email: `matrix.changed${w.next()}@customer.test` }],
  },
  blockContact: { ...caseById((w) => w.contact()), body: { enabled: false } },
  addContactAddress: {
    ...caseById((w) => w.contact()),
    body: (w) => ({ address: `matrix.more${w.next()}@customer.test` }),
  },
  removeContactAddress: {
    object: (w) => w.contactWithAddress(),
    missing: { ...missingId, address: 'nobody@customer.test' },
  },
  makeAddressPrimary: {
    object: (w) => w.contactWithAddress(),
    missing: { ...missingId, address: 'nobody@customer.test' },
  },
  previewMerge: { ...caseById((w) => w.contact()), query: async (w) => `into_id=${(await w.contact()).id}` },
  mergeContact: { ...caseById((w) => w.contact()), body: async (w) => ({ into_id: (await w.contact()).id }) },
  listContactNotes: caseById((w) => w.contact()),
  createContactNote: { ...caseById((w) => w.contact()), body: { note: '<p>Prefers the telephone</p>' } },
  deleteContactNote: {
    object: (w, actor) => w.note(actor.id),
    missing: { ...missingId, note_id: missingId.id },
  },

  listAll: { also: ['conversations:read'] },
  listAssigned: { also: ['conversations:read'] },
  countLists: {},
  listSnoozed: {},
  listSent: {},
  listScheduled: {},
  listMentions: {},
  listDraftConversations: {},
  listUnassigned: { also: ['conversations:read'] },
  listTeamUnassigned: {
    owner_only: true,
    also: ['conversations:read'],
    object: async (w, actor) => ({ id: await w.teamOf(actor.id) }),
    foreign: async (w) => ({ id: (await w.make.team()).id }),
    missing: missingId,
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
  getConversation: { ...conversationCase, also: ['conversations:read_assigned'] },
  listSurveys: conversationCase,
  getSurveyRefusal: conversationCase,
  getWaiting: { ...conversationCase, also: ['conversations:read_assigned'] },
  listConversationEvents: { ...conversationCase, also: ['conversations:read_assigned'] },
  listParticipants: { ...conversationCase, also: ['conversations:read_assigned'] },
  // Returns a result for each conversation, including those that do not exist or are not visible.
  changeConversations: { body: { uuids: [missingUuid.uuid], action: { type: 'mark_seen' } } },
  listFollowers: { ...conversationCase, also: ['conversations:read_assigned'] },
  followConversation: { ...conversationCase, also: ['conversations:read_assigned'] },
  unfollowConversation: { ...conversationCase, also: ['conversations:read_assigned'] },
  getMentionAccess: { ...conversationCase, also: ['conversations:read_assigned'] },
  markSeen: { ...conversationCase, also: ['conversations:read_assigned'] },
  markUnread: { ...conversationCase, also: ['conversations:read_assigned'] },
  assignUser: { ...conversationCase, body: async (w) => ({ assignee_id: (await w.make.agent()).id }) },
  removeUser: conversationCase,
  assignTeam: { ...conversationCase, body: async (w) => ({ assignee_id: (await w.make.team()).id }) },
  removeTeam: conversationCase,
  setPriority: { ...conversationCase, body: { priority: 'High' } },
  setStatus: { ...conversationCase, body: { status: 'Closed' } },
  setTags: { ...conversationCase, body: { tags: [] } },
  mergeConversation: {
    ...conversationCase,
    also: [...conversationCase.also, 'conversations:read_unassigned'],
    body: async (w) => ({ into: (await w.make.conversation()).uuid }),
  },
  unmergeConversation: {
    ...conversationCase,
    object: (w, actor) => w.merged(actor.id),
    foreign: async (w) => w.merged((await w.make.agent()).id),
  },
  splitConversation: {
    ...conversationCase,
    object: (w, actor) => w.splittable(actor.id),
    foreign: async (w) => w.splittable((await w.make.agent()).id),
    body: (w) => w.splitBody(),
  },
  unsplitConversation: {
    ...conversationCase,
    object: (w, actor) => w.split(actor.id),
    foreign: async (w) => w.split((await w.make.agent()).id),
  },
  trashConversation: conversationCase,
  restoreConversation: conversationCase,
  markSpam: conversationCase,
  markNotSpam: conversationCase,
  moveToInbox: { ...conversationCase, body: async (w) => ({ inbox_id: (await w.make.inbox()).id }) },
  listTrash: { also: ['conversations:read'] },
  listSpam: { also: ['conversations:read'] },

  listMessages: conversationCase,
  getMessage: messageCase('received'),
  getMessageDelivery: messageCase('failed'),
  sendMessage: { ...conversationCase, body: { message: '<p>Noted</p>', private: true } },
  retryMessage: messageCase('failed'),
  forwardConversation: {
    ...conversationCase,
    also: [...conversationCase.also, 'messages:read'],
    body: { to: ['courier@third.test'] },
  },
  listSideThreads: conversationCase,
  getTranscript: conversationCase,
  getMessageSource: {
    ...messageCase('received'),
    expected: { status: 404, because: 'the message did not arrive by email' },
  },
  downloadMessageSource: {
    ...messageCase('received'),
    expected: { status: 404, because: 'the message did not arrive by email' },
  },

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
  listDrafts: {},
  getDraft: draftCase,
  saveDraft: { ...draftCase, body: { base_revision: 0, content: { html: '<p>Unsent</p>' } } },
  deleteDraft: draftCase,
  listDraftVersions: draftCase,
  keepDraftVersion: { ...draftCase, body: { content: { html: '<p>Unsent</p>' } } },

  listHeldSends: {},
  undoHeldSend: heldSendCase,
  releaseHeldSend: heldSendCase,

  listScheduledReplies: conversationCase,
  changeScheduledReply: { ...scheduledReplyCase, body: { message: '<p>Changed</p>' } },
  cancelScheduledReply: scheduledReplyCase,
  sendScheduledReply: { ...scheduledReplyCase, also: [...conversationCase.also, 'messages:write'] },

  uploadMedia: { form: [{ name: 'a.txt', bytes: 'hello' }, { linked_model: 'messages' }] },
  getRemoteImage: {
    ...messageCase('received'),
    object: async (w, actor) => ({
      message_uuid: (await w.message('received', actor.id)).message_uuid ?? '',
    }),
    foreign: async (w) => ({
      message_uuid: (await w.message('received', (await w.make.agent()).id)).message_uuid ?? '',
    }),
    missing: { message_uuid: missingUuid.uuid },
    query: () => `url=${encodeURIComponent('http://127.0.0.1:9/a.png')}`,
    expected: {
      status: 404,
      because: 'the sample address leads to no public server, which is found out only after access',
    },
  },

  getOverviewCounts: {},
  getOverviewCharts: {},
  getOverviewSla: {},
  reportSummary: { query: marchRange },
  reportSeries: { query: marchRange },
  reportTable: { query: `${marchRange}&by=agent` },
  reportBusiestHours: { query: marchRange },
  reportFirstResponses: { query: marchRange },
  reportConversations: { query: `${marchRange}&measure=new` },
  reportCsv: { query: `${marchRange}&sheet=summary` },

  listActivityLogs: {},
  exportActivityLogs: {},

  listAgents: {},
  listAgentsCompact: {},
  getInvitationMeans: {},
  getAgent: caseById((w) => w.make.agent()),
  createAgent: { body: agentWrite },
  updateAgent: { ...caseById((w) => w.make.agent()), body: agentWrite },
  deleteAgent: caseById((w) => w.make.agent()),
  inviteAgent: caseById((w) => w.make.agent()),
  createInvitationLink: caseById((w) => w.make.agent({ permissions: [] })),
  previewAgentImport: { body: agentFile },
  importAgents: { body: agentFile },
  createApiKey: { ...caseById((w) => w.make.agent()) },
  deleteApiKey: caseById((w) => w.make.agent()),
  getMe: {},
  getBootstrap: {},
  updateMe: { form: [null, { active: 'x' }] },
  deleteMyAvatar: {},
  updateMyAvailability: { body: { status: 'online' } },
  updateMyPreferences: { body: { undo_seconds: 5 } },

  listRoles: {},
  getRole: caseById((w) => w.make.role()),
  createRole: { body: roleWrite },
  updateRole: { ...caseById((w) => w.make.role()), body: roleWrite },
  deleteRole: caseById((w) => w.make.role()),

  listTeams: {},
  listTeamsCompact: {},
  listMyTeams: {},
  getTeam: caseById((w) => w.make.team()),
  listOidcProviders: {},
  getOidcProvider: caseById((w) => w.oidcProvider()),
  reserveOidcProvider: {},
  createOidcProvider: {
    also: administrativePermissions,
    body: oidcWrite,
    expected: { status: 400, because: 'no provider answers at the address of the sample' },
  },
  updateOidcProvider: {
    also: administrativePermissions,
    ...caseById((w) => w.oidcProvider()),
    body: oidcWrite,
  },
  deleteOidcProvider: { also: administrativePermissions, ...caseById((w) => w.oidcProvider()) },

  createTeam: { body: uniqueName },
  updateTeam: { ...caseById((w) => w.make.team()), body: uniqueName },
  deleteTeam: caseById((w) => w.make.team()),

  listInboxes: {},
  getInbox: caseById((w) => w.make.inbox()),
  createInbox: { body: inboxWrite },
  updateInbox: { ...caseById((w) => w.make.inbox()), body: inboxWrite },
  toggleInbox: caseById((w) => w.make.inbox()),
  deleteInbox: caseById((w) => w.make.inbox()),
  listInboxTemplates: {},
  uploadInboxLogo: { form: [{ name: 'logo.png', bytes: onePixel }, {}] },
  previewInboxBrand: { body: inboxBrand },
  testInbox: { body: { config: { imap: [], smtp: [] } } },
  startInboxOAuth: {
    ...caseById((w) => w.make.inbox()),
    body: { provider: 'google', client_id: 'a client' },
  },
  finishInboxOAuth: {
    body: { state: '0.unknown', code: 'a code' },
    expected: { status: 404, because: 'nobody has begun this sign-in' },
  },
  disconnectInboxOAuth: caseById((w) => w.make.inbox()),
  proveInboxPlusAddress: {
    ...caseById((w) => w.make.inbox()),
    expected: { status: 409, because: 'the sample inbox has no mail server to prove anything with' },
  },

  previewAgentDeletion: caseById((w) => w.make.agent()),
  previewAgentDisabling: caseById((w) => w.make.agent()),
  previewTeamDeletion: caseById((w) => w.make.team()),
  previewRoleDeletion: caseById((w) => w.make.role()),
  previewTemplateDeletion: caseById((w) => w.template()),
  previewInboxDeletion: caseById((w) => w.make.inbox()),
  previewStatusDeletion: caseById((w) => w.status()),
  previewTagDeletion: caseById((w) => w.make.tag()),
  previewBusinessHoursDeletion: caseById((w) => w.businessHours()),
  previewSlaPolicyDeletion: caseById((w) => w.slaPolicy()),
  previewCustomAttributeDeletion: caseById((w) => w.attribute('contact')),

  listDeliveries: {},
  countDeliveries: {},
  listMailboxes: {},
  getReceivingHealth: {},
  readDeliveryHeaders: caseById((w) => w.quarantinedDelivery()),
  downloadDelivery: caseById((w) => w.quarantinedDelivery()),
  replayDelivery: caseById((w) => w.quarantinedDelivery()),
  eraseDelivery: caseById((w) => w.quarantinedDelivery()),

  listCustomAttributes: {},
  getCustomAttribute: caseById((w) => w.attribute('contact')),
  createCustomAttribute: { body: (w) => attributeWrite('contact', `made_${w.next()}`) },
  updateCustomAttribute: {
    ...caseById((w) => w.attribute('contact', 'kept')),
    body: attributeWrite('contact', 'kept'),
  },
  tryCustomAttribute: {
    body: { data_type: 'text', values: [], regex: '^a', regex_hint: '', text: 'abc' },
  },
  deleteCustomAttribute: caseById((w) => w.attribute('contact')),
  setConversationAttributes: { ...conversationCase, body: {} },
  setConversationContactAttributes: { ...conversationCase, body: {} },
  setConversationAttribute: { ...conversationCase, ...attributeCase('conversation'), body: { value: 'x' } },
  setConversationContactAttribute: { ...conversationCase, ...attributeCase('contact'), body: { value: 'x' } },
  setContactAttribute: {
    object: async (w) => ({ id: (await w.contact()).id, key: (await w.attribute('contact')).key }),
    missing: { ...missingId, key: 'none' },
    body: { value: 'x' },
  },

  listStatuses: {},
  getStatus: caseById((w) => w.status()),
  createStatus: { body: uniqueName },
  updateStatus: { ...caseById((w) => w.status()), body: uniqueName },
  deleteStatus: caseById((w) => w.status()),
  listTags: {},
  getTag: caseById((w) => w.make.tag()),
  createTag: { body: uniqueName },
  updateTag: { ...caseById((w) => w.make.tag()), body: uniqueName },
  deleteTag: caseById((w) => w.make.tag()),
  previewTagMerge: {
    ...caseById((w) => w.make.tag()),
    query: async (w) => `into_id=${(await w.make.tag()).id}`,
  },
  mergeTag: { ...caseById((w) => w.make.tag()), body: async (w) => ({ into_id: (await w.make.tag()).id }) },
  listTagUsage: {},
  listStatusUsage: {},
  listPriorities: {},
  listRules: {},
  getRule: caseById((w) => w.rule()),
  createRule: { body: ruleWrite },
  updateRule: { ...caseById((w) => w.rule()), body: ruleWrite },
  toggleRule: caseById((w) => w.rule()),
  deleteRule: caseById((w) => w.rule()),
  setRuleWeights: { body: async (w) => ({ [(await w.rule()).id]: 1 }) },
  setRuleExecutionMode: { body: { mode: 'all' } },
  listRuleRuns: caseById((w) => w.rule()),
  getRuleRun: {
    also: conversationCase.also,
    object: async (w, actor) => ({ id: (await w.ruleRun(actor.id)).id }),
    foreign: async (w) => ({ id: (await w.ruleRun((await w.make.agent()).id)).id }),
    missing: missingId,
  },
  getConversationRun: {
    also: conversationCase.also,
    object: (w, actor) => w.ruleRun(actor.id),
    foreign: async (w) => w.ruleRun((await w.make.agent()).id),
    missing: { ...missingUuid, ...missingId },
  },
  dryRunRule: {
    also: ['conversations:read', 'conversations:read_all'],
    body: async (w) => ({ rule: ruleWrite, conversation: (await w.make.conversation()).uuid }),
  },
  replayRule: { body: { rule: ruleWrite, days: 1 } },
  listRuleTrouble: {},
  dismissRuleTrouble: {},
  listMacros: {},
  getMacro: caseById((w) => w.macro()),
  createMacro: { body: macroWrite },
  updateMacro: { ...caseById((w) => w.macro()), body: macroWrite },
  deleteMacro: caseById((w) => w.macro()),
  applyMacro: {
    ...conversationCase,
    also: [...conversationCase.also, 'conversations:update_priority'],
    object: async (w, actor) => ({ ...(await conversationCase.object(w, actor)), ...(await w.macro()) }),
    foreign: async (w) => ({ ...(await conversationCase.foreign(w)), ...(await w.macro()) }),
    missing: { ...missingUuid, ...missingId },
    body: [{ type: 'set_priority', value: ['2'] }],
  },
  getUndoableAction: {},
  undoAction: { body: {}, expected: { status: 409, because: 'the caller has not changed anything' } },

  listMyViews: {},
  getView: viewCase,
  createView: { body: viewWrite },
  updateView: { ...viewCase, body: viewWrite },
  deleteView: viewCase,
  listViews: {},
  getAnyView: viewCase,
  createAnyView: { also: ['view:manage'], body: viewWrite },
  updateAnyView: { ...anyViewCase, body: viewWrite },
  deleteAnyView: anyViewCase,
  moveView: { ...anyViewCase, body: { before_id: null } },
  listViewConversations: { ...viewCase, also: ['conversations:read_unassigned'] },
  listBusinessHours: {},
  getBusinessHours: caseById((w) => w.businessHours()),
  createBusinessHours: { body: hoursWrite },
  readHolidays: {
    body: {
      ics: 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261225\r\nEND:VEVENT\r\nEND:VCALENDAR',
    },
  },
  updateBusinessHours: { ...caseById((w) => w.businessHours()), body: hoursWrite },
  deleteBusinessHours: caseById((w) => w.businessHours()),
  listSlaPolicies: {},
  listSlaPoliciesCompact: {},
  getConversationSla: conversationCase,
  setConversationSla: {
    ...conversationCase,
    body: async (w) => ({ sla_policy_id: (await w.slaPolicy()).id }),
  },
  getSlaPolicy: caseById((w) => w.slaPolicy()),
  simulateSla: { body: { policy: slaWrite, days: 30 } },
  createSlaPolicy: { body: slaWrite },
  updateSlaPolicy: { ...caseById((w) => w.slaPolicy()), body: slaWrite },
  deleteSlaPolicy: caseById((w) => w.slaPolicy()),
  listAiProviders: {},
  getAiProvider: caseById((w) => w.aiProvider()),
  createAiProvider: { body: aiProviderWrite },
  updateAiProvider: { ...caseById((w) => w.aiProvider()), body: aiProviderWrite },
  toggleAiProvider: caseById((w) => w.aiProvider()),
  deleteAiProvider: caseById((w) => w.aiProvider()),
  testAiProvider: {
    body: { base_url: 'http://127.0.0.1:2/v1', model: 'none' },
    expected: { status: 400, because: 'no model is asked on this machine' },
  },
  setAiKey: { body: { provider: 'openai', api_key: 'sk-made' } },
  listAiPrompts: {},
  getAiPrompt: caseById((w) => w.aiPrompt()),
  createAiPrompt: { body: promptWrite },
  updateAiPrompt: { ...caseById((w) => w.aiPrompt()), body: promptWrite },
  resetAiPrompt: {
    ...caseById((w) => w.aiPrompt()),
    expected: { status: 409, because: 'a prompt of somebody has nothing to be reset to' },
  },
  deleteAiPrompt: caseById((w) => w.aiPrompt()),
  getAiUsage: {},
  getAiBudget: {},
  updateAiBudget: { body: { currency: 'USD', monthly_amount: null } },
  completeText: {
    body: { prompt_key: 'none', content: 'Hello' },
    expected: { status: 400, because: 'there is no such prompt' },
  },
  streamCompletion: {
    body: { task: 'prompt', prompt_key: 'none', content: 'Hello' },
    expected: { status: 400, because: 'there is no such prompt' },
  },

  listRetentionRules: {},
  getRetentionRule: caseById((w) => w.retentionRule()),
  createRetentionRule: { body: retentionRule },
  updateRetentionRule: { ...caseById((w) => w.retentionRule()), body: { name: 'Renamed' } },
  deleteRetentionRule: caseById((w) => w.retentionRule()),
  previewRetention: { body: { ...retentionRule, name: undefined } },
  confirmRetentionRule: caseById((w) => w.retentionRule()),
  dryRunRetentionRule: caseById((w) => w.retentionRule()),
  listRetentionRuns: {},
  getStorageUse: {},
  previewErasure: caseById((w) => w.contact()),
  eraseContact: { ...caseById((w) => w.contactToErase()), body: { confirmation: 'Erase me' } },
  listErasures: {},
  downloadErasureReport: caseById((w) => w.erasure()),
  downloadErasureList: {},
  exportContact: caseById((w) => w.contact()),
  listContactExports: {},
  downloadContactExport: {
    owner_only: true,
    object: (w, actor) => w.contactExport(actor.id),
    foreign: async (w) => w.contactExport((await w.make.agent()).id),
    missing: missingId,
  },

  listWebhooks: {},
  getWebhook: webhookCase,
  createWebhook: { body: webhookWrite },
  updateWebhook: { ...webhookCase, body: webhookWrite },
  deleteWebhook: webhookCase,
  toggleWebhook: webhookCase,
  testWebhook: webhookCase,
  tryWebhook: { body: { url: 'http://127.0.0.1:2/' } },
  listWebhookDeliveries: webhookCase,
  getWebhookDelivery: webhookCase,
  replayWebhookDelivery: webhookCase,
  replayWebhookDeliveries: { ...webhookCase, body: {} },
}
