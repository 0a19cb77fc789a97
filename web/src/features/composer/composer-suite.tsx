import type { Inbox } from '@parley/contract/inboxes/inboxes'
import type { DraftSummary } from '@parley/contract/messages/drafts'
import type { MessageSend } from '@parley/contract/messages/messages'
import type { SafetyCheck } from '@parley/contract/messages/safety-checks'
import type { Permission } from '@parley/contract/roles/permissions'
import type { QueryKey } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { readDraft } from '../../lib/drafts.ts'
import { conversationFixture, messageFixture, toConversation } from '../../realtime/conversation-fixtures.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { Composer } from './composer.tsx'

// Loading the editor for the first time takes longer than a test waits.
beforeAll(() => import('./composer-form.tsx'))

export const ada = 'ada@brandt.example'
export const inbox = {
  id: 1,
  name: 'Support',
  enabled: true,
  from: 'support@acme.example',
  aliases: [],
  receiving_address: null,
  quote_history: true,
  signature: '',
  sending: 'working',
} as unknown as Inbox // the fields that the composer reads

let numberOfTests = 0
/** Sends outlive the component, so that each test has a conversation of its own. */
export function renderComposer({
  permissions = ['messages:write', 'conversations:update_status'] as Permission[],
  undo_seconds = 0,
  inboxes = [inbox],
  muted_checks = [] as SafetyCheck[],
  drafts = (_uuid: string) => [] as DraftSummary[],
  /** The messages arrive after this; by default, they are there already. */
  loading = null as Promise<void> | null,
  beside = (_uuid: string): ReactNode => null,
} = {}) {
  numberOfTests += 1
  const conversation = toConversation(conversationFixture(numberOfTests))
  const { uuid } = conversation
  const received = messageFixture(1, {
    conversation_uuid: uuid,
    meta: { from: [ada], to: ['support@acme.example'] },
  })
  const messages = { results: [received], total: 1, next_cursor: null }
  const cached: [QueryKey, unknown][] = [
    [queryKeys.conversation(uuid), conversation],
    [queryKeys.inboxes, inboxes],
    [queryKeys.macros, []],
    [queryKeys.settings, {}],
    [queryKeys.agents, []],
    [queryKeys.heldSends, []],
    [queryKeys.drafts, drafts(uuid)],
  ]
  if (loading)
    stubApi({
      [`GET /api/v1/conversations/${uuid}/messages`]: () => loading.then(() => ({ data: messages })),
    })
  else cached.push([queryKeys.messages(uuid), { pages: [messages], pageParams: [undefined] }])
  const app = renderApp(
    <>
      <Composer uuid={uuid} />
      {beside(uuid)}
    </>,
    { me: agentWith(permissions, { undo_seconds, muted_checks }), cached },
  )
  const sendPath = `POST /api/v1/conversations/${uuid}/messages`
  const acceptSend = ({ body }: { body: unknown }) => ({
    data: {
      ...messageFixture(2, {
        conversation_uuid: uuid,
        type: 'outgoing',
        sender_type: 'agent',
        sender_id: 7,
      }),
      content: (body as MessageSend).message,
      held: null,
      scheduled: null,
    },
  })
  const accept = { [sendPath]: acceptSend }
  const draftOf = (mode: 'reply' | 'note') => readDraft({ agent_id: 7, uuid, mode })
  const write = async (text: string, name = 'Reply') => {
    await app.user.click(await screen.findByRole('textbox', { name }))
    await app.user.keyboard(text)
  }
  return { ...app, uuid, sendPath, accept, acceptSend, draftOf, write }
}
/** The messages that reach the server; other requests refetch what may have changed. */
export function watchSends(answers: Parameters<typeof stubApi>[0]) {
  const requests = stubApi(answers)
  return () => requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))
}
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
export const textOf = (name: string) => screen.getByRole('textbox', { name }).textContent
