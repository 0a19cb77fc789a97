import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { lockById } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { assignTeam } from '../../features/conversations/assign-team.ts'
import { assignUser } from '../../features/conversations/assign-user.ts'
import { setPriority } from '../../features/conversations/set-priority.ts'
import { setStatus } from '../../features/conversations/set-status.ts'
import { setTags } from '../../features/conversations/set-tags.ts'
import { type ProcessingDeps, processDelivery } from '../../features/email/filing/process-delivery.ts'
import { storeRawMail } from '../../features/email/ledger/raw-mail.ts'
import { insertDelivery } from '../../features/email/ledger/record-delivery.ts'
import { sendMessage } from '../../features/messages/send-message.ts'
import { findActorByAgentId } from '../../identity/load-actor.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { runRules } from '../workspace/rules.ts'
import { type AgentKey, contacts } from '../workspace/sample-data.ts'
import type { SampleWorkspace } from '../workspace/sample-workspace.ts'
import type { StoredSampleFile } from './sample-file-store.ts'
import { simulateReplyDelivery } from './simulate-delivery.ts'
import { runSlaTimers, updateSla } from './sla-timers.ts'
import type { FileKey, Step, Story } from './story.ts'
import { sendSurvey, submitRating } from './surveys.ts'

export type DemoContext = {
  workspace: SampleWorkspace
  reading: ProcessingDeps
  /** Sets the clock used by `act` and `reading`. */
  setNow(at: Date): void
  file(key: FileKey): Promise<StoredSampleFile>
}

/** A story and the time of each of its steps. */
export type ScheduledStory = { story: Story; step_times: Date[] }

const minute = 60_000

/** Plays one conversation step by step, through the same verbs that agents and incoming mail use. */
export async function playStory(
  context: DemoContext,
  { story, step_times }: ScheduledStory,
  now: Date,
): Promise<void> {
  let conversation_id: number | null = null
  for (const [n, step] of story.steps.entries()) {
    const at = step_times[n] ?? now
    if (conversation_id !== null) await runSlaTimers(context, conversation_id, at)
    context.setNow(at)
    if (step.type === 'mail') {
      const isFirst = conversation_id === null
      conversation_id = await receiveEmail(context, story, step, at, conversation_id)
      if (isFirst) await runRules(context.reading, conversation_id, at)
    } else if (conversation_id !== null) await changeConversation(context, step, conversation_id, at)
    if (conversation_id !== null) await updateSla(context, conversation_id, at)
  }
  if (conversation_id !== null) await runSlaTimers(context, conversation_id, now)
}

async function changeConversation(
  context: DemoContext,
  step: Exclude<Step, MailStep>,
  conversation_id: number,
  at: Date,
): Promise<void> {
  if (step.type === 'rate') {
    await submitRating(context, conversation_id, step)
    await runRules(context.reading, conversation_id, at)
    return
  }
  await performStep(context, step, conversation_id, at)
  if (step.type === 'status' && step.to === 'Resolved') await sendSurvey(context, conversation_id, at)
}

type MailStep = Extract<Step, { type: 'mail' }>

async function receiveEmail(
  { workspace, reading, file }: DemoContext,
  story: Story,
  step: MailStep,
  date: Date,
  conversation_id: number | null,
): Promise<number> {
  const [first_name, last_name, address] = contacts[story.contact]
  const before = conversation_id === null ? null : await lastReply(reading, conversation_id)
  const inbox = workspace.inboxes[story.inbox]
  const attachments = await Promise.all((step.files ?? []).map(file))
  const raw = await new MailComposer({
    from: { name: `${first_name} ${last_name}`, address },
    to: inbox.address,
    subject: before ? `Re: ${story.subject}` : story.subject,
    date,
    messageId: `<${story.contact}.${date.getTime()}@${address.split('@')[1]}>`,
    ...(before && { inReplyTo: `<${before.source_id}>`, references: `<${before.source_id}>` }),
    text: before && step.quote_previous ? `${step.text}\n\n${quote(before)}` : step.text,
    html: step.html,
    attachments: attachments.map((attachment) => ({
      filename: attachment.filename,
      contentType: attachment.content_type,
      content: attachment.bytes,
    })),
  })
    .compile()
    .build()
  const raw_hash = await storeRawMail(reading.files.mail, raw)
  const delivery_id = await reading.act(reading.system, (tx) =>
    insertDelivery(tx, {
      inbox_id: inbox.id,
      source: 'smtp',
      envelope: {
        peer: '127.0.0.1',
        helo: address.split('@')[1] ?? null,
        from: address,
        recipients: [inbox.address],
      },
      raw_hash,
      raw_size: raw.length,
    }),
  )
  if (delivery_id === null) throw new Error('A sample email was treated as a duplicate')
  await processDelivery(reading, delivery_id)
  const filed = await reading.db
    .selectFrom('mail_deliveries')
    .select(['conversation_id', 'reason'])
    .where('id', '=', delivery_id)
    .executeTakeFirstOrThrow()
  if (filed.conversation_id === null) throw new Error(`A sample email was not filed: ${filed.reason}`)
  return filed.conversation_id
}

const lastReply = (reading: ProcessingDeps, conversation_id: number) =>
  reading.db
    .selectFrom('messages')
    .select(['source_id', 'text_content', 'created_at'])
    .where('conversation_id', '=', conversation_id)
    .where('type', '=', 'outgoing')
    .where('source_id', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()

const quote = (reply: { text_content: string; created_at: Date }) =>
  [
    `On ${reply.created_at.toUTCString().slice(0, 22)}, Lumen & Oak wrote:`,
    ...reply.text_content.split('\n').map((line) => `> ${line}`),
  ].join('\n')

async function performStep(
  { workspace, reading, file }: DemoContext,
  step: Extract<Step, { agent: AgentKey }>,
  id: number,
  at: Date,
): Promise<void> {
  const actor = await findActorByAgentId(reading.db, workspace.agents[step.agent])
  if (!actor) throw new Error(`${step.agent} is not a sample agent`)
  const withLocked = (verb: (tx: Tx, c: ConversationRow) => Promise<unknown>) =>
    reading.act(actor, async (tx) => {
      const c = await lockById(tx, id)
      if (c) await verb(tx, c)
    })
  switch (step.type) {
    case 'assign':
      return withLocked((tx, c) => assignUser(tx, c, workspace.agents[step.to]))
    case 'team':
      return withLocked((tx, c) => assignTeam(tx, c, workspace.teams[step.to]))
    case 'tag':
      return withLocked((tx, c) => setTags(tx, c, step.tags))
    case 'priority':
      return withLocked((tx, c) => setPriority(tx, c, step.to))
    case 'status':
      return withLocked((tx, c) => setStatus(tx, c, { status: step.to }))
    case 'snooze':
      return withLocked((tx, c) =>
        setStatus(tx, c, {
          status: 'Snoozed',
          snoozed_until: new Date(at.getTime() + step.hours * 60 * minute),
        }),
      )
    case 'note':
      return withLocked((tx, c) =>
        sendMessage(tx, c, {
          ...emptyMessage,
          private: true,
          message: markMentions(step.html, workspace.agents),
        }),
      )
    case 'reply':
    case 'fail': {
      const files = step.type === 'reply' ? await Promise.all((step.files ?? []).map(file)) : []
      return withLocked(async (tx, c) => {
        const attachments: number[] = []
        for (const attachment of files) attachments.push(await attachment.upload(tx))
        const m = await sendMessage(tx, c, {
          ...emptyMessage,
          message: step.html,
          attachments,
          to: [await addressOf(tx, c)],
        })
        await simulateReplyDelivery(tx, c.id, m, step.type === 'fail' ? step.error : null)
      })
    }
  }
}

const emptyMessage = {
  sender_type: 'agent' as const,
  private: false,
  attachments: [],
  to: [],
  cc: [],
  bcc: [],
}

async function addressOf(tx: Tx, c: ConversationRow): Promise<string> {
  const { email } = await tx.db
    .selectFrom('contacts')
    .select('email')
    .where('id', '=', c.contact_id)
    .executeTakeFirstOrThrow()
  return email ?? ''
}

/** Turns `@Sam` into the HTML the editor inserts for a mention. */
const markMentions = (html: string, ids: Record<AgentKey, number>): string =>
  html.replace(/@(\w+)/g, (typed, name: string) => {
    const id = Object.entries(ids).find(([key]) => key === name.toLowerCase())?.[1]
    return id ? `<span data-mention-type="agent" data-mention-id="${id}">${typed}</span>` : typed
  })
