import { findToken, type TokenKey, type VerifiedToken } from './conversation-token.ts'
import type { ParsedMail } from './types.ts'

/** The fields that determine which conversation a mail joins. */
export type ThreadableMail = Pick<
  ParsedMail,
  'message_id' | 'in_reply_to' | 'references' | 'subject' | 'to' | 'cc' | 'delivered_to'
>

/**
 * A reason to join a conversation. A `token` identifies the conversation or side thread and proves that we wrote to the sender. A
 * `message_id` is looked up among all known thread ids (`listThreadIds`). A `subject_reference` counts only for a
 * participant.
 */
export type JoinKey =
  | { kind: 'token'; token: VerifiedToken }
  | { kind: 'message_id'; message_id: string }
  | { kind: 'subject_reference'; reference_number: string }

export type JoinOptions = { keys: TokenKey[] }

/** Mailing list software and loops make References grow without limit; only the newest ids matter. */
const maxReferences = 200

/**
 * The reasons to join, best first; the first that leads to a conversation wins. Signed tokens in recipients and
 * references; then In-Reply-To, References from the newest, and the mail's own id (a reply may arrive before it);
 * then "[#123]" in the subject.
 */
export function listJoinKeys(mail: ThreadableMail, { keys }: JoinOptions): JoinKey[] {
  const cited = citedIds(mail)
  const recipients = [...mail.delivered_to, ...mail.to, ...mail.cc].map(({ address }) => address)
  const tokens = [...recipients, ...cited].flatMap((text) => findToken(text, keys) ?? [])
  const ids = [...new Set([...cited, ...(mail.message_id ? [mail.message_id] : [])])]
  return [
    ...deduplicateTokens(tokens).map((token) => ({ kind: 'token' as const, token })),
    ...ids.map((message_id) => ({ kind: 'message_id' as const, message_id })),
    ...parseSubjectReferences(mail.subject).map((reference_number) => ({
      kind: 'subject_reference' as const,
      reference_number,
    })),
  ]
}

/**
 * All ids that a mail mentions, its own first. From then on all of them lead to its conversation, unless they already
 * lead to another. So siblings join even if we never saw their parent.
 */
export const listThreadIds = (
  mail: Pick<ThreadableMail, 'message_id' | 'in_reply_to' | 'references'>,
): string[] => [...new Set([...(mail.message_id ? [mail.message_id] : []), ...citedIds(mail)])]

/**
 * Groups mails, given in order of delivery, by conversation and returns their positions: the join rule over an
 * in-memory index. Tokens and subject references need a database of conversations and are not used here.
 */
export function groupMails(
  mails: Pick<ThreadableMail, 'message_id' | 'in_reply_to' | 'references'>[],
): number[][] {
  const conversations: number[][] = []
  const conversationsById = new Map<string, number[]>()
  mails.forEach((mail, position) => {
    const existing = [...citedIds(mail), mail.message_id ?? '']
      .map((id) => conversationsById.get(id))
      .find((group) => group)
    const conversation = existing ?? []
    if (!existing) conversations.push(conversation)
    conversation.push(position)
    for (const id of listThreadIds(mail))
      if (!conversationsById.has(id)) conversationsById.set(id, conversation)
  })
  return conversations
}

/** The mail's own id in its references is a loop and is ignored. */
function citedIds({
  message_id,
  in_reply_to,
  references,
}: Pick<ThreadableMail, 'message_id' | 'in_reply_to' | 'references'>) {
  const newestFirst = references.slice(-maxReferences).reverse()
  return [...in_reply_to.slice(0, maxReferences), ...newestFirst].filter((id) => id !== message_id)
}

function deduplicateTokens(tokens: VerifiedToken[]): VerifiedToken[] {
  const byTarget = new Map<string, VerifiedToken>()
  for (const token of tokens) {
    const target = token.uuid ?? `${token.conversation_id} ${token.side_thread_id}`
    if (!byTarget.has(target)) byTarget.set(target, token)
  }
  return [...byTarget.values()]
}

/** "[#123]" and "[Acme #123]": our reference number, or someone else's, which leads nowhere. */
const parseSubjectReferences = (subject: string): string[] => [
  ...new Set([...subject.matchAll(/\[(?:[^[\]#]{0,40}\s)?#(\d{1,18})\]/g)].map(([, digits]) => digits ?? '')),
]
